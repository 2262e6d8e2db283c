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
  Term stops;       /* an end of the execution is reached */
  uint32_t version; /* of memory, now */
} Run;

void exec_call(Run *run, uint32_t block, uint32_t number);
/* The first `n` instructions of the block, PHIs with these first values, stand
 * for an arbitrary iteration. */
void exec_forget_phis(Run *run, uint32_t block, const Term *starts, uint32_t n);
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

/* ---- compare.c ---- */
Term exec_are_equal(const Run *run, Term a, Term b);

#endif
