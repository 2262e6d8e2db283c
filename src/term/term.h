/* SPDX-License-Identifier: MIT
 *
 * The formula language: a hash-consed, maximally shared graph of typed terms.
 *
 * A `Term` is a 32-bit handle into a `TermStore`, which owns everything and
 * frees nothing before it is freed itself.  Equal terms have equal handles.
 * Handle 0 is "no term".  The lowest bit of a handle is Boolean negation:
 * `term_not` costs nothing, and a node and its negation share one entry.  A
 * child is always older than its parent, so node numbers are a topological
 * order.
 *
 * There is no kind for "not", "or", "implies", "xor", "distinct", "<=": they
 * are negations of "and", "=", "<".  Printers show them as people write them.
 *
 * Every constructor rewrites (see rules.c: each rule is a row of one table and
 * proved by a test), unless the store was told not to.  Constructors require
 * well-sorted arguments.
 *
 * A store belongs to one thread.  Several stores may live side by side;
 * `term_translate` copies between them.  Nothing depends on addresses or on
 * hash order: equal sequences of calls give equal handles.
 *
 * Nothing here recurses over terms; a graph a million nodes deep is fine.
 */
#ifndef TERM_TERM_H
#define TERM_TERM_H

#include "num/integer.h"

typedef struct Term {
  uint32_t id; /* node * 2 + negated; 0 is "no term" */
} Term;

typedef struct Sort {
  uint32_t id; /* 0 is "no sort"; array sorts belong to their store */
} Sort;

typedef struct TermStore TermStore;

#define TERM_NONE ((Term){0})

static inline bool term_same(Term a, Term b) {
  return a.id == b.id;
}
static inline bool sort_same(Sort a, Sort b) {
  return a.id == b.id;
}

/* ---- sorts ---- */

/* X(NAME, exponent bits, significand bits with the hidden one) */
#define TERM_FLOATS(X)                                                         \
  X(HALF, 5, 11)                                                               \
  X(SINGLE, 8, 24)                                                             \
  X(DOUBLE, 11, 53)                                                            \
  X(X87, 15, 64)                                                               \
  X(QUAD, 15, 113)

typedef enum TermFloat {
#define X(name, e, s) TERM_FLOAT_##name,
  TERM_FLOATS(X)
#undef X
} TermFloat;

typedef enum SortKind { SORT_BOOL, SORT_BV, SORT_FLOAT, SORT_ARRAY } SortKind;

Sort sort_bool(void);
Sort sort_bv(uint32_t width); /* 1 <= width <= BV_MAX_WIDTH */
Sort sort_float(TermFloat format);
Sort sort_array(TermStore *store, Sort index, Sort element); /* index: bits */

SortKind sort_kind(Sort sort);
uint32_t sort_width(Sort sort); /* of a bit-vector sort */
TermFloat sort_format(Sort sort);
uint32_t sort_exponent_bits(Sort sort);    /* of a float sort */
uint32_t sort_significand_bits(Sort sort); /* with the hidden bit */
/* exponent + significand bits: 16, 32, 64, 79 (x87: no integer bit), 128. */
uint32_t sort_float_width(Sort sort);
Sort sort_index(const TermStore *store, Sort array);
Sort sort_element(const TermStore *store, Sort array);
void sort_print(Text *out, const TermStore *store, Sort sort); /* SMT-LIB */

/* ---- kinds ---- */

