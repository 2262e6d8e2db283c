// property: unreach-call
// expect: unknown
// guards: Clocks do not go back.
#include <time.h>
void reach_error(void);
int main(void) {
  clock_t a = clock(), b = clock();
  if (a != -1 && b != -1 && b < a) reach_error();
  return 0;
}
