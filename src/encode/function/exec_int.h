/* SPDX-License-Identifier: MIT
 *
 * Symbolic execution of one function, from inside. */
#ifndef ENCODE_FUNCTION_EXEC_INT_H
#define ENCODE_FUNCTION_EXEC_INT_H

#include "encode/function/function_int.h"
#include "ir/address.h"

/* A literal holds wherever the block dominates. */
typedef struct Fact {
  uint32_t block;
  uint32_t older; /* of the same literal + 1; 0: none */
} Fact;

/* A PHI of a loop's head to which each round adds the same. */
typedef struct Counter {
  uint32_t phi;
  uint32_t leaf; /* index */
  Term start, now;
  int64_t step;
  bool is_in_step; /* how far it has moved tells how far the others have */
} Counter;

enum { COUNTERS_MOST = 16 };

typedef struct Counters {
  Counter at[COUNTERS_MOST];
  uint32_t n;
  uint32_t first;    /* index of the first variable of the head */
  const Counter *by; /* the one that the others are in step with, or NULL */
} Counters;

typedef struct Run {
  EncExec *x;
  uint32_t activation;
  FuncId func;
  const Function *f;
  const Body *body;
  Frame frame;
  Map none;        /* always empty */
  Term *reach;     /* block -> it is reached once its dominator's end is */
  Term *holds;     /* block -> its end is reached once it is */
  Term *guards;    /* block -> it is reached */
  uint32_t *after; /* block -> version at its end */
  Vec(Joined) joined;
  Vec(Joined) returned; /* RETs: guard and version */
  Vec(Term) results;    /* of these */
  Map fact_of;          /* literal -> newest in facts + 1 */
  Vec(Fact) facts;
  Term stops;        /* an end of the execution is reached */
  uint32_t version;  /* of memory, now */
  Counters counters; /* of the loop whose head was entered last */
} Run;

void exec_call(Run *run, uint32_t block, uint32_t number);
/* The first `n` instructions of the block, PHIs with these first values, stand
 * for an arbitrary iteration. */
void exec_forget_phis(Run *run, uint32_t block, const Term *starts, uint32_t n);
/* The end of that head has been reached: how far its counters go. */
void exec_limit_counters(Run *run, uint32_t block);
/* Is the variable, met since the head of a loop was entered, the same in all
 * rounds?  Then `*more`, if any, has to be, too: a cell of memory at entry is
 * another one if its address is. */
bool exec_is_same_in_rounds(const EncExec *x, const EncLeaf *leaf, Term *more);
/* Is the block in a loop that is entered elsewhere, too, and reached from there
 * by an edge back?  Nothing is known then where it starts. */
bool exec_has_side_entry(const Run *run, uint32_t block);
bool exec_has_any_way(const Run *run, uint32_t block);
Term exec_perhaps(Run *run, uint32_t block);
uint32_t exec_forget_memory(Run *run, uint32_t block);
void exec_forget_starts(Run *run, uint32_t block);
/* The block is reached, once the end of its immediate dominator is. */
Term exec_way_in(Run *run, uint32_t block);
/* The condition under which the end of `from` leads to `to`. */
Term exec_edge_condition(Run *run, uint32_t from, uint32_t to);
/* The block is about to be executed: it may be the head of a loop that is
 * forgotten. */
void exec_note_head(Run *run, uint32_t block, uint32_t version);
/* All was executed: the ways to the heads. */
void exec_note_edges(Run *run);
Term exec_operand(Run *run, Val val);
void exec_define(Run *run, uint32_t inst, Term value);
uint32_t exec_type_bits(const Run *run, TypeId type);
bool exec_is_pointer(const Run *run, TypeId type);
Term exec_leaf(Run *run, EncLeafKind kind, uint32_t number);
/* The end of the block is only reached if the condition holds. */
void exec_require_in(Run *run, uint32_t block, Term condition);

void exec_load(Run *run, uint32_t number);
void exec_store(Run *run, uint32_t number);
void exec_change_range(Run *run, uint32_t number);
void exec_allocate(Run *run, uint32_t number);
void exec_free(Run *run, uint32_t number);
/* What the address is a step away from, as questions about what was freed name
 * it: one of several where it chooses. */
Term exec_starts_of(Run *run, uint32_t number, Term t);
void exec_valid(Run *run, uint32_t number);
/* Does the branch ask what ends nothing if it is not so?  Who loses memory goes
 * on, and so does who has less room than a call may need at most. */
bool exec_goes_on(const Run *run, const Inst *end);

/* ---- overlap.c ---- */
Term exec_are_equal(const Run *run, Term a, Term b);

/* ---- memory.c, hits.c ---- */

