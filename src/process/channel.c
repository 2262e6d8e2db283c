/* SPDX-License-Identifier: MIT
 *
 * Framed records over a pipe. */
#include "process/channel.h"

#include "process/pipe.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

typedef struct Frame { /* head of each record */
  uint64_t kind;
  uint64_t bytes;
} Frame;

void channel_send(int fd, uint64_t kind, const char *text, size_t n) {
  Frame frame = {kind, n};
  require(fd >= 0);
  pipe_send(fd, &frame, sizeof frame);
  pipe_send(fd, text, n);
}

void channel_init(Channel *channel, Mem *mem) {
  channel->fd = -1;
  text_init(&channel->incoming, mem);
}

void channel_open(Channel *channel, int fd) {
  require(channel->fd < 0 && fd >= 0);
  channel->fd = fd;
  fcntl(fd, F_SETFL, O_NONBLOCK);
}

static void close_fd(Channel *channel) {
  if (channel->fd >= 0) close(channel->fd);
  channel->fd = -1;
}

void channel_done(Channel *channel) {
  close_fd(channel);
  text_done(&channel->incoming);
}

/* Takes the whole records out of `incoming`. */
static void take_records(Channel *channel, ChannelTake *take, void *context) {
  Text *incoming = &channel->incoming;
  size_t done = 0;
  Frame frame;
  while (incoming->n - done >= sizeof frame) {
    memcpy(&frame, incoming->text + done, sizeof frame);
    if (incoming->n - done - sizeof frame < frame.bytes) break;
    take(context, frame.kind, incoming->text + done + sizeof frame,
         frame.bytes);
    done += sizeof frame + frame.bytes;
  }
  if (done == 0) return;
  assert(done <= incoming->n);
  memmove(incoming->text, incoming->text + done, incoming->n - done);
  incoming->n -= done;
}

void channel_drain(Channel *channel, ChannelTake *take, void *context) {
  char part[1 << 16];
  ssize_t n = 0;
  while (channel->fd >= 0 && (n = read(channel->fd, part, sizeof part)) > 0)
    text_add_n(&channel->incoming, part, (size_t)n);
  if (channel->fd >= 0 && n == 0) close_fd(channel);
  take_records(channel, take, context);
}
