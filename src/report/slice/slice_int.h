/* SPDX-License-Identifier: MIT
 *
 * What is known of a function before it runs. */
#ifndef REPORT_SLICE_INT_H
#define REPORT_SLICE_INT_H

#include "analysis/analysis.h"

typedef struct SliceFunction {
  bool is_ready;
  uint32_t n_insts, n_blocks;
  uint32_t *block_of; /* inst -> block */
  VarId *variable_of; /* phi -> the C variable it is the value of; 0 none */
  Rows deciders;      /* block -> blocks whose branch decides about it */
  uint8_t *is_doomed; /* block: every way from it ends the run */
} SliceFunction;

void slice_function_init(SliceFunction *info, Mem *mem, const Function *f);
void slice_function_done(SliceFunction *info, Mem *mem);

#endif
