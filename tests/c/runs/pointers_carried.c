// property: assertion
// expect: true
// says: only run
// guards: pointers in structs by value, compared and subtracted, tell nothing
// about where objects lie
#include <assert.h>
#include <stddef.h>
struct slice {
  const char *at;
  size_t n;
};
static struct slice rest(struct slice s, char c) {
  const char *end = s.at + s.n, *p = s.at;
  while (p < end && *p != c) p++;
  return (struct slice){p, (size_t)(end - p)};
}
int main(void) {
  char text[] = "key=value", other[] = "=";
  struct slice v[2] = {{text, 9}, {other, 1}};
  for (int i = 0; i < 2; i++) v[i] = rest(v[i], '=');
  assert(v[0].at != v[1].at);
  assert(v[0].n == 6 && v[1].n == 1);
  return 0;
}
