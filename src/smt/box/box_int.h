/* SPDX-License-Identifier: MIT
 *
 * The inside of the box solver: ranges, the graph of nodes, the search. */
#ifndef SMT_BOX_BOX_INT_H
#define SMT_BOX_BOX_INT_H

#include "smt/box/box.h"
#include "smt/smt_int.h"

#include <math.h>

/* ---- ranges ---- */

typedef enum BoxSort {
  BOX_BOOL,
  BOX_BITS, /* of 1..64 bits */
  BOX_SINGLE,
  BOX_DOUBLE,
  BOX_OPAQUE /* anything else: never known */
} BoxSort;

/* A set of values that is not smaller than what is possible.
 *
 * Booleans: 0, 1, or both.  Bits: both readings at once.  Floats: the numbers
 * between two keys, and perhaps NaN.  A key is a float's place in the order
 *    -inf .. -0 < +0 .. +inf
 * which puts neighbours at distance 1; -0 is -1 and +0 is 0. */
typedef struct BoxRange {
  int64_t lo, hi;    /* Boolean, signed reading, or keys */
  uint64_t ulo, uhi; /* bits: unsigned reading */
  bool nan;          /* floats: NaN is possible */
} BoxRange;

static inline bool box_is_float(BoxSort sort) {
  return sort == BOX_SINGLE || sort == BOX_DOUBLE;
}

static inline int64_t box_inf(BoxSort sort) { /* the key of +inf */
  return sort == BOX_SINGLE ? INT64_C(0x7f800000) : INT64_C(0x7ff) << 52;
}

static inline int64_t box_key_of_double(double v) {
  int64_t bits;
  memcpy(&bits, &v, sizeof bits);
  return bits < 0 ? -(bits & INT64_MAX) - 1 : bits;
}

static inline double box_double_of_key(int64_t key) {
  uint64_t bits =
      key < 0 ? (uint64_t)(-(key + 1)) | UINT64_C(1) << 63 : (uint64_t)key;
  double v;
  memcpy(&v, &bits, sizeof v);
  return v;
}

/* The next double towards +inf, -inf; zeros count as one. */
static inline double box_up(double v) {
  int64_t key = box_key_of_double(v == 0 ? 0.0 : v);
  return key >= box_inf(BOX_DOUBLE) ? v : box_double_of_key(key + 1);
}
static inline double box_down(double v) {
  return -box_up(-v);
}

double box_value(BoxSort sort, int64_t key);  /* exact */
int64_t box_key(BoxSort sort, double v);      /* v is one of the format */
int64_t box_key_down(BoxSort sort, double v); /* greatest not above v */
int64_t box_key_up(BoxSort sort, double v);   /* least not below v */
uint64_t box_float_bits(BoxSort sort, int64_t key);
double box_integral(TermRounding mode, double v); /* not ties away */
BoxRange box_float_top(BoxSort sort);
BoxRange box_float_point(BoxSort sort, uint64_t bits);
/* All numbers of the format between two reals, zeros of both signs. */
BoxRange box_float_between(BoxSort sort, double lo, double hi);

BoxRange box_bits_top(uint32_t width);
BoxRange box_bits_point(uint64_t value, uint32_t width);
BoxRange box_bits_signed(int64_t lo, int64_t hi, uint32_t width);
BoxRange box_bits_unsigned(uint64_t lo, uint64_t hi, uint32_t width);
/* What both readings know together; true: nothing is left. */
bool box_bits_reduce(BoxRange *r, uint32_t width);

bool box_is_empty(BoxSort sort, const BoxRange *r);
bool box_is_point(BoxSort sort, const BoxRange *r);
bool box_same(BoxSort sort, const BoxRange *a, const BoxRange *b);
BoxRange box_meet(BoxSort sort, uint32_t width, BoxRange a, BoxRange b);
BoxRange box_join(BoxSort sort, BoxRange a, BoxRange b);
/* Finite numbers only, at least one? */
bool box_is_finite(BoxSort sort, const BoxRange *r);

/* ---- operators on ranges ---- */

typedef struct BoxNode BoxNode;

/* What the node can be when its operands are in these ranges. */
BoxRange box_float_forward(const BoxNode *node, const BoxNode *const *kids,
                           const BoxRange *a);
BoxRange box_bits_forward(const BoxNode *node, const BoxNode *const *kids,
                          const BoxRange *a);
BoxRange box_compare_forward(const BoxNode *node, const BoxNode *const *kids,
                             const BoxRange *a);
/* What operand `i` can be, given the others and the node. */
BoxRange box_float_backward(const BoxNode *node, const BoxNode *const *kids,
                            const BoxRange *a, const BoxRange *r, uint32_t i);
BoxRange box_bits_backward(const BoxNode *node, const BoxNode *const *kids,
                           const BoxRange *a, const BoxRange *r, uint32_t i);
BoxRange box_compare_backward(const BoxNode *node, const BoxNode *const *kids,
                              const BoxRange *a, bool truth, uint32_t i);

/* ---- the graph ---- */

/* Node * 2 + negated. */
typedef uint32_t BoxRef;
#define BOX_NO_REF UINT32_MAX

/* What a range depends on: decisions by level (the last bit stands for all
 * deeper ones), assumptions by number (likewise). */
typedef struct BoxWhy {
  uint64_t levels, assumptions;
} BoxWhy;

