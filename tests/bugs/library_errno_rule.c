// property: unreach-call
// expect: unknown
// says: errno after log
// guards: errno that follows a rule of its own
#include <errno.h>
#include <math.h>
extern void reach_error(void);
int main(void) {
  errno = 0;
  if (log(-1) < 0) return 1;
  if (errno == EDOM) reach_error();
  return 0;
}
