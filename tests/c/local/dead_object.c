// property: unreach-call
// expect: unknown
// args: --engine=local --timeout=60
// guards: forgetting memory does not hide that an object is used after its death
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int *keep;
static int data[4];

static void lend(void) {
  int here = 1;
  keep = &here;
  data[__VERIFIER_nondet_int() & 3] = here;
}

int main(void) {
  lend();
  *keep = 2;
  if (data[0] > 5 && data[1] > 5 && *keep != 2) reach_error();
  return 0;
}
