// property: unreach-call
// expect: false
// guards: asctime was said to write 26 bytes at most (a wrong true)
#include <string.h>
#include <time.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  struct tm date = {.tm_mday = 1};
  date.tm_year = 99999;
  const char *text = asctime(&date);
  if (text && strlen(text) >= 26) reach_error();
  return 0;
}
