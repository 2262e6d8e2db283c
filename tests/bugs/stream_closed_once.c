// property: valid-deref
// expect: true
// guards: standard streams are there; one that was opened is until it is closed
#include <stdio.h>
int main(void) {
  FILE *f = fopen("some", "r");
  int c;
  if (!f) {
    fputs("no such file\n", stderr);
    return 1;
  }
  while ((c = fgetc(f)) != EOF) putc(c, stdout);
  fclose(f);
  fclose(stdout);
  return 0;
}
