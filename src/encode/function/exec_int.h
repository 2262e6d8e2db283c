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
/* How many characters of `unit` bytes the string at t has, as far as memory
 * tells; none: it does not. */
Term exec_string_length(Run *run, Term t, uint32_t unit);

/* ---- compare.c ---- */
Term exec_are_equal(const Run *run, Term a, Term b);

#endif
