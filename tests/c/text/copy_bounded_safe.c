// property: valid-memsafety
// expect: true
// guards: a copy with a bound gets its end by hand
#include <stdio.h>
#include <string.h>
int main(void) {
  char src[100], dst[20];
  if (!fgets(src, sizeof src, stdin)) return 1;
  strncpy(dst, src, sizeof dst - 1);
  dst[sizeof dst - 1] = 0;
  puts(dst);
  return 0;
}
