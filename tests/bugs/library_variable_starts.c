// property: unreach-call
// expect: unknown
// guards: optind starts with 1 (a wrong false)
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  if (optind != 1) reach_error();
  return 0;
}
