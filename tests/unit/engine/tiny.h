/* SPDX-License-Identifier: MIT
 *
 * Tiny random programs over variables of a few bits, and the truth about them
 * by visiting every state. */
#ifndef TESTS_UNIT_ENGINE_TINY_H
#define TESTS_UNIT_ENGINE_TINY_H

#include "ir/program.h"

typedef struct TinyShape {
  uint32_t blocks; /* at least 3 */
  uint32_t vars;
  uint32_t bits;
} TinyShape;

/* A valid program: every block has a phi for every variable. */
Program *tiny_program(Mem *mem, Rng *rng, TinyShape shape);

typedef enum TinyTruth { TINY_SAFE, TINY_UNSAFE } TinyTruth;
TinyTruth tiny_truth(Mem *mem, const Program *program, TinyShape shape);

#endif
