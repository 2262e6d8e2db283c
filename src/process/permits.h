/* SPDX-License-Identifier: MIT
 *
 * So many processes may work at a time, whoever started them: a process takes a
 * permit before it works and gives it back when it pauses or ends.  Whom it
 * works for is a *share* of the permits; several processes may work for the
 * same one, and no share waits for long because others want much. */
#ifndef PROCESS_PERMITS_H
#define PROCESS_PERMITS_H

#include "base/base.h"

enum { PERMITS_SHARES = 16 };

typedef struct Permits Permits;

/* `n` of them, for this process and all that it starts from now on; NULL: the
 * machine has no room. */
Permits *permits_new(uint32_t n);
void permits_free(Permits *permits);

typedef struct Share {
  Permits *permits; /* NULL: nobody else works; every permit is there */
  uint32_t number;  /* less than PERMITS_SHARES */
} Share;

/* False: none is left, or another share that had less wants one. */
BASE_MUST_USE bool share_try(Share share);
void share_take(Share share); /* waits for one, before the others: to end */
void share_give(Share share);

#endif
