/* SPDX-License-Identifier: MIT
 *
 * What replay.c and replay_plan.c share. */
#ifndef SCAN_REPLAY_INT_H
#define SCAN_REPLAY_INT_H

#include "replay/replay.h"
#include "scan/scan_int.h"

/* What an instruction is answered when it is first executed; `chain` says
 * which, see sites/plan.c. */
typedef struct ScanAnswer {
  bool is_piece; /* a part of fresh memory, from `offset` on */
  uint64_t offset;
  uint32_t bytes;
  FeGiven value;
  const char *chain;
} ScanAnswer;

/* The replay plan: a run that violates a check. */
typedef struct ScanPlan {
  Arena *texts;
  const char *callee;
  bool leaves;        /* a run does not see all uses of what it is about */
  bool inside;        /* it is about a part of an object, which no run sees */
  const char *cannot; /* why there is no run, or NULL */
  uint32_t n_blocks;
  Vec(FeGiven) args;
  Vec(FeStored) stores;
  Vec(ScanAnswer) answers;
} ScanPlan;

void scan_plan_read(ScanPlan *plan, const char *text, Arena *texts);
void scan_plan_done(ScanPlan *plan);
/* The number that stands for the address of a block in answers. */
uint64_t scan_plan_block(const Program *program, uint32_t number);
/* An EvGiver's. */
void scan_plan_give(void *context, const Program *program, InterpTable *out);

#endif