/* X(KIND, children, SMT-LIB name).  Arity -1: any number.
 *
 * VAR             a named variable of any sort
 * CONST           a bit-vector constant
 * EQ              on Booleans it is "iff"; on floats it is equality of values
 *                 as SMT-LIB "=", that is NaN = NaN and +0 != -0 (C's == is
 *                 FP_EQ)
 * ITE             of any sort
 * ULE, SLE        exist only where rewriting is off
 * EXTRACT         immediates high, low
 * ZEXT, SEXT      the sort says how far
 * SELECT, STORE, CONST_ARRAY
 * LIN_LE, LIN_EQ  linear atoms, see below
 * FP_FROM_BITS    bits (of sort_float_width) -> float; every NaN pattern is
 *                 the one NaN
 * FP_TO_BITS      float -> bits; NaN gives the canonical pattern: sign 0,
 *                 exponent ones, fraction 100...0
 * FP_*            the mode is a TermRounding where SMT-LIB has one
 * FP_REM          IEEE remainder (not C's fmod)
 * FP_MIN, FP_MAX  of zeros of different sign: either one (not evaluable)
 * FP_TO_SINT/UINT out of range or NaN: any value (not evaluable)
 */
#define TERM_KINDS(X)                                                          \
  X(TRUE, 0, "true")                                                           \
  X(VAR, 0, "")                                                                \
  X(CONST, 0, "")                                                              \
  X(AND, 2, "and")                                                             \
  X(EQ, 2, "=")                                                                \
  X(ITE, 3, "ite")                                                             \
  X(BVNOT, 1, "bvnot")                                                         \
  X(NEG, 1, "bvneg")                                                           \
  X(ADD, 2, "bvadd")                                                           \
  X(SUB, 2, "bvsub")                                                           \
  X(MUL, 2, "bvmul")                                                           \
  X(UDIV, 2, "bvudiv")                                                         \
  X(SDIV, 2, "bvsdiv")                                                         \
  X(UREM, 2, "bvurem")                                                         \
  X(SREM, 2, "bvsrem")                                                         \
  X(SHL, 2, "bvshl")                                                           \
  X(LSHR, 2, "bvlshr")                                                         \
  X(ASHR, 2, "bvashr")                                                         \
  X(BVAND, 2, "bvand")                                                         \
  X(BVOR, 2, "bvor")                                                           \
  X(BVXOR, 2, "bvxor")                                                         \
  X(CONCAT, 2, "concat")                                                       \
  X(EXTRACT, 1, "extract")                                                     \
  X(ZEXT, 1, "zero_extend")                                                    \
  X(SEXT, 1, "sign_extend")                                                    \
  X(ULT, 2, "bvult")                                                           \
  X(ULE, 2, "bvule")                                                           \
  X(SLT, 2, "bvslt")                                                           \
  X(SLE, 2, "bvsle")                                                           \
  X(SELECT, 2, "select")                                                       \
  X(STORE, 3, "store")                                                         \
  X(CONST_ARRAY, 1, "const")                                                   \
  X(LIN_LE, -1, "cutpoint.le")                                                 \
  X(LIN_EQ, -1, "cutpoint.eq")                                                 \
  X(FP_FROM_BITS, 1, "to_fp")                                                  \
  X(FP_TO_BITS, 1, "fp.to_ieee_bv")                                            \
  X(FP_ABS, 1, "fp.abs")                                                       \
  X(FP_NEG, 1, "fp.neg")                                                       \
  X(FP_ADD, 2, "fp.add")                                                       \
  X(FP_SUB, 2, "fp.sub")                                                       \
  X(FP_MUL, 2, "fp.mul")                                                       \
  X(FP_DIV, 2, "fp.div")                                                       \
  X(FP_FMA, 3, "fp.fma")                                                       \
  X(FP_SQRT, 1, "fp.sqrt")                                                     \
  X(FP_REM, 2, "fp.rem")                                                       \
  X(FP_ROUND, 1, "fp.roundToIntegral")                                         \
  X(FP_MIN, 2, "fp.min")                                                       \
  X(FP_MAX, 2, "fp.max")                                                       \
  X(FP_EQ, 2, "fp.eq")                                                         \
  X(FP_LT, 2, "fp.lt")                                                         \
  X(FP_LE, 2, "fp.leq")                                                        \
  X(FP_IS_NAN, 1, "fp.isNaN")                                                  \
  X(FP_IS_INF, 1, "fp.isInfinite")                                             \
  X(FP_IS_ZERO, 1, "fp.isZero")                                                \
  X(FP_IS_NORMAL, 1, "fp.isNormal")                                            \
  X(FP_IS_SUBNORMAL, 1, "fp.isSubnormal")                                      \
  X(FP_IS_NEGATIVE, 1, "fp.isNegative")                                        \
  X(FP_TO_FP, 1, "to_fp")                                                      \
  X(FP_FROM_SINT, 1, "to_fp")                                                  \
  X(FP_FROM_UINT, 1, "to_fp_unsigned")                                         \
  X(FP_TO_SINT, 1, "fp.to_sbv")                                                \
  X(FP_TO_UINT, 1, "fp.to_ubv")

