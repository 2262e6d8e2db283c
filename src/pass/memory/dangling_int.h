/* SPDX-License-Identifier: MIT
 *
 * Objects that are used after their death, from inside: see dangling.c. */
#ifndef PASS_MEMORY_DANGLING_INT_H
#define PASS_MEMORY_DANGLING_INT_H

#include "analysis/points.h"
#include "ir/address.h"
#include "pass/edit.h"
#include "pass/pass.h"

/* What dies: not what the instruction makes, or makes a pointer to; the one
 * object it makes; one of the objects it makes; or what this value points to.
 */
enum { DIES_NOT, DIES_OBJECT, DIES_INSTANCE, DIES_VALUE };

/* What instruction `made` makes, or makes a pointer to, dies at instruction
 * `at` of the block. */
typedef struct Death {
  uint32_t made, block, at;
} Death;

/* A pointer that is followed or compared: that operand of the instruction. */
static inline uint32_t dangling_use(uint32_t inst, uint32_t operand) {
  assert(operand < 2 && inst <= UINT32_MAX / 2);
  return 2 * inst + operand;
}

typedef struct Dangling {
  Program *p;
  Function *f;
  FuncId func;
  PassDead dead;
  Cfg *cfg;
  PointsTo *points; /* NULL: nobody asks */
  PointsTo *seen;   /* the same where the heap is seen */
  uint8_t *dies;    /* instruction -> DIES_ */
  uint8_t *told;    /* ALLOCA -> its address is not only followed */
  uint32_t n_insts;
  Vec(Death) deaths;
  PairVec suspects; /* (use, what it may go to when that is dead) */
  PairVec doubts;   /* the same of reads: what they give then is anything */
} Dangling;

/* The instruction at that place of the block. */
static inline uint32_t dangling_at(const Dangling *d, uint32_t block,
                                   uint32_t at) {
  return d->f->blocks.at[block].insts.at[at];
}

typedef void DanglingStep(Dangling *d, uint32_t block, uint32_t at,
                          const Inst *inst);
void dangling_for_all(Dangling *d, DanglingStep *step);

/* The pointers that an instruction follows or compares, as operands
 * [*first, result[. */
uint32_t dangling_followed(const Dangling *d, const Inst *inst,
                           uint32_t *first);
/* The instruction that the value is an address computed from, or 0. */
uint32_t dangling_root(const Dangling *d, Val val);
/* The objects that the pointer may be to, ascending. */
void dangling_targets(const Dangling *d, Val pointer, IndexVec *objects);
/* The bytes of what the instruction makes, if constant; 0: not, or none. */
uint64_t dangling_bytes(const Dangling *d, uint32_t made);
/* The pointer's distance from the start of the object, if that is known. */
bool dangling_offset(const Dangling *d, Val pointer, uint32_t made,
                     int64_t *offset);

/* Fills `suspects` and `doubts` (dangling_find.c). */
void dangling_find(Dangling *d);
/* Puts guards in front of them, and drops BEGIN and END (dangling_guard.c). */
void dangling_guard(Dangling *d);

/* The reasons of guards: what a run does not see, and what it sees. */
#define DANGLING_DEAD  "use of an object that is dead"
#define DANGLING_FREED "use of freed memory"
/* What is read there where it is anything. */
#define DANGLING_ANY "contents of an object that is dead"

#endif
