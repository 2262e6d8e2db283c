// property: valid-init
// expect: false
// guards: a field that is not written is not written in a copy either
#include <stdlib.h>
#include <string.h>
struct pair {
  int a;
  char c;
};
int main(void) {
  struct pair *p = malloc(sizeof *p), q;
  p->a = 1;
  memcpy(&q, p, sizeof q);
  int r = q.a;
  free(p);
  if (q.c) r++;
  return r;
}
