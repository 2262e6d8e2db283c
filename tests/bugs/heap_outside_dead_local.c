// property: unreach-call
// expect: unknown
// args: --64 --engine=local
// guards: the heap holds the address of a dead local: what lies there now is written
#include <stdlib.h>
extern void reach_error(void);
extern int any(void);
static int **cell;
static void tell(void) {
  int x = 0;
  *cell = &x;
}
static void use(void) {
  int y = any();
  if (y) return;
  **cell = 1;
  if (y) reach_error();
}
int main(void) {
  cell = malloc(sizeof *cell);
  if (!cell) return 0;
  tell();
  use();
  free(cell);
  return 0;
}