static inline BoxWhy box_both(BoxWhy a, BoxWhy b) {
  return (BoxWhy){a.levels | b.levels, a.assumptions | b.assumptions};
}

struct BoxNode {
  TermKind op;
  BoxSort sort;
  uint32_t width; /* bits */
  TermRounding mode;
  uint32_t high, low; /* extract */
  uint32_t n;
  BoxRef kid[3];
  uint32_t first_parent; /* into Box.links; UINT32_MAX: none */
  BoxRange range;
  BoxWhy why;
  uint64_t moved;         /* when the range last changed; 0: never */
  uint32_t round, visits; /* changes in this round of propagation */
  bool queued;
  bool needed; /* scratch of the search */
};

typedef struct BoxLink {
  uint32_t parent, next;
} BoxLink;

typedef struct BoxChange { /* to undo */
  uint32_t node;
  BoxRange range;
  BoxWhy why;
} BoxChange;

/* A decision: the first half is being tried. */
typedef struct BoxLevel {
  uint32_t trail; /* length before */
  uint32_t node;
  BoxRange other; /* the second half */
} BoxLevel;

typedef struct BoxForm BoxForm; /* affine.c */
typedef struct BoxHull BoxHull; /* search.c */

struct Box {
  SmtShared *shared; /* counts effort; NULL: nobody does */
  Mem *mem;
  TermStore *store;
  Vec(BoxNode) nodes;
  Vec(Term) terms; /* by node; none for nodes made here */
  Vec(BoxLink) links;
  Map refs; /* term node -> BoxRef + 1 */
  Vec(Term) stack;
  Vec(Term) formulas; /* all added */
  Vec(BoxRef) roots;  /* the same */
  Vec(uint32_t) vars; /* nodes of variables, by age */
  Vec(BoxChange) trail;
  Vec(BoxLevel) levels;
  Vec(uint32_t) heap; /* nodes to visit, least first */
  BoxWhy conflict;
  bool failed;      /* in conflict */
  uint64_t clock;   /* changes so far */
  uint32_t round;   /* of propagation */
  uint64_t effort;  /* visits so far */
  uint64_t counted; /* of these, as ticks */
  uint64_t most_effort;
  Budget *budget;
  bool stopped;
  uint64_t core;       /* assumptions of the last refutation */
  Vec(BoxRange) model; /* by node */
  BoxHull *hull;       /* what is looked for instead of a model, or NULL */
  Arena arena;         /* of one affine pass */
  BoxForm **forms;     /* by node, during the pass */
  uint8_t *form_state;
  uint32_t *definition; /* by node: the node it equals, or UINT32_MAX */
  uint32_t n_forms;
};

static inline BoxNode *box_node(Box *box, BoxRef ref) {
  assert(ref >> 1 < box->nodes.n);
  return &box->nodes.at[ref >> 1];
}

/* graph.c */
Box *box_make(Mem *mem, TermStore *store, SmtShared *shared);
BoxRef box_ref(Box *box, Term t);
/* The range of a reference (Booleans: with its negation). */
BoxRange box_range_of(Box *box, BoxRef ref);

/* propagate.c */
/* The node is in the range, too, because of `why`. */
void box_restrict(Box *box, uint32_t node, BoxRange range, BoxWhy why);
void box_set_bool(Box *box, BoxRef ref, bool truth, BoxWhy why);
/* Until nothing moves; false: in conflict (see box->conflict). */
bool box_propagate(Box *box);
void box_undo(Box *box, uint32_t trail);
void box_visit_all(Box *box); /* at the next propagation */
/* Does the node's value follow from its operands' ranges? */
bool box_is_justified(Box *box, uint32_t node);

/* sums.c: sharpen ranges by linear forms; true: some range moved or a
 * conflict was found. */
bool box_affine(Box *box);
/* The ranges of some nodes as the forms and the comparisons that hold now tell
 * them, and by how much each moves with others: slopes[node * n_wrt + other] */
void box_leaf_ranges(Box *box, const uint32_t *nodes, uint32_t n,
                     const uint32_t *wrt, uint32_t n_wrt, BoxRange *ranges,
                     double *slopes);

/* split.c */
/* Where to cut the search space next; false: there is nothing to cut.  The
 * first half is tried first. */
typedef struct BoxCut {
  uint32_t node;
  BoxRange first, other;
} BoxCut;
bool box_cut_gate(Box *box, BoxCut *cut);   /* Boolean structure */
void box_mark_needed(Box *box);             /* what undecided atoms speak of */
bool box_cut_choice(Box *box, BoxCut *cut); /* conditions of marked values */
bool box_cut_number(Box *box, BoxCut *cut); /* marked variables */
/* Does the variable equal another node? */
bool box_is_defined(Box *box, uint32_t var);
/* A value in the middle, at the lower or upper end. */
typedef enum BoxPick { BOX_MIDDLE, BOX_LOWEST, BOX_HIGHEST } BoxPick;
BoxRange box_pick(const BoxNode *node, BoxPick pick);

/* search.c */
typedef enum BoxAnswer { BOX_REFUTED, BOX_MODEL, BOX_OPEN } BoxAnswer;
BoxAnswer box_solve(Box *box, const Term *assumptions, uint32_t n,
                    uint64_t effort, Budget *budget);
/* After BOX_MODEL: the value of a variable; false: there is none. */
bool box_model_value(Box *box, TermEval *eval, Term var, TermValue *value);

#endif
