/* SPDX-License-Identifier: MIT
 *
 * Pipes between processes: opening, writing, and reading against a deadline. */
#ifndef PROCESS_PIPE_H
#define PROCESS_PIPE_H

#include "base/base.h"

#include <sys/types.h>

enum { PIPE_READ = 0, PIPE_WRITE = 1 }; /* the ends, as pipe2() orders them */

/* One pipe that exec closes.  False with errno. */
BASE_MUST_USE bool pipe_open(int ends[2]);
/* Two of them, to a child and from it; both or none. */
BASE_MUST_USE bool pipe_open_two(int down[2], int up[2]);

/* All of it to a pipe or socket; ends the process when nobody listens any
 * more. */
void pipe_send(int fd, const void *bytes, size_t n);

/* Why reading came to an end. */
typedef enum PipeEnd {
  PIPE_DONE,   /* all that was asked for is there */
  PIPE_CLOSED, /* nobody writes any more */
  PIPE_LATE    /* the deadline has passed */
} PipeEnd;

/* Deadlines are of clock_now(); 0 is none. */

/* Waits until there is something and reads it: the number of bytes, or 0; then
 * *end says why. */
size_t pipe_read_some(int fd, void *bytes, size_t n, double deadline,
                      PipeEnd *end);
/* Exactly `n` bytes. */
BASE_MUST_USE PipeEnd pipe_read(int fd, void *bytes, size_t n, double deadline);
/* All until nobody writes any more (PIPE_CLOSED), appended to `out`. */
BASE_MUST_USE PipeEnd pipe_read_all(int fd, Text *out, double deadline);

#endif
