// property: valid-init
// expect: false
// guards: what a copy by value did not get, in registers, is not there
struct pair {
  int a, b;
};
static struct pair same(struct pair p) {
  return p;
}
int main(void) {
  struct pair p;
  p.a = 1;
  return same(same(p)).b;
}
