// property: valid-memsafety
// expect: false
// says: false.valid-deref
// guards: printf reads a string to its end, which is missing
#include <stdio.h>
#include <string.h>
int main(void) {
  char b[5];
  memset(b, 'a', sizeof b);
  printf("%.5s|%d\n", b, 3);
  printf("%s\n", b);
  return 0;
}
