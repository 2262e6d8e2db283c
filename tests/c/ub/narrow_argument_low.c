// property: unreach-call
// expect: true
// args: --64
// guards: a call with a narrower argument than the function has passes the bits
// that it has
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int keep();
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (keep(n) != n) reach_error();
  return 0;
}
int keep(long n) { return (int)n; }
