/* SPDX-License-Identifier: MIT
 *
 * Calls of the library set errno. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int after_read(int fd) {
  char c;
  int failed = 0;
  errno = 0;
  (void)!read(fd, &c, 1);
  if (errno) return 1 / failed; /* fails: div */
  return c;
}

int at_the_end(DIR *dir) {
  int n = 0, failed = 0;
  do {
    errno = 0;
    n++;
  } while (readdir(dir));
  if (errno) return 1 / failed; /* fails: div */
  return n;
}

static int told(void) {
  return errno;
}
int by_another(const char *name) {
  errno = 0;
  if (open(name, O_RDONLY) < 0) return 1 / (told() - EACCES); /* fails: div */
  return 0;
}

int twice(int fd) {
  char c;
  int failed = 0;
  if (read(fd, &c, 1) < 0 && errno == EINTR) return 1;
  if (read(fd, &c, 1) < 0 && errno == EINTR) return 1 / failed; /* fails: div */
  return 0;
}
