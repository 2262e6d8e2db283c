// property: valid-init
// expect: true
// guards: parts of aggregates that are passed and never read, and a result that
// nobody takes
struct two {
  long a, b;
};
struct three {
  char a, b, c;
};
struct large {
  long a[9];
};
static long first(struct two t, struct three u, struct large l) {
  return t.a + u.c + l.a[8];
}
static struct two make(void) {
  struct two t;
  t.b = 2;
  return t;
}
static int one(void) {
  return 1;
}
int main(void) {
  struct two t = make();
  struct three u;
  struct large l;
  make();
  int x = one(), *p = &x;
  t.a = t.b;
  u.c = 1;
  l.a[8] = 2;
  return (int)first(t, u, l) + *p;
}
