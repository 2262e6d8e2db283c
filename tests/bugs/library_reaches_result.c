// property: unreach-call
// expect: unknown
// guards: a pointer that a library function returns leads to what it was given
#include <time.h>
extern void reach_error(void);
int main(void) {
  time_t t = 0;
  struct tm tm;
  tm.tm_year = 0;
  struct tm *p = gmtime_r(&t, &tm);
  if (p) p->tm_year = 1;
  if (tm.tm_year == 1) reach_error();
  return 0;
}
