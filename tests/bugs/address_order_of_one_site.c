// property: unreach-call,assertion
// args: --64
// expect: unknown
// guards: two objects of one malloc were taken for one: their order was known
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  uintptr_t a = 0;
  for (int i = 0; i < 5; i++) {
    uintptr_t b = (uintptr_t)malloc(200000);
    if (a > b) reach_error();
    a = b;
  }
  return 0;
}
