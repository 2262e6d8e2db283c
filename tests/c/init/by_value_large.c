// property: valid-init
// expect: false
// guards: what a copy by value did not get, in memory, is not there
struct large {
  long a[9];
};
static long last(struct large l) {
  return l.a[8];
}
int main(void) {
  struct large l;
  l.a[0] = 1;
  return (int)last(l);
}
