// property: unreach-call
// expect: unknown
// args: --engine=local --timeout=60
// guards: a write to a dead local through a variable of the program is no
// write through a pointer from outside, although outside knows it, too
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
