// property: unreach-call,assertion
// args: --64
// expect: unknown
// guards: the low bits of an address were not taken for a look at it
#include <stdint.h>
extern void reach_error(void);
char g;
int main(void) {
  if ((unsigned char)(uintptr_t)&g & 1) reach_error();
  return 0;
}
