// Two errors; that of fail() is all it does.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static void fail(void) { reach_error(); }

int main(void) {
  int a = __VERIFIER_nondet_int();
  if (a > 10) fail();
  if (a == 5)
    reach_error();
  return 0;
}
