// property: unreach-call
// expect: unknown
// args: --engine=local --timeout=60
// guards: a function that is not followed puts an address that it was given
// where a write finds it when the local is dead
extern void reach_error(void);
extern void tell(int *);

struct box {
  int *in;
};
static struct box first, second;

static void keep(int n, int *p) {
  if (n > 0) {
    keep(n - 1, p);
    return;
  }
  first.in = p;
}

static void lend(void) {
  int here = 1;
  tell(&here);
  keep(0, &here);
}

static void use(void) {
  int there = 0;
  tell(&there);
  second = first;
  *second.in = 5;
  if (there) reach_error();
}

int main(void) {
  lend();
  use();
  return 0;
}
