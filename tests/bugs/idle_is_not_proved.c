// expect: unknown
// guards: nothing that is seen could violate it, but not all is seen: no proof
#include <limits.h>
int large = INT_MAX + 1;
int main(void) {
  return large == 0;
}
