// property: unreach-call
// expect: unknown
// args: --engine=local --timeout=60
// guards: what is read of a dead object may be something else each time
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void tell(int *);

static int *kept;

static void lend(void) {
  int here = 1;
  kept = &here;
  tell(&here);
}

static int other(int k) {
  int there[4] = {k, k, k, k};
  return there[k & 3];
}

int main(void) {
  lend();
  int first = *kept;
  other(__VERIFIER_nondet_int());
  if (first != *kept) reach_error();
  return 0;
}
