/* SPDX-License-Identifier: MIT
 *
 * Permits: as many as there are, and who had little goes first. */
#include "process/child.h"
#include "process/permits.h"
#include "unit/unit.h"

#include <time.h>
#include <unistd.h>

static void wait_ms(long ms) {
  struct timespec pause = {.tv_nsec = ms * 1000000};
  nanosleep(&pause, NULL);
}

TEST(process_permits_count) {
  Permits *permits = permits_new(2);
  Share first = {permits, 0}, second = {permits, 1};
  CHECK(share_try(first) && share_try(first));
  CHECK(!share_try(second));
  share_give(first);
  CHECK(share_try(second));
  CHECK(!share_try(first));
  share_give(second);
  share_give(second); /* there is none: nothing happens */
  CHECK(share_try(first));
  CHECK(!share_try(first));
  permits_free(permits);
}

/* Who had much does not get it back while one who had nothing wants it, and
 * does if that one no longer asks. */
TEST(process_permits_fair) {
  Permits *permits = permits_new(1);
  Share hard = {permits, 0}, easy = {permits, 1};
  CHECK(share_try(hard));
  wait_ms(120);
  CHECK(!share_try(easy));
  share_give(hard);
  CHECK(!share_try(hard));
  CHECK(share_try(easy));
  share_give(easy);
  CHECK(share_try(hard));
  CHECK(!share_try(easy));
  share_give(hard);
  wait_ms(60);
  CHECK(share_try(hard));
  permits_free(permits);
}

/* The end of a share's work comes before that of one who had less. */
TEST(process_permits_end) {
  Permits *permits = permits_new(1);
  Share hard = {permits, 1}, easy = {permits, 0};
  CHECK(share_try(hard));
  wait_ms(120);
  share_give(hard);
  CHECK(share_try(easy));
  pid_t pid = child_fork(CHILD_HELPER);
  if (pid == 0) {
    share_take(hard);
    _exit(0);
  }
  wait_ms(20);
  share_give(easy);
  CHECK(child_wait(pid).code == 0);
  CHECK(!share_try(easy)); /* the child kept it */
  permits_free(permits);
}

TEST(process_permits_nobody_else) {
  Share alone = {0};
  CHECK(share_try(alone) && share_try(alone));
  share_take(alone);
  share_give(alone);
}
