// property: unreach-call
// expect: true
// args: --engine=local --timeout=60
// guards: where memory may be freed when it is written to, and nothing depends
// on the heap, the heap is not looked at
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void tell(void *);

struct device {
  int references, state;
};
static struct device *the;
static int held, gone;

static void take(void) {
  if (held) reach_error();
  held = 1;
}

static void give(void) {
  if (!held) reach_error();
  held = 0;
}

static void put(void) {
  if (!gone && --the->references == 0) {
    gone = 1;
    free(the);
  }
}

int main(void) {
  the = malloc(sizeof *the);
  if (!the) return 0;
  tell(the);
  the->references = __VERIFIER_nondet_int();
  while (__VERIFIER_nondet_int()) {
    take();
    the->state = __VERIFIER_nondet_int();
    give();
    put();
  }
  return 0;
}
