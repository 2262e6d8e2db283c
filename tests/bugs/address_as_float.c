// property: unreach-call
// expect: unknown
// guards: an address read as a float was compared by FCMP, unseen
#include <string.h>
extern void reach_error(void);
int variable;
int main(void) {
  int *at = &variable;
  float f;
  memcpy(&f, &at, sizeof f);
  if (f != 0 && f < 1e-38f) reach_error();
  return 0;
}