typedef enum TermKind {
  TERM_NO_KIND,
#define X(name, arity, smtlib) TERM_##name,
  TERM_KINDS(X)
#undef X
      TERM_N_KINDS
} TermKind;

typedef enum TermRounding {
  TERM_RNE, /* to nearest, ties to even: C's default */
  TERM_RNA, /* to nearest, ties away: never evaluable here */
  TERM_RTP,
  TERM_RTN,
  TERM_RTZ
} TermRounding;

const char *term_kind_name(TermKind kind);   /* "ADD" */
const char *term_kind_smtlib(TermKind kind); /* "bvadd" */

/* ---- the store ---- */

TermStore *term_store_new(Mem *mem);
void term_store_free(TermStore *store);
Mem *term_store_mem(const TermStore *store);
uint32_t term_store_n_nodes(const TermStore *store); /* highest node number */
size_t term_store_bytes(const TermStore *store);     /* nodes, tables, pools */

typedef enum TermRewriting { TERM_REWRITE_ON, TERM_REWRITE_OFF } TermRewriting;
/* Off: constructors build exactly what is asked (for tests); gives the old
 * setting. */
TermRewriting term_store_rewriting(TermStore *store, TermRewriting mode);
/* Check every invariant of the whole store; aborts with a message. */
void term_store_validate(const TermStore *store);
/* Check what is reachable from `term` (sorts, arity, order). */
void term_validate(const TermStore *store, Term term);

/* ---- reading terms ---- */

/* The node number, in [1..term_store_n_nodes]; equal for t and term_not(t). */
static inline uint32_t term_node(Term t) {
  return t.id >> 1;
}
static inline Term term_of_node(uint32_t node) {
  return (Term){node << 1};
}
static inline bool term_is_negated(Term t) {
  return t.id & 1;
}
/* Without the negation. */
static inline Term term_positive(Term t) {
  return (Term){t.id & ~1u};
}
static inline Term term_not(Term t) {
  return (Term){t.id ^ 1u};
}

/* Of the node; the negation is not looked at. */
TermKind term_kind(const TermStore *store, Term t);
Sort term_sort(const TermStore *store, Term t);
uint32_t term_width(const TermStore *store, Term t); /* of a bit-vector */
uint32_t term_n_children(const TermStore *store, Term t);
Term term_child(const TermStore *store, Term t, uint32_t i);
uint32_t term_extract_high(const TermStore *store, Term t);
uint32_t term_extract_low(const TermStore *store, Term t);
TermRounding term_rounding(const TermStore *store, Term t);
const char *term_var_name(const TermStore *store, Term t);
/* The words of a constant; valid until the next construction. */
const BvWord *term_const_words(const TermStore *store, Term t);

bool term_is_true(Term t);
bool term_is_false(Term t);
bool term_is_bool(const TermStore *store, Term t);
bool term_is_var(const TermStore *store, Term t);
bool term_is_const(const TermStore *store, Term t); /* bit-vector constant */
/* A constant that fits: its unsigned or signed value. */
bool term_const_u64(const TermStore *store, Term t, uint64_t *value);
bool term_const_i64(const TermStore *store, Term t, int64_t *value);

