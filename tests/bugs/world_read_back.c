// property: unreach-call
// expect: unknown
// guards: What the program wrote to a file is not just anything when it is read.
#include <stdio.h>
void reach_error(void);
int main(void) {
  char b[4] = {0};
  FILE *f = tmpfile();
  if (!f || fwrite("abc", 1, 3, f) != 3) return 0;
  rewind(f);
  if (fread(b, 1, 3, f) == 3 && b[0] != 'a') reach_error();
  fclose(f);
  return 0;
}
