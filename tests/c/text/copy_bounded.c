// property: valid-memsafety
// expect: false
// guards: a copy with a bound may have no end
#include <stdio.h>
#include <string.h>
int main(void) {
  char src[100], dst[20];
  if (!fgets(src, sizeof src, stdin)) return 1;
  strncpy(dst, src, sizeof dst);
  puts(dst);
  return 0;
}
