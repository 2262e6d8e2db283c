/* SPDX-License-Identifier: MIT
 *
 * Pipes between processes.
 *
 * Whoever reads from a child that may hang does it with a deadline: poll() says
 * when there is something to read, and is asked again when a signal came. */
#include "process/pipe.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

bool pipe_open(int ends[2]) {
  return pipe2(ends, O_CLOEXEC) == 0;
}

bool pipe_open_two(int down[2], int up[2]) {
  if (!pipe_open(down)) return false;
  if (pipe_open(up)) return true;
  int error = errno;
  close(down[PIPE_READ]);
  close(down[PIPE_WRITE]);
  errno = error;
  return false;
}

void pipe_send(int fd, const void *bytes, size_t n) {
  const char *at = bytes;
  require(fd >= 0);
  while (n > 0) {
    ssize_t sent = write(fd, at, n);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) _exit(EXIT_INTERNAL);
    at += sent;
    n -= (size_t)sent;
  }
}

/* Waits until there is something to read, or the end of the pipe. */
static PipeEnd wait_until_readable(int fd, double deadline) {
  for (;;) {
    double left = deadline > 0 ? deadline - clock_now() : 1;
    if (left <= 0) return PIPE_LATE;
    if (left > 1000) left = 1000;
    struct pollfd on = {.fd = fd, .events = POLLIN};
    int ready = poll(&on, 1, (int)(left * 1000) + 1);
    if (ready > 0) return PIPE_DONE;
    if (ready < 0 && errno != EINTR) return PIPE_CLOSED;
  }
}

size_t pipe_read_some(int fd, void *bytes, size_t n, double deadline,
                      PipeEnd *end) {
  require(fd >= 0 && n > 0);
  *end = wait_until_readable(fd, deadline);
  if (*end != PIPE_DONE) return 0;
  ssize_t got;
  while ((got = read(fd, bytes, n)) < 0 && errno == EINTR) {
  }
  assert(got <= (ssize_t)n);
  if (got <= 0) *end = PIPE_CLOSED;
  return got > 0 ? (size_t)got : 0;
}

PipeEnd pipe_read(int fd, void *bytes, size_t n, double deadline) {
  char *at = bytes;
  PipeEnd end = PIPE_DONE;
  while (n > 0) {
    size_t got = pipe_read_some(fd, at, n, deadline, &end);
    if (end != PIPE_DONE) return end;
    at += got;
    n -= got;
  }
  return end;
}

PipeEnd pipe_read_all(int fd, Text *out, double deadline) {
  char part[4096];
  PipeEnd end;
  for (;;) {
    size_t got = pipe_read_some(fd, part, sizeof part, deadline, &end);
    if (end != PIPE_DONE) return end;
    text_add_n(out, part, got);
  }
}
