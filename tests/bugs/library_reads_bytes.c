// property: valid-deref
// expect: unknown
// guards: what a function of the library without a model reads is not looked at: no proof
#include <sys/socket.h>
int main(void) {
  char bytes[10] = "123456789";
  send(1, bytes, 100, 0);
  return 0;
}
