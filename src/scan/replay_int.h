/* SPDX-License-Identifier: MIT
 *
 * What replay.c and replay_orders.c share. */
#ifndef SCAN_REPLAY_INT_H
#define SCAN_REPLAY_INT_H

#include "replay/replay.h"
#include "scan/scan_int.h"

/* What an instruction is answered when it is first executed; `chain` says
 * which, see sites_replay.c. */
typedef struct ScanAnswer {
  bool is_piece; /* a part of fresh memory, from `offset` on */
  uint64_t offset;
  uint32_t bytes;
  FeGiven value;
  const char *chain;
} ScanAnswer;

/* A run that violates a check. */
typedef struct ScanOrders {
  Arena *texts;
  const char *callee;
  const char *cannot; /* why there is no run, or NULL */
  uint32_t n_blocks;
  Vec(FeGiven) args;
  Vec(FeStored) stores;
  Vec(ScanAnswer) answers;
} ScanOrders;

void scan_orders_read(ScanOrders *orders, const char *text, Arena *texts);
void scan_orders_done(ScanOrders *orders);
/* The number that stands for the address of a block in answers. */
uint64_t scan_orders_block(const Program *program, uint32_t number);
/* An EvGiver's. */
void scan_orders_give(void *context, const Program *program, InterpTable *out);

#endif
