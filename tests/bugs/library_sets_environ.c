// property: assertion
// expect: unknown
// guards: setenv may move the table that environ points to
#include <assert.h>
#include <stdlib.h>
extern char **environ;

int main(void) {
  char **before = environ;
  setenv("A_B", "c", 1);
  assert(environ == before);
  return 0;
}