/* ---- leaves ---- */

Term term_true(void);
Term term_false(void);
Term term_bool(TermStore *store, int truth);
/* The variable of that name (not empty, without | and \\); an existing one must
 * have the same sort. */
Term term_var(TermStore *store, const char *name, Sort sort);
Term term_find_var(const TermStore *store, const char *name); /* or none */
/* A variable of a name not used before: PREFIX!number. */
Term term_fresh(TermStore *store, const char *prefix, Sort sort);
Term term_const(TermStore *store, const BvWord *words, uint32_t width);
Term term_u64(TermStore *store, uint64_t value, uint32_t width);
Term term_i64(TermStore *store, int64_t value, uint32_t width);

/* ---- operators ---- */

/* Any operator without immediates: the sort follows from the children. */
Term term_unary(TermStore *store, TermKind kind, Term a);
Term term_binary(TermStore *store, TermKind kind, Term a, Term b);
Term term_ite(TermStore *store, Term cond, Term yes, Term no);
Term term_extract(TermStore *store, Term a, uint32_t high, uint32_t low);
Term term_zext(TermStore *store, Term a, uint32_t width);
Term term_sext(TermStore *store, Term a, uint32_t width);
/* To `width` bits: extension as named, or truncation. */
Term term_resize_unsigned(TermStore *store, Term a, uint32_t width);
Term term_resize_signed(TermStore *store, Term a, uint32_t width);
Term term_store_at(TermStore *store, Term array, Term index, Term value);
Term term_const_array(TermStore *store, Sort array_sort, Term value);

/* Conjunction, disjunction of n terms, as a balanced tree. */
Term term_and_n(TermStore *store, const Term *terms, uint32_t n);
Term term_or_n(TermStore *store, const Term *terms, uint32_t n);

#define TERM_BINARY(name, kind)                                                \
  static inline Term term_##name(TermStore *store, Term a, Term b) {           \
    return term_binary(store, TERM_##kind, a, b);                              \
  }
TERM_BINARY(and, AND)
TERM_BINARY(eq, EQ)
TERM_BINARY(iff, EQ)
TERM_BINARY(add, ADD)
TERM_BINARY(sub, SUB)
TERM_BINARY(mul, MUL)
TERM_BINARY(udiv, UDIV)
TERM_BINARY(sdiv, SDIV)
TERM_BINARY(urem, UREM)
TERM_BINARY(srem, SREM)
TERM_BINARY(shl, SHL)
TERM_BINARY(lshr, LSHR)
TERM_BINARY(ashr, ASHR)
TERM_BINARY(bvand, BVAND)
TERM_BINARY(bvor, BVOR)
TERM_BINARY(bvxor, BVXOR)
TERM_BINARY(concat, CONCAT) /* a is the high part */
TERM_BINARY(ult, ULT)
TERM_BINARY(ule, ULE)
TERM_BINARY(slt, SLT)
TERM_BINARY(sle, SLE)
TERM_BINARY(select, SELECT)
#undef TERM_BINARY

static inline Term term_or(TermStore *store, Term a, Term b) {
  return term_not(term_and(store, term_not(a), term_not(b)));
}
static inline Term term_implies(TermStore *store, Term a, Term b) {
  return term_not(term_and(store, a, term_not(b)));
}
static inline Term term_xor(TermStore *store, Term a, Term b) {
  return term_not(term_eq(store, a, b));
}
static inline Term term_ne(TermStore *store, Term a, Term b) {
  return term_not(term_eq(store, a, b));
}
static inline Term term_bvnot(TermStore *store, Term a) {
  return term_unary(store, TERM_BVNOT, a);
}
static inline Term term_neg(TermStore *store, Term a) {
  return term_unary(store, TERM_NEG, a);
}

/* min / -1: the exact quotient does not fit the width.  Derived. */
Term term_sdiv_overflows(TermStore *store, Term a, Term b);

