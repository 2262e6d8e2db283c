// property: valid-deref
// expect: false
// guards: strcpy does not call a stpcpy of the program's
#include <string.h>
char *stpcpy(char *to, const char *from) {
  return to;
}
int main(void) {
  char small[2];
  strcpy(small, "abcdef");
  return 0;
}
