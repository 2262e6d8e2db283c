// property: valid-memsafety
// expect: false
// guards: a word of nine characters needs room for ten
#include <stdio.h>
int main(void) {
  char name[9];
  if (scanf("%9s", name) == 1) printf("%s\n", name);
  return 0;
}
