/* SPDX-License-Identifier: MIT
 *
 * Permits that are shared fairly.
 *
 * Problem: whoever gives a permit back may want it again at once, and is there
 * before those that wait have noticed.  So one hard question would keep all
 * others, some of them easy, from being looked at.
 *
 * Idea: who had little goes first.  A share's *level* is the logarithm of the
 * time for which it had permits; whoever asks for one is refused if a share of
 * a lower level, or one of the same level with a smaller number, asked a moment
 * ago.  So each share gets a little at first, then each twice as much, and so
 * on, as runners do within a race: what is easy is settled soon, and of a few
 * hard ones the first still gets half of all the time.
 *
 * A wish that is not repeated is forgotten, for the process may be dead.  So is
 * what a process did that died while it had the lock: all that is inside are
 * numbers that are right at any time. */
#include "process/permits.h"

#include <errno.h>
#include <pthread.h>
#include <sys/mman.h>
#include <time.h>

#define WISH_LASTS_S  0.03 /* races ask again sooner than that */
#define FIRST_LEVEL_S 0.05

/* One share's part. */
typedef struct Part {
  double used;   /* seconds, of each permit */
  double since;  /* when `used` was right */
  uint32_t held; /* permits */
  double wish;   /* when it last asked in vain; 0 never */
  bool is_last;  /* the wish is for the end of its work */
} Part;

struct Permits {
  pthread_mutex_t lock;
  uint32_t left;
  Part parts[PERMITS_SHARES];
};

static bool set_up(Permits *permits, uint32_t n) {
  pthread_mutexattr_t lock;
  pthread_mutexattr_init(&lock);
  bool good =
      pthread_mutexattr_setpshared(&lock, PTHREAD_PROCESS_SHARED) == 0 &&
      pthread_mutexattr_setrobust(&lock, PTHREAD_MUTEX_ROBUST) == 0 &&
      pthread_mutex_init(&permits->lock, &lock) == 0;
  pthread_mutexattr_destroy(&lock);
  permits->left = n;
  return good;
}

Permits *permits_new(uint32_t n) {
  require(n > 0);
  Permits *permits = mmap(NULL, sizeof *permits, PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (permits == MAP_FAILED) return NULL;
  if (set_up(permits, n)) return permits;
  munmap(permits, sizeof *permits);
  return NULL;
}

void permits_free(Permits *permits) {
  require(permits);
  munmap(permits, sizeof *permits);
}

static void lock(Permits *permits) {
  int end = pthread_mutex_lock(&permits->lock);
  require(end == 0 || end == EOWNERDEAD);
  if (end == EOWNERDEAD) pthread_mutex_consistent(&permits->lock);
}

static void unlock(Permits *permits) {
  int bad = pthread_mutex_unlock(&permits->lock);
  require(!bad);
}

static Part *part_of(Share share) {
  require(share.number < PERMITS_SHARES);
  return &share.permits->parts[share.number];
}

static double used_by(const Part *part, double now) {
  return part->used + part->held * (now - part->since);
}

static void set_held(Part *part, uint32_t held, double now) {
  part->used = used_by(part, now);
  part->since = now;
  part->held = held;
}

static uint32_t level_of(const Part *part, double now) {
  uint32_t level = 1;
  for (double most = FIRST_LEVEL_S; used_by(part, now) > most; most *= 2)
    level++;
  return part->is_last ? 0 : level;
}

/* Does another go first? */
static bool is_behind(Share share, double now) {
  uint32_t mine = level_of(part_of(share), now);
  for (uint32_t i = 0; i < PERMITS_SHARES; i++) {
    const Part *other = &share.permits->parts[i];
    if (i == share.number || now - other->wish > WISH_LASTS_S) continue;
    uint32_t level = level_of(other, now);
    if (level < mine || (level == mine && i < share.number)) return true;
  }
  return false;
}

static void take(Share share, double now) {
  Part *part = part_of(share);
  require(share.permits->left > 0);
  share.permits->left--;
  set_held(part, part->held + 1, now);
  part->wish = 0;
}

static bool try(Share share, bool is_last) {
  if (!share.permits) return true;
  lock(share.permits);
  double now = clock_now();
  part_of(share)->is_last = is_last;
  bool is_given = share.permits->left > 0 && !is_behind(share, now);
  if (is_given)
    take(share, now);
  else
    part_of(share)->wish = now;
  unlock(share.permits);
  return is_given;
}

bool share_try(Share share) {
  return try(share, false);
}

void share_take(Share share) {
  static const struct timespec moment = {.tv_nsec = 1000000};
  while (!try(share, true)) nanosleep(&moment, NULL);
}

void share_give(Share share) {
  if (!share.permits) return;
  lock(share.permits);
  Part *part = part_of(share);
  if (part->held > 0) { /* else it was given back by one who died */
    set_held(part, part->held - 1, clock_now());
    share.permits->left++;
  }
  unlock(share.permits);
}
