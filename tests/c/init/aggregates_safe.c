// property: valid-init
// expect: true
// guards: padding, aggregates by value and copies are no reads
#include <stdlib.h>
#include <string.h>
struct s {
  int a;
  char padded;
  long b;
};
struct two {
  int x;
  char y;
};
static long use(struct s s) {
  return s.a + s.b;
}
static struct s make(int a) {
  struct s s;
  s.a = a;
  s.b = 2;
  return s;
}
static int first(struct two t) {
  return t.x;
}
int main(void) {
  struct s s = make(3), u;
  struct two t;
  t.x = 3;
  t.y = 4;
  char raw[sizeof s], *d = raw;
  const char *p = (const char *)&s;
  for (unsigned i = 0; i < sizeof s; i++) *d++ = *p++;
  memcpy(&u, raw, sizeof u);
  int *q = calloc(3, sizeof *q);
  int r = q[1] + (int)use(u) + first(t);
  free(q);
  return r + u.a;
}
