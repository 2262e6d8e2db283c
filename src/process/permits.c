/* SPDX-License-Identifier: MIT
 *
 * A semaphore in memory that processes share. */
#include "process/permits.h"

#include <errno.h>
#include <semaphore.h>
#include <sys/mman.h>

struct Permits {
  sem_t left;
};

Permits *permits_new(uint32_t n) {
  require(n > 0);
  Permits *permits = mmap(NULL, sizeof *permits, PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (permits == MAP_FAILED) return NULL;
  if (sem_init(&permits->left, 1, n) == 0) return permits;
  munmap(permits, sizeof *permits);
  return NULL;
}

void permits_free(Permits *permits) {
  require(permits);
  sem_destroy(&permits->left);
  munmap(permits, sizeof *permits);
}

void permits_take(Permits *permits) {
  while (sem_wait(&permits->left) != 0) require(errno == EINTR);
}

bool permits_try(Permits *permits) {
  return sem_trywait(&permits->left) == 0;
}

void permits_give(Permits *permits) {
  int bad = sem_post(&permits->left);
  require(!bad);
}
