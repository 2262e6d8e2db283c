// property: valid-memsafety
// expect: unknown
// args: --engine=texts
// guards: of two texts that a pointer may point to, one ends
#include <stdio.h>
#include <string.h>
static char ends[4] = "abc", goes_on[4] = {'a', 'b', 'c', 'd'};
int main(void) {
  char *text = getchar() == 'x' ? ends : goes_on;
  return (int)strlen(text);
}
