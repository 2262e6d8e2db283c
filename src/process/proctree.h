/* SPDX-License-Identifier: MIT
 *
 * All descendants of this process: what they use, and their end. */
#ifndef PROCESS_PROCTREE_H
#define PROCESS_PROCTREE_H

#include "base/base.h"

#include <sys/types.h>

typedef struct TreeUse {
  double cpu;   /* seconds, with those of dead descendants */
  uint64_t rss; /* bytes resident, shared pages counted in each process */
} TreeUse;

/* Measures all descendants of the calling process but `skip`. */
TreeUse tree_measure(Mem *mem, pid_t skip);
/* Bytes resident, a page shared by n processes counted 1/n in each; slower. */
uint64_t tree_exact_memory(Mem *mem, pid_t skip);
/* Kills and reaps all descendants but `skip`. */
void tree_kill(Mem *mem, pid_t skip);

#endif
