/* SPDX-License-Identifier: MIT
 *
 * Unrolling, from inside. */
#ifndef PASS_UNROLL_INT_H
#define PASS_UNROLL_INT_H

#include "pass/pass.h"
#include "pass/edit.h"
#include "analysis/analysis.h"

typedef struct Unroller {
  Program *p;
  Function *f;
  Cfg *cfg;
  LoopForest *forest;
  const Loop *loop;   /* the one looked at */
  uint8_t *inside;    /* block -> 1: of the loop */
  uint32_t size;      /* instructions of the loop */
  uint32_t total;     /* of the function */
  uint32_t max;       /* as many may become of it */
  uint64_t evaluated; /* instructions, in all rounds of all loops */
  PassUnroll which;
  uint32_t rounds; /* so many, counted or not; 0: as counted */
} Unroller;

/* Unrolls one loop, the innermost that can be. */
bool unroll_one(Unroller *u);

#endif
