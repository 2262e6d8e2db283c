// property: unreach-call
// expect: unknown
// args: --engine=local --timeout=60
// guards: a write to freed memory may change what lies there now
#include <stdlib.h>
extern void reach_error(void);

static int *old;

static void drop(void) {
  free(old);
}

int main(void) {
  old = malloc(sizeof *old);
  if (!old) return 0;
  drop();
  int *fresh = malloc(sizeof *fresh);
  if (!fresh) return 0;
  *fresh = 0;
  *old = 1;
  if (*fresh) reach_error();
  return 0;
}