/* ---- floats (unary/binary kinds without rounding: term_unary/binary) ---- */

/* FP_ADD .. FP_DIV, FP_SQRT (b none), FP_ROUND (b none). */
Term term_fp_op(TermStore *store, TermKind kind, TermRounding mode, Term a,
                Term b);
Term term_fp_fma(TermStore *store, TermRounding mode, Term a, Term b, Term c);
/* `bits` has sort_float_width bits; for x87 also the 80 bits of memory (the
 * integer bit is dropped: unnormals, which the hardware never makes, are read
 * as if it were right). */
Term term_fp_from_bits(TermStore *store, Sort sort, Term bits);
/* sort_float_width bits. */
Term term_fp_to_bits(TermStore *store, Term a);
/* The 80 bits of memory of an x87 value. */
Term term_fp_to_x87_bits(TermStore *store, Term a);
Term term_fp_convert(TermStore *store, Sort to, TermRounding mode, Term a);
Term term_fp_from_sint(TermStore *store, Sort to, TermRounding mode, Term a);
Term term_fp_from_uint(TermStore *store, Sort to, TermRounding mode, Term a);
Term term_fp_to_sint(TermStore *store, uint32_t width, TermRounding mode,
                     Term a);
Term term_fp_to_uint(TermStore *store, uint32_t width, TermRounding mode,
                     Term a);
Term term_fp_of_double(TermStore *store, double value);
Term term_fp_of_single(TermStore *store, float value);
/* A float constant: its bits as a bit-vector constant, or none. */
Term term_fp_const_bits(const TermStore *store, Term t);

/* ---- walking ---- */

/* Post-order over the graph, children first, every node once in the walk's
 * life (so several roots can share one walk).  The terms given are positive.
 * Linear in the nodes met; no recursion.  The store may grow meanwhile. */
typedef struct TermWalk {
  const TermStore *store;
  Mem *mem;
  uint64_t **pages; /* visited bits, by node; made on demand */
  uint32_t n_pages;
  Vec(uint64_t) stack; /* node << 32 | next child */
} TermWalk;

void term_walk_init(TermWalk *walk, const TermStore *store);
void term_walk_done(TermWalk *walk);
void term_walk_push(TermWalk *walk, Term root);
Term term_walk_next(TermWalk *walk); /* none: all done */
/* Instead of descending: mark a node as seen. */
void term_walk_skip(TermWalk *walk, Term t);
bool term_walk_has_seen(const TermWalk *walk, Term t);

typedef struct TermList {
  Term *at;
  uint32_t n;
  uint32_t cap;
} TermList; /* memory: the store's Mem; end with VEC_DONE */

/* Append the variables of `t`, in post-order of first appearance. */
void term_vars(TermStore *store, Term t, TermList *vars);
/* Different nodes reachable from `t`. */
uint32_t term_size(const TermStore *store, Term t);
/* Is there a node of a float sort? */
bool term_has_floats(const TermStore *store, Term t);
/* Append the conjuncts of `t`: nested ANDs flattened, without repetition. */
void term_conjuncts(TermStore *store, Term t, TermList *parts);

/* ---- substitution and translation ---- */

/* A memoised homomorphism between stores (or within one): every term is
 * rebuilt, except that terms put in the map become what the map says.
 * Substitution is simultaneous. */
typedef struct TermMap TermMap;
TermMap *term_map_new(TermStore *to, const TermStore *from);
void term_map_free(TermMap *map);
/* Later applications map `key` (positive or negated, of any kind). */
void term_map_put(TermMap *map, Term key, Term value);
Term term_map_apply(TermMap *map, Term t);

/* One-shot forms.  `map`: Term.id -> Term.id, both positive or negated. */
Term term_substitute(TermStore *store, const Map *map, Term t);
Term term_translate(TermStore *to, const TermStore *from, Term t);
/* The same operator (and immediates) on other children of the same sorts. */
Term term_rebuild(TermStore *store, Term t, const Term *children);

