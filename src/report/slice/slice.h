/* SPDX-License-Identifier: MIT
 *
 * The dynamic slice of a run: which of the instructions executed have to do
 * with how it ended. */
#ifndef REPORT_SLICE_H
#define REPORT_SLICE_H

#include "report/values/values.h"

typedef struct RepSlice RepSlice;

/* Nothing is recorded of a run of more than that many instructions. */
enum { REP_SLICE_MOST = 1000000 };

RepSlice *rep_slice_new(Mem *mem, const Program *program);
void rep_slice_free(RepSlice *s);
/* Sees an instruction of the run, before `memory` does; gives its event, a
 * number that grows. */
uint32_t rep_slice_step(RepSlice *s, const RepMemory *memory,
                        const InterpPlace *place);
/* The event of an operand in the activation on top, or 0: constants. */
uint32_t rep_slice_operand(const RepSlice *s, Val value);
/* The event that began activation `depth` (1..), its call. */
uint32_t rep_slice_call(const RepSlice *s, uint32_t depth);

/* The run ended here, in an error: marks what decided that. */
void rep_slice_end(RepSlice *s);
/* Marks an event, too; 0 is none. */
void rep_slice_mark(RepSlice *s, uint32_t event);
/* Marks all that marked events depend on. */
void rep_slice_close(RepSlice *s);
bool rep_slice_has(const RepSlice *s, uint32_t event);

#endif
