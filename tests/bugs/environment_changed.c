// property: assertion
// expect: unknown
// guards: what the program put into its environment is not kept, so no run that asks for it is believed
#include <assert.h>
#include <stdlib.h>
int main(void) {
  if (setenv("A", "b", 1) == 0) assert(getenv("A"));
  return 0;
}
