// property: unreach-call
// expect: unknown
// args: --engine=local --timeout=60
// guards: a local of a function that is not followed is dead when it returns:
// a write there may change what lives there now
extern void reach_error(void);
extern void tell(int *);

struct box {
  int *in;
};
static struct box first, second;

static void lend(int n) {
  int here = 1;
  if (n > 0) {
    lend(n - 1);
    return;
  }
  first.in = &here;
  tell(&here);
}

static void use(void) {
  int there = 0;
  tell(&there);
  second = first;
  *second.in = 5;
  if (there) reach_error();
}

int main(void) {
  lend(0);
  use();
  return 0;
}
