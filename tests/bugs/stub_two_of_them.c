// property: unreach-call
// expect: unknown
// args: --engine=local --timeout=60
// guards: a function that is not followed leaves the address of its local to
// another, which writes there
extern void reach_error(void);
extern void tell(int *);

static int *kept;

static void lend(int n) {
  int here[4] = {1, 2, 3, 4};
  if (n > 0) {
    lend(n - 1);
    return;
  }
  tell(here);
  kept = here;
}

static void set(int n) {
  if (n > 0) {
    set(n - 1);
    return;
  }
  kept[0] = kept[1] = kept[2] = kept[3] = 5;
}

static void use(void) {
  int there[4] = {0, 0, 0, 0};
  tell(there);
  set(0);
  if (there[0]) reach_error();
}

int main(void) {
  lend(0);
  use();
  return 0;
}
