// property: unreach-call
// expect: true
// guards: functions without a model write what they are given, also the fourth
// and fifth argument, and nothing else
#define _GNU_SOURCE
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
extern void reach_error(void);
int main(void) {
  int pair[2] = {0, 0}, kept = 7;
  struct statx known;
  struct timespec pause = {0, 1}, rest = {0, 0};
  socklen_t size = sizeof kept;
  socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
  statx(0, "file", 0, 0, &known);
  clock_nanosleep(CLOCK_REALTIME, 0, &pause, &rest);
  if (kept != 7 || pause.tv_nsec != 1) reach_error();
  if (getsockopt(pair[0], SOL_SOCKET, SO_TYPE, &kept, &size) && kept == 7)
    return 1;
  return 0;
}
