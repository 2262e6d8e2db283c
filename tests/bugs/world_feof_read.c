// property: unreach-call
// expect: false
// guards: After nothing came, it is at its end.
#include <stdio.h>
void reach_error(void);
int main(void) {
  FILE *f = fopen("x", "r");
  if (!f) return 0;
  int c = getc(f);
  if (c == EOF && feof(f) && !ferror(f)) reach_error();
  fclose(f);
  return 0;
}
