// property: valid-deref
// expect: false
// guards: functions without a model look at their stream, too
#include <stdio.h>
int main(void) {
  FILE *f = fopen("some", "r");
  if (!f) return 0;
  fclose(f);
  return ftello(f) < 0;
}
