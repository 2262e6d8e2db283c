// property: valid-deref,valid-free
// expect: false
// guards: offsets of pointers into a heap array that others walk through
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int *counted(int from) {
  int *list = malloc(4 * sizeof *list);
  for (int i = 0; i < 4; i++) list[i] = from + i;
  return list;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  int *first = counted(n & 7), *last = NULL;
  for (int i = 0; i < (n & 1); i++) last = counted(i);
  if (last) {
    int *middle = last + 2;
    middle[2] = first[3] + middle[-2];
    free(last);
  }
  free(first);
  return 0;
}
