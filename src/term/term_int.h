/* SPDX-License-Identifier: MIT
 *
 * Private to the room: the node table, the candidate that constructors and
 * rewrite rules work on, and the operators on values. */
#ifndef TERM_TERM_INT_H
#define TERM_TERM_INT_H

#include "term/term.h"

/* A node, 24 bytes.  What `u` and `third` hold depends on the kind:
 * fixed arity   children u.pair[0], u.pair[1], third (Term ids)
 * EXTRACT       u.pair[0] child, u.pair[1] high, third low
 * CONST         u.word when at most 64 bits wide, else u.pair[0] = offset in
 *               `words`
 * VAR           u.pair[0] = index in `names`
 * LIN_*         u.pair[0] = offset in `pool`, u.pair[1] = monomials; there
 *               lie 3 words each (term id + signed bit, coefficient low,
 *               high), then 4 words of k */
typedef struct Node {
  union {
    uint64_t word;
    uint32_t pair[2];
  } u;
  uint32_t third;
  uint32_t sort;
  uint32_t next; /* node of the same hash bucket, or 0 */
  uint8_t kind;
  uint8_t mode; /* TermRounding */
  uint16_t unused;
} Node;

/* A node that is not in the table yet. */
typedef struct Cand {
  TermKind kind;
  TermRounding mode;
  Sort sort;
  uint32_t n; /* children */
  Term child[3];
  uint32_t high, low; /* EXTRACT */
} Cand;

typedef struct SortPair {
  Sort index, element;
} SortPair;

struct TermStore {
  Mem *mem;
  Node *nodes; /* [1..n_nodes], children before parents */
  uint32_t n_nodes, cap_nodes;
  uint32_t *heads; /* hash buckets: node or 0 */
  uint32_t n_heads;
  Vec(BvWord) words;     /* wide constants */
  Vec(uint32_t) pool;    /* linear atoms */
  Vec(SortPair) arrays;  /* array sorts */
  Vec(uint32_t) name_of; /* name index -> node */
  Names names;
  uint32_t n_fresh;
  TermRewriting rewriting;
};

#define LIN_STRIDE 3u /* pool words per monomial */
#define LIN_BOUND  4u /* pool words of k */

static inline const Node *node_at(const TermStore *s, Term t) {
  assert(t.id >= 2 && (t.id >> 1) <= s->n_nodes);
  return &s->nodes[t.id >> 1];
}

static inline TermKind node_kind(const TermStore *s, Term t) {
  return (TermKind)node_at(s, t)->kind;
}

int kind_arity(TermKind kind);

/* ---- store.c ---- */

/* The node of a fixed-arity candidate, new or old; no rewriting. */
Term node_intern(TermStore *s, const Cand *c);
/* The node of a linear atom in normal form whose first coefficient is
 * positive. */
Term node_intern_linear(TermStore *s, TermKind kind, const TermLinear *atom);
void node_read(const TermStore *s, Term t, Cand *c);
/* The sort a well-formed candidate must have; no sort: ill-formed. */
Sort cand_sort(const TermStore *s, const Cand *c);

/* ---- rules.c ---- */

typedef bool RuleApplies(const TermStore *s, const Cand *c);
/* The result; or none, when the candidate was changed and rewriting goes on
 * with it (so that long chains need no stack). */
typedef Term RuleApply(TermStore *s, Cand *c);

typedef struct Rule {
  const char *name;
  TermKind kind;
  RuleApplies *applies;
  RuleApply *apply;
} Rule;

extern const Rule term_rules[];
extern const uint32_t term_n_rules;

/* The term of a candidate: rewritten, or as is when rewriting is off. */
Term cand_build(TermStore *s, Cand *c);
/* The result of one rule at the root of `t`; none: it does not apply. */
Term rule_try(TermStore *s, const Rule *rule, Term t);

/* ---- fold.c: operators on values, shared by folding and evaluation ---- */

/* Operands of a bit-vector or float operator as words. */
typedef struct FoldIn {
  TermKind kind;
  TermRounding mode;
  Sort sort;    /* of the result */
  Sort operand; /* of child 0 */
  uint32_t high, low;
  const BvWord *a, *b, *c;
  uint32_t low_width; /* CONCAT: width of b */
} FoldIn;

/* The result in `out` (Booleans as bit 0); false: not specified or not
 * supported. */
bool fold_words(const FoldIn *in, BvWord *out);
bool fold_is_bv(TermKind kind);    /* an operator on bit-vectors alone */
bool fold_is_float(TermKind kind); /* an operator with a float in it */
/* Make every NaN pattern the canonical one. */
void fold_canonical_nan(Sort sort, BvWord *bits);

/* ---- print.c ---- */

/* Is the name, trailing blanks aside, a word of the language? */
bool smtlib_is_reserved(const char *name);

/* ---- linear.c ---- */

/* Any atom, normalised or not, as a widened bit-vector term. */
Term term_linear_to_bv_raw(TermStore *s, const TermLinear *atom);
/* Truth of the atom when its terms have these values. */
bool linear_holds(const TermStore *s, const TermLinear *atom,
                  const BvWord *const *values);
/* The width of its bit-vector form. */
uint32_t linear_width(const TermStore *s, const TermLinear *atom);
/* The least and the greatest value of the sum (without k), from the widths;
 * false: too wide or too large. */
bool linear_range(const TermStore *s, const TermLinear *sum,
                  IntegerRange *range);
/* to += factor * from, with the bounds; false: too large or too many, and `to`
 * is of no use. */
BASE_MUST_USE bool linear_add(TermLinear *to, const TermLinear *from,
                              int64_t factor);

/* Bits of a bit-vector, float or Boolean value. */
uint32_t sort_bits(Sort sort);

#endif
