// property: unreach-call
// expect: false
// args: --engine=concolic
// guards: a number of the environment that is taken for a pointer leads to memory
extern unsigned long data(void);
extern void reach_error(void);
struct host {
  int a, b;
};

int main(void) {
  struct host *h = (struct host *)data();
  if (h->b == 5 && h->a > 7) reach_error();
  return 0;
}
