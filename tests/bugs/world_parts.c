// property: unreach-call
// expect: unknown
// guards: a second has a million parts, users do not change, pages have a size
#include <sys/time.h>
#include <unistd.h>
void reach_error(void);
int main(void) {
  struct timeval t;
  if (gettimeofday(&t, 0) == 0 && (t.tv_usec < 0 || t.tv_usec > 999999))
    reach_error();
  if (getuid() != getuid() || getpagesize() <= 0) reach_error();
  return 0;
}
