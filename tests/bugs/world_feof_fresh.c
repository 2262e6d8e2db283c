// property: unreach-call
// expect: unknown
// guards: A stream that was just opened is not at its end.
#include <stdio.h>
void reach_error(void);
int main(void) {
  FILE *f = fopen("x", "r");
  if (!f) return 0;
  if (feof(f) || ferror(f)) reach_error();
  fclose(f);
  return 0;
}
