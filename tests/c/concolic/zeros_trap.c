// property: unreach-call
// expect: unknown
// args: --engine=concolic
// guards: what calloc gave holds zeros, and following one of them ends the run
#include <stdlib.h>
extern void reach_error(void);
struct part {
  int n;
};
struct whole {
  struct part *part;
};

int main(void) {
  struct whole *w = calloc(1, sizeof *w);
  if (!w) return 0;
  int n = w->part->n;
  reach_error();
  return n;
}
