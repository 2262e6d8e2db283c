// property: valid-deref
// expect: false
// guards: atof reads its text to the end
#include <stdlib.h>
int main(void) {
  char text[3] = {'1', '2', '3'};
  return atof(text) > 0;
}
