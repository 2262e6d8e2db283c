// property: unreach-call
// expect: unknown
// says: dead
// guards: addresses of objects that are made several times, compared as integers
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  uintptr_t at[2];
  for (int i = 0; i < 2; i++) {
    char *p = malloc(24);
    if (!p) return 0;
    at[i] = (uintptr_t)p;
    free(p);
  }
  if (at[0] == at[1]) reach_error();
  return 0;
}
