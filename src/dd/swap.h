/* SPDX-License-Identifier: MIT
 *
 * Swapping neighbours in the order (swap.c), for those who look for a better
 * one (reorder.c). */
#ifndef DD_SWAP_H
#define DD_SWAP_H

#include "dd/dd_int.h"

typedef Vec(uint32_t) DdNodes;

/* What moves as one: a group of labels, and labels without nodes that stand
 * below it and go where it goes. */
typedef struct DdBlock {
  uint32_t group;
  uint32_t n_own; /* labels of the group: the first */
  uint32_t n;     /* labels in all */
} DdBlock;

typedef struct DdSwap {
  DdStore *dd;
  uint32_t *refs; /* node -> parents and roots */
  uint32_t cap_refs;
  DdNodes *at;         /* label -> its nodes */
  Vec(DdBlock) blocks; /* by place, the top first */
  uint32_t top;        /* level of the first block */
  DdNodes moved;       /* scratch: nodes of A that depend on B */
  DdNodes lists;    /* scratch: their lists: label, side, ..., 0, last side */
  DdNodes starts;   /* scratch: where each list starts */
  DdNodes firsts;   /* scratch: the uppermost label of B in each */
  DdNodes a_labels; /* scratch: one list over A ... */
  DdNodes sides;    /* ... its sides, one more than labels */
  DdNodes b_labels; /* scratch: all labels of B in the sides */
  DdNodes values;   /* scratch: for each interval of B the list over A */
  DdNodes ends;     /* scratch: where each first label's nodes end ... */
  DdNodes sorted;   /* ... in this order of the moved */
} DdSwap;

typedef enum DdBlocks {
  DD_BLOCKS_ALL, /* each group is a block */
  DD_BLOCKS_LIVE /* each group that has nodes */
} DdBlocks;

/* The store must have been collected. */
void dd_swap_init(DdSwap *s, DdStore *dd, DdBlocks blocks);
void dd_swap_done(DdSwap *s);
/* The block at `place`, which starts at `level`, and the next one change
 * places. */
void dd_swap(DdSwap *s, uint32_t place, uint32_t level);

#endif
