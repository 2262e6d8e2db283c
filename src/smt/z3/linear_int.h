/* SPDX-License-Identifier: MIT
 *
 * The linear view: bit-vectors as bounded integers.  See linear.c. */
#ifndef SMT_Z3_LINEAR_INT_H
#define SMT_Z3_LINEAR_INT_H

#include "smt/blast/arrays.h"
#include "smt/z3/z3_int.h"
#include "term/reading.h"

/* A Boolean term: `expr` alone.  A word of up to TERM_VIEW_MAX bits: an integer
 * that is congruent to it modulo 2^width, with a known range.  A wider word:
 * its unsigned value, without one. */
typedef struct LinNode {
  Z3_ast expr;
  IntegerRange range; /* of expr */
  Z3_ast reading[2];  /* by TermReading, made on demand, or NULL */
} LinNode;

typedef struct Lin {
  Z3 z3;
  Z3_sort integer;
  Map numbers; /* node -> index in `nodes` */
  Vec(LinNode) nodes;
  TermDemands demands; /* of the readings of variables */
  Vec(Term) order;     /* scratch: new nodes, children first */
  Vec(Term) opaque;    /* operators that became unknowns */
  Vec(Term) lemmas;    /* that new array terms asked for */
  TermWalk walk;
  Arrays *arrays;
  uint32_t n_fresh;
  Vec(Term) queue;    /* formulas to assert at the next check */
  Vec(Term) formulas; /* all formulas asserted */
  TermEval *eval;     /* exact evaluation of candidates */
  Vec(Term) found;    /* refinements of one round */
} Lin;

/* linear_num.c: integers */
Z3_ast lin_number(Lin *lin, Integer value);
Z3_ast lin_power(Lin *lin, uint32_t exponent); /* 2^exponent, any size */
Z3_ast lin_fresh(Lin *lin);
Z3_ast lin_add(Lin *lin, Z3_ast a, Z3_ast b);
Z3_ast lin_sub(Lin *lin, Z3_ast a, Z3_ast b);
Z3_ast lin_scale(Lin *lin, Integer factor, Z3_ast a);
Z3_ast lin_le(Lin *lin, Z3_ast a, Z3_ast b);
Z3_ast lin_ite(Lin *lin, Z3_ast cond, Z3_ast yes, Z3_ast no);
void lin_assert_in(Lin *lin, Z3_ast a, IntegerRange range);
/* `node` modulo 2^width as an integer of the window, with its range. */
LinNode lin_wrap(Lin *lin, const LinNode *node, uint32_t width,
                 TermReading reading);
/* The integers q, r with a = q * divisor + r, 0 <= r < divisor. */
void lin_divide(Lin *lin, const LinNode *a, Integer divisor, LinNode *quotient,
                LinNode *remainder);
/* The same rounded towards zero; the divisor is not zero. */
void lin_divide_to_zero(Lin *lin, const LinNode *a, Integer divisor,
                        LinNode *quotient, LinNode *remainder);

/* linear_node.c: terms */
Z3_ast lin_translate(void *self, Term t); /* Boolean */
bool lin_has(const Lin *lin, Term t);
/* The words (or the truth) of a translated term under the model. */
bool lin_words(Lin *lin, Term t, BvWord *words);

#endif
