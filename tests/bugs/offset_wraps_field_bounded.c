// property: unreach-call
// expect: true
// args: --32
// guards: fields of an array of structs are apart where the index is bounded, by a number or by another variable
typedef __SIZE_TYPE__ size_t;
extern void *malloc(size_t);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
struct point {
  int x, y, z;
};
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  struct point *points = malloc(n * sizeof *points);
  unsigned at = __VERIFIER_nondet_uint(), other = __VERIFIER_nondet_uint();
  if (at >= n || other >= 100) return 0;
  points[0].y = 5;
  points[at].x = 9;
  points[other].z = 9;
  if (points[0].y == 9) reach_error();
  return 0;
}
