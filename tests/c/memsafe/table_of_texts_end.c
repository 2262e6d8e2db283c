// property: valid-deref
// expect: false
// guards: behind the end of a table of texts there is none
#include <stdio.h>
static const char *const names[] = {"open", "closed", "locked"};
int main(void) {
  int state = 0, c;
  while ((c = getchar()) != EOF) {
    if (state == 0 && c == 'c') state = 1;
    if (state == 1 && c == 'l') state = 2;
    if (state == 2 && c == 'k') state = 3;
    puts(names[state]);
  }
  return 0;
}
