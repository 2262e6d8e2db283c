// property: assertion
// expect: true
// guards: setenv is followed where nobody looks at the environment itself
#include <assert.h>
extern int setenv(const char *, const char *, int);

int main(void) {
  char name[] = "A_B";
  int end = setenv(name, "c", 1);
  assert(end == 0 || end == -1);
  assert(name[1] == '_');
  return 0;
}
