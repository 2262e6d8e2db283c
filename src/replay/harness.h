/* SPDX-License-Identifier: MIT
 *
 * Private to replay: what a harness must know (runtime/replay.c). */
#ifndef REPLAY_HARNESS_H
#define REPLAY_HARNESS_H

#include "replay/replay.h"

/* Rows of numbers, or room for zeros. */
typedef struct HarnessTable {
  const char *type, *name; /* in C */
  uint32_t columns;
  Vec(uint64_t) cells;
  uint32_t zeros,
      bytes; /* how many of how many bytes each; 0: there are rows */
} HarnessTable;

typedef struct Harness {
  Mem *mem;
  const EvReplay *replay;
  const char *token;
  Vec(HarnessTable) tables;
} Harness;

enum { HARNESS_MOST_DATA = 16 };

/* When the error is reached the harness says `token` on file descriptor 3, and
 * a letter for the PropertyKind. */
void harness_init(Harness *h, const EvReplay *replay, const char *token);
void harness_done(Harness *h);
/* All of the harness as one C file. */
void harness_print(Text *out, const Harness *h);
/* The tables for what was compiled before; returns how many. */
uint32_t harness_data(const Harness *h, FeData *out, uint32_t most);

#endif
