// property: unreach-call
// expect: unknown
// args: --64 --engine=local
// guards: a freed object may hold the address of a dead local that another got
#include <stdlib.h>
extern void reach_error(void);
extern int any(void);
static int **cell, g;
static void tell(void) {
  int x = 0;
  *cell = &x;
}
static void use(int **other) {
  int y = any();
  if (y) return;
  **other = 1;
  if (y) reach_error();
}
int main(void) {
  int **other = malloc(sizeof *other);
  if (!other) return 0;
  *other = &g;
  free(other);
  cell = malloc(sizeof *cell);
  if (!cell) return 0;
  tell();
  use(other);
  return 0;
}
