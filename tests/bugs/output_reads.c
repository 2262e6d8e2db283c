// property: valid-memsafety
// expect: false
// guards: puts reads its argument to its end, which is missing
#include <stdio.h>
int main(void) {
  char text[2] = {'1', '2'};
  puts(text);
  return 0;
}
