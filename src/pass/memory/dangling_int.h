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

/* Whose address leaves functions that stay called (dangling_leaves.c). */
typedef struct DanglingLeaves DanglingLeaves;
DanglingLeaves *dangling_leaves_new(const Program *p);
void dangling_leaves_free(DanglingLeaves *leaves);
/* May the function return something that is computed from that parameter (1 is
 * the first)? */
bool dangling_param_returns(const DanglingLeaves *leaves, FuncId f,
                            uint32_t param);
/* May the address of that local be known to anybody when it is dead? */
bool dangling_local_leaves(const DanglingLeaves *leaves, FuncId f,
                           uint32_t local);

/* What is known of functions that stay called (dangling_called.c). */
typedef struct DanglingCalled DanglingCalled;

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
  DanglingCalled *called; /* NULL: nothing stays called, or nobody asks */
  PairVec suspects; /* (use, what it may go to when that is dead); a call is a
                       use of its operand 0; DANGLING_SOMEWHERE: something */
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

/* What dies in a function that stays called: at no place of the entry. */
enum { DANGLING_SOMEWHERE = 0 };

/* Numbers of the object that the address is computed from, if that is one by
 * name, of its node, if that is not the unknown, and of the heap, if it is not
 * seen and the address may be there; or 0. */
enum { DANGLING_OBJECT, DANGLING_NODE, DANGLING_HEAP, DANGLING_PLACES };
typedef struct DanglingPlace {
  uint64_t of[DANGLING_PLACES];
} DanglingPlace;
DanglingPlace dangling_place(const Dangling *d, FuncId func, Val address);

/* Is there a function that stays called? */
bool dangling_has_calls(const Dangling *d);
DanglingCalled *dangling_called_new(Dangling *d);
void dangling_called_free(DanglingCalled *called);
/* Is it a call of such a function, and are these looked at? */
bool dangling_is_call(const Dangling *d, const Inst *inst);
/* May the value of the entry be an address of an object of the entry that such
 * a function was told, and put openly where the value is from? */
bool dangling_is_told(const Dangling *d, uint32_t value);
/* May such a function go to what the instruction makes, by a pointer that it
 * read from memory? */
bool dangling_call_uses(const Dangling *d, uint32_t made);
/* May such a function so go to something that is dead, whoever calls it? */
bool dangling_calls_unsure(const Dangling *d);
/* May the pointer of the entry be to something that died in such a function? */
typedef struct DanglingUnsure {
  bool may_be_dead, is_local; /* ... a local of it */
  bool is_open;               /* the pointer comes from what the program sees */
} DanglingUnsure;
DanglingUnsure dangling_unsure(const Dangling *d, Val pointer);

/* Fills `suspects` and `doubts` (dangling_find.c). */
void dangling_find(Dangling *d);
/* Puts guards in front of them, and drops BEGIN and END (dangling_guard.c). */
void dangling_guard(Dangling *d);

/* The reasons of guards: what a run does not see, and what it sees. */
#define DANGLING_DEAD  "use of an object that is dead"
#define DANGLING_FREED "use of freed memory"
/* What is read there where it is anything. */
#define DANGLING_ANY "contents of an object that is dead"

/* The premise. */
#define DANGLING_NOT_WRITTEN                                                   \
  "no object that is dead is written through a pointer from memory that the "  \
  "program does not see"

#endif
