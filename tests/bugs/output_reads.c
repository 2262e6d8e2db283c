// property: valid-memsafety
// expect: unknown
// guards: puts reads its argument, though its model does not
#include <stdio.h>
int main(void) {
  char text[2] = {'1', '2'};
  puts(text);
  return 0;
}
