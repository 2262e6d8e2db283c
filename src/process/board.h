/* SPDX-License-Identifier: MIT
 *
 * A board of short texts that processes share: whoever was forked from where it
 * was made may put some up and read what others did.  Nothing is ever taken
 * down; when there is no room left, what comes is lost. */
#ifndef PROCESS_BOARD_H
#define PROCESS_BOARD_H

#include "base/base.h"

typedef struct Board Board;

enum { BOARD_MOST = 128, BOARD_LONGEST = 1000 }; /* texts, bytes of one */

Board *board_new(void); /* NULL: the system has no memory for it */
void board_free(Board *board);
/* One that is too long is lost. */
void board_put(Board *board, const char *text);
/* Text number i, [0..BOARD_MOST[; NULL: there is none, or not yet.  It stays as
 * it is. */
const char *board_get(const Board *board, uint32_t i);

#endif
