/* SPDX-License-Identifier: MIT
 *
 * What the passes that insert checks share. */
#ifndef PASS_PASS_INT_H
#define PASS_PASS_INT_H

#include "ir/address.h"
#include "ir/property.h"
#include "pass/edit.h"

/* ---- offsets of accesses (offset.c) ----------------------------------- */

/* offset + index[0] * stride[0] + ..., modulo 2^(pointer width): the distance
 * from the root. */
Val offset_sum(Edit *edit, const Address *address);
/* That sum is another one without wrapping; none: it never is. */
Val offset_wraps(Edit *edit, const Address *address);
/* The signed number is < low or > high; none: its type excludes both. */
Val offset_outside(Edit *edit, Val index, int64_t low, int64_t high);

/* The constant size that an allocating call asks for; 0: not known
 * (bounds.c). */
uint64_t pass_allocated(const Program *program, const Inst *call);

/* ---- signed arithmetic (property.c) ----------------------------------- */

/* An operation that is undefined for some operands, by their signs and sizes;
 * of divisions INT_MIN / -1 alone. */
bool pass_may_overflow(const Inst *inst);
/* The condition under which it overflows; none: never. */
Val pass_overflows(Edit *edit, const Inst *inst);
const char *pass_overflow_message(Op op);

/* ---- what functions without a body know (externs.c) --------------------- */

/* At the end of the block: the outside knows what the call's arguments lead
 * to, if that can matter. */
void pass_tell(Program *program, Function *f, BlockId block, const Inst *call);

/* ---- properties of memory (property_memory.c) ----------------------- */

typedef struct MemoryGuards {
  Edit *edit;
  const Property *property;
  GlobalId blocks;  /* counts live heap objects; none: not asked for */
  uint8_t *escaped; /* ALLOCA -> its address may be known elsewhere */
  uint8_t
      *used_after_end; /* ALLOCA -> an access by name may come behind its END */
  uint32_t n_locals;   /* entries of both */
  InstList ending;     /* ALLOCAs of the function whose addresses escape */
  bool is_entry;
} MemoryGuards;

/* Names that no C program has: the counter, and the variable that pass_validity
 * uses where lost objects matter. */
#define MEMORY_COUNTER "live heap objects"
#define MEMORY_ROUNDS  "rounds of loops"
/* What they need of the program: the counter of live heap objects. */
GlobalId memory_add_counter(Program *program, const Property *property);
void memory_guards_init(MemoryGuards *g, Edit *edit, const Property *property,
                        GlobalId blocks);
void memory_guards_done(MemoryGuards *g);
/* In front of the instruction, and behind it. */
void memory_guard_before(MemoryGuards *g, uint32_t inst);
/* Does the model of the function called leave out reads?  Then so does the
 * ledger say. */
void memory_note_reads(const MemoryGuards *g, const Inst *call);
void memory_guard_behind(MemoryGuards *g, uint32_t inst);
/* Is the instruction of no use to any property? */
bool memory_is_idle(const MemoryGuards *g, uint32_t inst);
/* In front of an end of the program that is still to come. */
void memory_guard_stop(const MemoryGuards *g);

/* target.c: of the errors those stay that are the target's, where its
 * counter is as it should be; the others end the run. */
void target_select_errors(Program *program, const PropertyTarget *target);

#endif
