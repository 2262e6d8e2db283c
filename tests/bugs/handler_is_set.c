// property: unreach-call
// expect: unknown
// guards: a handler of the program's may be called at any time
#include <signal.h>
extern void reach_error(void);
static void stop(int number) { reach_error(); }
int main(void) {
  signal(SIGINT, SIG_IGN);
  signal(SIGINT, stop);
  for (;;) {}
}
