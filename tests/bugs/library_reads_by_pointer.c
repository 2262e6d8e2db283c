// property: valid-deref
// expect: unknown
// guards: a function of the library that reads, called through a pointer
#include <fnmatch.h>
#include <stddef.h>
int main(void) {
  int (*match)(const char *, const char *, int) = fnmatch;
  return match(NULL, "a", 0);
}