/* ---- evaluation ---- */

typedef struct TermArray TermArray;

/* A value.  Bool, and bit-vectors and floats of up to 64 bits, are in `bits`;
 * wider ones in `words` (BV_WORDS of them); floats as their bits, NaN
 * canonical.  Words and arrays live in the TermEval that made them. */
typedef struct TermValue {
  Sort sort;
  union {
    uint64_t bits;
    const BvWord *words;
    const TermArray *array;
  };
} TermValue;

typedef enum TermEvalStatus {
  TERM_EVAL_OK,
  TERM_EVAL_NO_VALUE,   /* it depends on a variable without a value */
  TERM_EVAL_UNSPECIFIED /* ... on a float result we cannot or may not fix */
} TermEvalStatus;

typedef struct TermEval TermEval;
/* The value of a variable; gives false if it has none. */
typedef bool TermValuation(void *context, TermEval *eval, Term var,
                           TermValue *value);

/* Values are computed once per node and remembered. */
TermEval *term_eval_new(const TermStore *store, TermValuation *valuation,
                        void *context);
void term_eval_free(TermEval *eval);
/* Forget all values (the valuation changed). */
void term_eval_reset(TermEval *eval);
BASE_MUST_USE TermEvalStatus term_eval(TermEval *eval, Term t,
                                       TermValue *value);

/* Making and reading values, mostly for valuations. */
TermValue term_value_bool(int truth);
TermValue term_value_bv(TermEval *eval, const BvWord *words, uint32_t width);
TermValue term_value_u64(TermEval *eval, uint64_t value, uint32_t width);
TermValue term_value_float(TermEval *eval, Sort sort, const BvWord *bits);
TermValue term_value_const_array(TermEval *eval, Sort sort, TermValue element);
TermValue term_value_store(TermEval *eval, TermValue array, TermValue index,
                           TermValue element);
TermValue term_value_select(TermEval *eval, TermValue array, TermValue index);
bool term_value_same(TermEval *eval, TermValue a, TermValue b);
/* The words of a bit-vector or float value. */
const BvWord *term_value_words(const TermValue *value);
/* A term that has this value (arrays: stores on a constant array). */
Term term_of_value(TermStore *store, TermEval *eval, TermValue value);

/* ---- text ---- */

/* One term as an SMT-LIB expression, shared parts by `let`; linear in the
 * graph.  A linear atom is printed as its widened bit-vector form with an
 * attribute from which the parser restores the atom. */
void term_print(Text *out, const TermStore *store, Term t);
/* A whole script: set-logic, declarations, define-funs for shared parts, one
 * assert each, check-sat. */
void term_print_script(Text *out, const TermStore *store, const Term *asserts,
                       uint32_t n);
/* The same for other tools: satisfiable exactly when the asserts are, with
 * nothing but what the standard (SMT-LIB 2.6) knows. */
void term_print_plain_script(Text *out, const TermStore *store,
                             const Term *asserts, uint32_t n);
/* C-like infix for people and invariants; signedness is shown by casts only
 * where operators need it.  Big graphs are cut with "..." after `limit`
 * characters or so (0: none; the text of a shared graph may be huge). */
void term_print_infix(Text *out, const TermStore *store, Term t,
                      uint32_t limit);
/* The C name and sign of a bit-vector variable or SELECT; NULL: it has none. */
typedef enum TermCSign { TERM_C_SIGNED, TERM_C_UNSIGNED } TermCSign;
typedef const char *TermCName(void *context, Term var, TermCSign *sign);
typedef enum TermCStyle {
  TERM_C_STRICT, /* for compilers: of the same truth as C defines it */
  TERM_C_BRIEF   /* for people: linear sums without the casts that keep them
                    from overflowing */
} TermCStyle;
/* A Boolean term as a C expression, valid and of the same truth wherever the
 * variables hold the bits; false (nothing written) when C cannot say it, a
 * name is missing, or it would be longer than `limit`. */
