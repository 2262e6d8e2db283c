// property: unreach-call
// expect: false
// args: --32
// guards: a test of the product, which wraps, does not bound the index
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
struct point {
  int x, y, z;
};
static struct point points[2] = {{1, 5, 7}, {1, 5, 7}};
static void set(struct point *row, unsigned at) { row[at].x = 9; }
int main(void) {
  unsigned at = __VERIFIER_nondet_uint();
  if (at * (unsigned)sizeof *points > sizeof *points) return 0;
  set(points, at);
  if (points[0].y == 9) reach_error();
  return 0;
}
