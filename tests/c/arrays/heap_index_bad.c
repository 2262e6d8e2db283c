// property: unreach-call
// expect: false
// args: --32
// guards: the twin of heap_index.c whose last cell is another
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100000) return 0;
  int *marks = malloc((unsigned)n * sizeof *marks);
  if (!marks) return 0;
  for (int i = 0; i < n; i++) marks[i] = i < 20 ? i : 0;
  for (int i = 0; i < n; i++)
    if (marks[i] != i) reach_error();
  free(marks);
}
