/* SPDX-License-Identifier: MIT
 *
 * Buffers that the library finds in a table. */
#include <sys/socket.h>
#include <sys/uio.h>

int read_there(int fd) {
  int x = 1;
  struct iovec to = {&x, sizeof x};
  if (readv(fd, &to, 1) < 0) return 0;
  return 1 / x; /* fails: div */
}

static int receive(int fd, struct iovec *to) {
  struct msghdr message = {.msg_iov = to, .msg_iovlen = 1};
  return recvmsg(fd, &message, 0) < 0;
}
int receive_there(int fd) {
  int x = 1;
  struct iovec to = {&x, sizeof x};
  if (receive(fd, &to)) return 0;
  return 1 / x; /* fails: div */
}
