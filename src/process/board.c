/* SPDX-License-Identifier: MIT
 *
 * Slots in shared memory.  A writer takes the next free slot and says when it
 * is filled; one that is killed on the way leaves an empty one behind, and
 * nobody ever waits. */
#include "process/board.h"

#include <stdatomic.h>
#include <sys/mman.h>

typedef struct Slot {
  atomic_bool filled;
  char text[BOARD_LONGEST + 1];
} Slot;

struct Board {
  atomic_uint taken;
  Slot slots[BOARD_MOST];
};

Board *board_new(void) {
  Board *board = mmap(NULL, sizeof *board, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return board == MAP_FAILED ? NULL : board;
}

void board_free(Board *board) {
  require(board);
  munmap(board, sizeof *board);
}

void board_put(Board *board, const char *text) {
  require(board && text);
  size_t n = strlen(text);
  if (n > BOARD_LONGEST || atomic_load(&board->taken) >= BOARD_MOST) return;
  uint32_t i = atomic_fetch_add(&board->taken, 1);
  if (i >= BOARD_MOST) return;
  memcpy(board->slots[i].text, text, n + 1);
  atomic_store(&board->slots[i].filled, true);
}

const char *board_get(const Board *board, uint32_t i) {
  require(board && i < BOARD_MOST);
  const Slot *slot = &board->slots[i];
  return atomic_load(&slot->filled) ? slot->text : NULL;
}