BASE_MUST_USE bool term_print_c(Text *out, const TermStore *store, Term t,
                                TermCStyle style, TermCName *name_of,
                                void *context, uint32_t limit);

typedef struct TermScript {
  TermList asserts;
  uint32_t n_checks;   /* check-sat commands seen */
  uint32_t error_line; /* 0: none */
  Text error;
} TermScript;

void term_script_init(TermScript *script, TermStore *store);
void term_script_done(TermScript *script, TermStore *store);
/* Read a script (QF_ABVFP; declare-const, declare-fun without arguments,
 * define-fun, assert, check-sat, set-*, let, !).  False: `error` says what is
 * wrong or not supported, and where. */
BASE_MUST_USE bool term_parse_script(TermStore *store, const char *text,
                                     TermScript *script);
/* Read one term over variables that exist in the store; none: see error. */
Term term_parse(TermStore *store, const char *text, TermScript *script);

/* ---- linear atoms ---- */

/* sum of c_i * x_i  <=  k   or   = k   or   != k,  over the integers: each
 * bit-vector x_i is read as signed or unsigned, nothing wraps.
 *
 * Normal form: monomials sorted by (term, reading), no zero coefficient,
 * coefficients without common divisor (k rounded down for <=), the first
 * coefficient of = and != positive.  Atoms whose truth follows from the widths
 * alone are true or false.  The negation of <= is again <=.  Coefficients are
 * int64, k is 128 bits; what does not fit is refused, never wrapped. */

typedef enum TermReading { TERM_UNSIGNED, TERM_SIGNED } TermReading;
typedef enum TermLinearOp { TERM_LE, TERM_EQUAL, TERM_UNEQUAL } TermLinearOp;

typedef struct TermMonomial {
  Term term;
  TermReading reading;
  int64_t coefficient;
} TermMonomial;

#define TERM_LINEAR_MAX 64u /* monomials of one atom */

typedef struct TermLinear {
  TermLinearOp op;
  uint32_t n;
  Integer bound; /* k */
  TermMonomial at[TERM_LINEAR_MAX];
} TermLinear;

bool term_is_linear(const TermStore *store, Term t); /* a linear atom? */
/* Read a linear atom, negation included. */
void term_linear_get(const TermStore *store, Term t, TermLinear *out);
/* The atom's term, normalised; none when a coefficient would overflow.
 * Monomials may come unsorted and repeated. */
Term term_linear_make(TermStore *store, const TermLinear *atom);

typedef enum TermLinearView {
  TERM_LINEAR_EXACT, /* same truth value under every valuation */
  TERM_LINEAR_IDEAL  /* arithmetic taken as if it never wrapped: a proposal */
} TermLinearView;
/* A comparison (=, !=, <, <= signed or unsigned, or a linear atom) of
 * bit-vectors as a linear atom over what is below its arithmetic; none when
 * it is none.  Exact: goes through an operator only where widths exclude
 * wrap-around. */
Term term_linear_of(TermStore *store, Term t, TermLinearView view);
/* The same; = and != (true in either reading alike) get this reading; the
 * plain form takes signed. */
Term term_linear_of_as(TermStore *store, Term t, TermLinearView view,
                       TermReading reading);

/* ca*a + cb*b, as engines use it: <= with <= (factors positive),
 * = with anything (its factor may be negative), != with = ; none: refused. */
Term term_linear_combine(TermStore *store, Term a, int64_t ca, Term b,
                         int64_t cb);
/* The atom as a bit-vector term, wide enough that nothing wraps. */
Term term_linear_to_bv(TermStore *store, Term t);
/* "2*x - y <= 7"; unsigned readings are marked by a cast. */
void term_linear_print(Text *out, const TermStore *store, Term t);

#endif
