// property: unreach-call
// expect: true
// says: 2 locations, 1 edges
// guards: one edge for all paths of a loop-free program (the large-block example)
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int p = __VERIFIER_nondet_int(), q = __VERIFIER_nondet_int();
  int r = __VERIFIER_nondet_int(), a, b, c;
  if (p) a = 1;
  if (q) b = 2;
  if (r) c = 3;
  if (p) {
    if (a != 1) goto wrong;
  }
  if (q) {
    if (b != 2) goto wrong;
  }
  if (r) {
    if (c != 3) goto wrong;
  }
  return 0;
wrong:
  reach_error();
  return 1;
}
