// property: unreach-call
// expect: false
// args: --32
// guards: an index so large that its product with the size of the struct wraps leads to another field of the array
typedef __SIZE_TYPE__ size_t;
extern void *malloc(size_t);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
struct point {
  int x, y, z;
};
int main(void) {
  struct point *points = malloc(2 * sizeof *points);
  unsigned at = __VERIFIER_nondet_uint();
  points[0] = points[1] = (struct point){1, 5, 7};
  points[at].x = 9;
  if (points[0].y == 9) reach_error();
  return 0;
}
