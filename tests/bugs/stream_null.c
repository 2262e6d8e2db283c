// property: valid-deref
// expect: false
// guards: a stream that is NULL is looked at
#include <stdio.h>
int main(void) {
  char line[8];
  FILE *f = fopen("none", "r");
  if (fgets(line, sizeof line, f)) puts(line);
  return 0;
}
