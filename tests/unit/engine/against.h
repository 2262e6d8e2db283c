/* SPDX-License-Identifier: MIT
 *
 * An engine on tiny random programs, against the truth found by visiting every
 * state; every proof goes through the proof checker. */
#ifndef TESTS_UNIT_ENGINE_AGAINST_H
#define TESTS_UNIT_ENGINE_AGAINST_H

#include "encode/encode.h"
#include "engine/engine.h"

typedef enum AgainstHelp { ALONE, WITH_ABSINT } AgainstHelp;

typedef struct Against {
  const Engine *engine;
  EncBlocks blocks;
  AgainstHelp help;
  EnginePredicate predicate;
  uint64_t seed;
  uint32_t rounds;
} Against;

/* No wrong claim, no rejected proof, and most programs decided. */
void against_truth(const Against *against);

#endif
