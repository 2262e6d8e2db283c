/* SPDX-License-Identifier: MIT
 *
 * Framed records over a pipe: what a process sends to the one that started it.
 * Results come over pipes and not through files, so that a full disk cannot
 * lose a verdict; a record counts only when it arrived whole. */
#ifndef PROCESS_CHANNEL_H
#define PROCESS_CHANNEL_H

#include "base/base.h"

/* Sends one record.  Ends the process when nobody listens any more. */
void channel_send(int fd, uint64_t kind, const char *text, size_t n);

/* The reading side. */
typedef struct Channel {
  int fd;        /* does not block; -1: closed */
  Text incoming; /* bytes not yet a whole record */
} Channel;

void channel_init(Channel *channel, Mem *mem);
void channel_done(Channel *channel);
/* Takes over the reading end. */
void channel_open(Channel *channel, int fd);

/* What becomes of a record. */
typedef void ChannelTake(void *context, uint64_t kind, const char *text,
                         size_t n);
/* Reads what is there now and hands on the whole records; closes the channel
 * when the other side has. */
void channel_drain(Channel *channel, ChannelTake *take, void *context);

#endif