enum {
  STEPS_MOST = 100000, /* of one read */
  STEPS_MAYBE = 2000,  /* what a possible write costs, in steps */
  STEPS_JOIN = 20
};

typedef enum Relation {
  APART,
  SAME_CELL,
  INSIDE, /* the cell is read from within what was written */
  MIXED,  /* they overlap, or may, in another way */
  MAYBE   /* the same address or apart */
} Relation;

/* Is all memory another behind the call: it comes back a second time, or nobody
 * knows the function, and it is given one of ours to call? */
bool enc_call_loses(const Program *p, const Inst *call);

/* Is a pointer at the place not NULL behind the loop, if it was not before, and
 * `null` does not hold? */
bool memory_loop_keeps(EncExec *x, const Version *version, const Place *place,
                       Term *null);
/* Are the two accesses apart by their types (C11 6.5p7: an object is accessed
 * at its own type, or as characters)?  To be asked only where nothing but the
 * types separates them. */
bool memory_types_differ(const Version *write, const Place *place);
/* May what the loop, the call or the lost write did have hit the place? */
bool memory_loop_hits(EncExec *x, const Version *version, const Place *place);
bool memory_call_leaves_freed(EncExec *x, const Version *version,
                              const Place *place);
bool memory_call_hits(EncExec *x, const Version *version, const Place *place);
bool memory_lose_hits(EncExec *x, const Version *version, const Place *place);
/* Is `t`, one of those that the FREE may be given, where the place is?  A
 * choice is followed so deep. */
Term memory_is_freed(EncExec *x, const Place *place, const Version *freed,
                     Term t, uint32_t depth);
/* Does the FREE leave the place alone, by the kinds of both? */
bool memory_free_passes(EncExec *x, const Version *freed, const Place *place);
bool memory_objects_apart(const EncExec *x, const Object *a, const Object *b);
/* Can the pointer with a base of unknown origin not lead to the object? */
bool memory_is_hidden(const EncExec *x, const Object *object, Term base);
/* How the place lies to what the version writes. */
Relation memory_relate(const EncExec *x, const Place *place,
                       const Version *write);

/* ---- valid.c ---- */

typedef struct Question {
  Run *run;
  uint32_t number; /* the instruction that asks */
  uint32_t left;   /* terms still to be looked at */
  bool is_member;  /* VALID_MEMBER */
  bool is_heap;    /* VALID_HEAP */
  uint32_t phis;   /* of loops, that are being looked at */
  EncKind kind;    /* of what the operand leads to; behind a step it has no
                      type */
  EncSince since;  /* of the operand */
} Question;

typedef enum Target {
  TARGET_NULL,
  TARGET_CHOICE,  /* of two addresses */
  TARGET_STEP,    /* from another address */
  TARGET_OBJECT,  /* the start of one */
  TARGET_POINTER, /* a value of unknown origin */
  TARGET_UNKNOWN
} Target;

/* One step towards the objects; `next`: TARGET_STEP. */
Target valid_toward(Question *q, Term t, Term *next);
/* A variable that says whether the answer is yes. */
Term valid_open(Question *q, EncLeafKind kind);
/* What the variable of a call stands for; none: that is not looked at. */
Term valid_expand(Question *q, Term var);
/* The result of a call is another name of the object it made. */
bool valid_is_renamed(const EncExec *x, Term from);
/* What the answer about a pointer of unknown origin depends on. */
EncLeafKind valid_origin(const EncExec *x, Term pointer);
/* Is there room for `bytes` at t + offset?  (room.c) */
Term valid_room(Question *q, Term t, Term offset, Term bytes);

/* ---- texts/ ---- */

/* How many characters of `unit` bytes the string at t has, as far as memory
 * tells; none: it does not. */
Term exec_string_length(Run *run, Term t, uint32_t unit);
/* What strlen says, in the instruction: as memory tells, or any number for a
 * text from outside; none: it has to be counted. */
Term texts_strlen(Run *run, uint32_t number, Term t);
/* The text at t has that many characters, or more: it ends in its object.  That
 * is believed, so that nothing is proved by it. */
Term texts_is_within(Run *run, uint32_t number, Term t, Term length);
/* A function of the library that writes as many characters as are known here:
 * its call is done.  false: it is another one, or they are not known. */
bool texts_write(Run *run, uint32_t number, const Function *callee);
/* Does the function print by a format?  What holds of its result, as far as the
 * format tells. */
bool texts_prints(const Function *callee);
/* ... as much as there is room for, which the result tells? */
bool texts_cuts(const Function *callee);
Term texts_printed(Run *run, uint32_t number, const Function *callee,
                   Term result);
/* What VALID_COPY, VALID_WORD, VALID_APPEND and VALID_PRINTED ask. */
Term texts_room(Question *q, const Inst *inst);

#endif
