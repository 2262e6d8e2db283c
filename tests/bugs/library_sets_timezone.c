// property: assertion
// expect: unknown
// guards: functions that tell the local time set timezone and its like
#include <assert.h>
extern long timezone;
extern void *localtime(const long *);

int main(void) {
  long now = 0;
  timezone = 5;
  localtime(&now);
  assert(timezone == 5);
  return 0;
}
