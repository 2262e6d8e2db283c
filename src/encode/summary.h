/* SPDX-License-Identifier: MIT
 *
 * Which places of a control-flow graph become locations.  Pure graph work:
 * the graph may stem from a program or from a test. */
#ifndef ENCODE_SUMMARY_H
#define ENCODE_SUMMARY_H

#include "base/base.h"

typedef enum EncBlocks {
  ENC_SINGLE, /* every block */
  ENC_RULES,  /* the fixpoint of the large-block rules */
  ENC_CUTSET  /* entry, sinks, and targets of back edges of a DFS */
} EncBlocks;

/* Nodes are [0..n[, node 0 is the entry.  Parallel edges are one edge. */
typedef struct EncGraph {
  uint32_t n;
  uint32_t *first; /* successors of v: targets[first[v] .. first[v+1][ */
  uint32_t *targets;
} EncGraph;

/* Sets kept[v] for each node that stays a location.  Nodes that cannot be
 * reached from the entry are never kept.  A cycle always has a kept node.
 * Near-linear in the edges. */
void enc_choose(const EncGraph *graph, EncBlocks blocks, Mem *mem,
                uint8_t *kept);

#endif
