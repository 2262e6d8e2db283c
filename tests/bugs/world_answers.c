// property: unreach-call
// expect: true
// guards: Answers of the system have their ranges.
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
void reach_error(void);
int main(void) {
  struct pollfd f = {0, POLLIN, 0};
  int a = close(3), b = dup(0), c = open("x", O_RDONLY), d = poll(&f, 1, 0);
  int ends[2];
  if (a != 0 && a != -1) reach_error();
  if (b < -1 || c < -1 || d < -1 || d > 1) reach_error();
  if (getpid() <= 0 || getpid() != getpid()) reach_error();
  if (pipe(ends) == 0 && ends[0] == ends[1]) reach_error();
  if (fileno(stdin) != 0) reach_error();
  return 0;
}
