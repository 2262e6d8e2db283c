/* SPDX-License-Identifier: MIT
 *
 * The validator, from inside: what its files share. */
#ifndef IR_VALIDATE_INT_H
#define IR_VALIDATE_INT_H

#include "ir/io.h"

enum { MOST_PROBLEMS = 50 };

typedef struct Validator {
  const Program *p;
  const Function *f;
  Text *out;
  uint32_t n_problems;
  uint32_t inst; /* being looked at; 0 none */
  /* of the function, in `scratch` */
  Arena scratch;
  uint32_t *home;     /* inst -> 1 + block that lists it */
  uint32_t *position; /* inst -> index in its block */
  uint32_t *first;    /* block -> start in preds; [n_blocks] end */
  uint32_t *preds;
  uint32_t *order; /* block -> reverse postorder number, or UINT32_MAX */
  uint32_t *rpo;   /* reachable blocks */
  uint32_t n_rpo;
  uint32_t *idom;       /* block -> block */
  uint32_t *pre, *post; /* block -> numbers on the dominator tree */
  uint32_t *stamp;      /* block -> last phi that named it, by inst */
  Val *stamp_val;
  uint32_t *case_stamp; /* constant -> last switch that used it */
  uint32_t n_switches;  /* seen so far */
} Validator;

void validate_check_loc(Validator *v, LocId loc, const char *whose);
void validate_check_types(Validator *v);
void validate_check_consts(Validator *v);
void validate_check_globals(Validator *v);
void validate_check_source(Validator *v);
void validate_check_verdict_tables(Validator *v);
/* Adds a problem, with the place that is looked at. */
void validate_problem(Validator *v, const char *format, ...) BASE_PRINTF(2, 3);

void validate_find_preds(Validator *v);
/* Reverse postorder by depth-first search with its own stack. */
void validate_find_order(Validator *v);
void validate_find_dominators(Validator *v);
/* Numbers on the dominator tree without walking it: subtree sizes bottom-up,
 * then each child takes the next free interval of its parent, top-down. */
void validate_number_dominators(Validator *v);
bool validate_block_dominates(const Validator *v, uint32_t a, uint32_t b);

#endif
