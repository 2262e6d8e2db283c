// property: unreach-call
// expect: unknown
// says: in an order that C leaves open
// guards: the same with structs, which clang passes by way of memory
extern void reach_error(void);
struct two {
  int a, b;
};
static int last;
static struct two make(int n) {
  struct two t = {n, n};
  last = n;
  return t;
}
static int use(struct two x, struct two y) {
  return x.a + y.b;
}
int main(void) {
  use(make(1), make(2));
  if (last == 1) reach_error();
  return 0;
}
