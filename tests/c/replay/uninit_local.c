// property: unreach-call,assertion
// expect: false
// An uninitialised local decides.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x, c = __VERIFIER_nondet_int();
  if (c > 5) x = 1;
  if (x == 4711 && c < 0) reach_error();
  return 0;
}
