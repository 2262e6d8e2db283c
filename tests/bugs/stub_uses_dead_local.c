// property: unreach-call
// expect: unknown
// args: --engine=local --timeout=60
// guards: a function that is not followed writes to a local that is dead, and
// so to what lives there now
extern void reach_error(void);
extern void tell(int *);

struct box {
  int *in;
};
static struct box first, second;

static void lend(void) {
  int here = 1;
  first.in = &here;
  tell(&here);
}

static void set(int n) {
  if (n > 0) {
    set(n - 1);
    return;
  }
  second = first;
  *second.in = 5;
}

static void use(void) {
  int there = 0;
  tell(&there);
  set(0);
  if (there) reach_error();
}

int main(void) {
  lend();
  use();
  return 0;
}
