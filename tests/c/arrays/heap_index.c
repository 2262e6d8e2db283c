// property: unreach-call
// expect: true
// args: --32
// guards: a cube of the checking loop is put to rest: the length is no constant
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100000) return 0;
  int *marks = malloc((unsigned)n * sizeof *marks);
  if (!marks) return 0;
  for (int i = 0; i < n; i++) marks[i] = i;
  for (int i = 0; i < n; i++)
    if (marks[i] != i) reach_error();
  free(marks);
}
