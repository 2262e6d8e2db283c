// property: unreach-call
// expect: true
// guards: functions that call each other have a contract each
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static unsigned pong(unsigned n);
static unsigned ping(unsigned n) {
  unsigned r = n ? pong(n - 1) + 1 : 0;
  return r > 4 ? 4 : r;
}
static unsigned pong(unsigned n) {
  unsigned r = n ? ping(n - 1) + 1 : 0;
  return r > 4 ? 4 : r;
}
int main(void) {
  if (ping(__VERIFIER_nondet_uint()) > 4) reach_error();
  return 0;
}
