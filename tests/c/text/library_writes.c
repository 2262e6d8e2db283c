// property: unreach-call
// expect: false
// guards: what a function without a model writes is what the real one does
#include <arpa/inet.h>
extern void reach_error(void);
int main(void) {
  struct in_addr a;
  if (inet_aton("1.2.3.4", &a) && a.s_addr == 0x04030201) reach_error();
  return 0;
}
