// property: unreach-call
// expect: unknown
// guards: a variable that the library sets is not NULL in a run
#include <time.h>
extern void reach_error(void);
int main(void) {
  if (!tzname[0]) reach_error();
}
