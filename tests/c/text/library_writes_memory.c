// property: valid-memsafety
// expect: unknown
// says: sigemptyset
// guards: how much a function without a model writes is not known
#include <signal.h>
int main(void) {
  sigset_t set;
  sigemptyset(&set);
  return 0;
}
