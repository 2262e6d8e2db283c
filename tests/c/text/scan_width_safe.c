// property: valid-memsafety
// expect: true
// guards: scanf stores what its format says
#include <stdio.h>
int main(void) {
  char name[10], c;
  int d, a[10] = {0};
  short s;
  if (scanf("%9s%d %*d %hd%c", name, &d, &s, &c) == 4 && d >= 0 && d < 10)
    printf("%s %d\n", name, a[d]);
  return 0;
}
