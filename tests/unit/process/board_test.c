/* SPDX-License-Identifier: MIT
 *
 * What a process puts on the board others read; what does not fit is lost. */
#include "process/board.h"
#include "process/child.h"
#include "unit/unit.h"

#include <unistd.h>

TEST(process_board) {
  Board *board = board_new();
  CHECK(board != NULL);
  CHECK(board_get(board, 0) == NULL);
  pid_t pid = child_fork(CHILD_HELPER);
  if (pid == 0) {
    board_put(board, "from a child");
    _exit(0);
  }
  (void)child_wait(pid);
  CHECK_TEXT(board_get(board, 0), "from a child");
  board_free(board);
}

TEST(process_board_full) {
  Board *board = board_new();
  char text[BOARD_LONGEST + 2];
  memset(text, 'x', sizeof text);
  text[BOARD_LONGEST + 1] = 0;
  board_put(board, text); /* too long */
  CHECK(board_get(board, 0) == NULL);
  text[BOARD_LONGEST] = 0;
  for (uint32_t i = 0; i < BOARD_MOST + 5; i++) board_put(board, text);
  CHECK_TEXT(board_get(board, BOARD_MOST - 1), text);
  board_free(board);
}
