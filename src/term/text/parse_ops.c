/* SPDX-License-Identifier: MIT
 *
 * The operators of the SMT-LIB reader.  Each is checked for arity and sorts
 * before it is built, so that a wrong file is an error of the file and never
 * of ours. */
#include "term/text/parse_int.h"

/* How an operator takes its arguments. */
typedef enum Shape {
  SHAPE_PLAIN,   /* exactly as the kind says */
  SHAPE_LEFT,    /* two or more, left-associative */
  SHAPE_MODE,    /* a rounding mode first */
  SHAPE_SWAPPED, /* a > b is b < a */
  SHAPE_CHAIN    /* a < b < c: all neighbours */
} Shape;

typedef struct Op {
  const char *name;
  TermKind kind;
  Shape shape;
} Op;

static const Op ops[] = {
    {"and", TERM_AND, SHAPE_LEFT},
    {"=", TERM_EQ, SHAPE_CHAIN},
    {"ite", TERM_ITE, SHAPE_PLAIN},
    {"bvnot", TERM_BVNOT, SHAPE_PLAIN},
    {"bvneg", TERM_NEG, SHAPE_PLAIN},
    {"bvadd", TERM_ADD, SHAPE_LEFT},
    {"bvsub", TERM_SUB, SHAPE_LEFT},
    {"bvmul", TERM_MUL, SHAPE_LEFT},
    {"bvudiv", TERM_UDIV, SHAPE_PLAIN},
    {"bvsdiv", TERM_SDIV, SHAPE_PLAIN},
    {"bvurem", TERM_UREM, SHAPE_PLAIN},
    {"bvsrem", TERM_SREM, SHAPE_PLAIN},
    {"bvshl", TERM_SHL, SHAPE_PLAIN},
    {"bvlshr", TERM_LSHR, SHAPE_PLAIN},
    {"bvashr", TERM_ASHR, SHAPE_PLAIN},
    {"bvand", TERM_BVAND, SHAPE_LEFT},
    {"bvor", TERM_BVOR, SHAPE_LEFT},
    {"bvxor", TERM_BVXOR, SHAPE_LEFT},
    {"concat", TERM_CONCAT, SHAPE_LEFT},
    {"bvult", TERM_ULT, SHAPE_PLAIN},
    {"bvule", TERM_ULE, SHAPE_PLAIN},
    {"bvslt", TERM_SLT, SHAPE_PLAIN},
    {"bvsle", TERM_SLE, SHAPE_PLAIN},
    {"bvugt", TERM_ULT, SHAPE_SWAPPED},
    {"bvuge", TERM_ULE, SHAPE_SWAPPED},
    {"bvsgt", TERM_SLT, SHAPE_SWAPPED},
    {"bvsge", TERM_SLE, SHAPE_SWAPPED},
    {"select", TERM_SELECT, SHAPE_PLAIN},
    {"store", TERM_STORE, SHAPE_PLAIN},
    {"fp.to_ieee_bv", TERM_FP_TO_BITS, SHAPE_PLAIN},
    {"fp.abs", TERM_FP_ABS, SHAPE_PLAIN},
    {"fp.neg", TERM_FP_NEG, SHAPE_PLAIN},
    {"fp.add", TERM_FP_ADD, SHAPE_MODE},
    {"fp.sub", TERM_FP_SUB, SHAPE_MODE},
    {"fp.mul", TERM_FP_MUL, SHAPE_MODE},
    {"fp.div", TERM_FP_DIV, SHAPE_MODE},
    {"fp.fma", TERM_FP_FMA, SHAPE_MODE},
    {"fp.sqrt", TERM_FP_SQRT, SHAPE_MODE},
    {"fp.rem", TERM_FP_REM, SHAPE_PLAIN},
    {"fp.roundToIntegral", TERM_FP_ROUND, SHAPE_MODE},
    {"fp.min", TERM_FP_MIN, SHAPE_PLAIN},
    {"fp.max", TERM_FP_MAX, SHAPE_PLAIN},
    {"fp.eq", TERM_FP_EQ, SHAPE_CHAIN},
    {"fp.lt", TERM_FP_LT, SHAPE_CHAIN},
    {"fp.leq", TERM_FP_LE, SHAPE_CHAIN},
    {"fp.gt", TERM_FP_LT, SHAPE_SWAPPED},
    {"fp.geq", TERM_FP_LE, SHAPE_SWAPPED},
    {"fp.isNaN", TERM_FP_IS_NAN, SHAPE_PLAIN},
    {"fp.isInfinite", TERM_FP_IS_INF, SHAPE_PLAIN},
    {"fp.isZero", TERM_FP_IS_ZERO, SHAPE_PLAIN},
    {"fp.isNormal", TERM_FP_IS_NORMAL, SHAPE_PLAIN},
    {"fp.isSubnormal", TERM_FP_IS_SUBNORMAL, SHAPE_PLAIN},
    {"fp.isNegative", TERM_FP_IS_NEGATIVE, SHAPE_PLAIN},
};

/* ---- checked construction ---- */

static Term build(Parser *p, Cand c) {
  if (p->failed) return TERM_NONE;
  assert((int)c.n == kind_arity(c.kind));
  Sort sort = cand_sort(p->store, &c);
  if (sort.id == 0) {
    parse_fail(p, "ill-sorted arguments of %s", term_kind_smtlib(c.kind));
    return TERM_NONE;
  }
  c.sort = sort;
  return cand_build(p->store, &c);
}

static Term binary(Parser *p, TermKind kind, Term a, Term b) {
  return build(p, (Cand){.kind = kind, .n = 2, .child = {a, b}});
}

static bool all_terms(Parser *p, const Frame *f, const Value *v, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (v[i].kind != VALUE_TERM)
      return parse_fail(p, "wrong argument of %s", f->name);
  return true;
}

static bool takes(Parser *p, const Frame *f, uint32_t n, uint32_t want) {
  if (n == want) return true;
  return parse_fail(p, "%s takes %u arguments, not %u", f->name, want, n);
}

static Term plain(Parser *p, const Frame *f, TermKind kind, TermRounding mode,
                  const Value *v, uint32_t n) {
  Cand c = {.kind = kind, .mode = mode, .n = n};
  if (!takes(p, f, n, (uint32_t)kind_arity(kind))) return TERM_NONE;
  for (uint32_t i = 0; i < n; i++) c.child[i] = v[i].term;
  return build(p, c);
}

static Term apply_op(Parser *p, const Frame *f, const Op *op, const Value *v,
                     uint32_t n) {
  if (op->shape == SHAPE_MODE) {
    if (n == 0 || v[0].kind != VALUE_MODE || !all_terms(p, f, v + 1, n - 1)) {
      parse_fail(p, "rounding mode expected in %s", f->name);
      return TERM_NONE;
    }
    return plain(p, f, op->kind, v[0].mode, v + 1, n - 1);
  }
  if (!all_terms(p, f, v, n)) return TERM_NONE;
  if (op->shape == SHAPE_PLAIN) return plain(p, f, op->kind, TERM_RNE, v, n);
  if (op->shape == SHAPE_SWAPPED) {
    if (!takes(p, f, n, 2)) return TERM_NONE;
    return binary(p, op->kind, v[1].term, v[0].term);
  }
  if (n == 1 && op->kind == TERM_AND && term_is_bool(p->store, v[0].term))
    return v[0].term;
  if (n < 2) {
    takes(p, f, n, 2);
    return TERM_NONE;
  }
  Term t = binary(p, op->kind, v[0].term, v[1].term);
  for (uint32_t i = 2; i < n && !p->failed; i++)
    t = op->shape == SHAPE_LEFT
            ? binary(p, op->kind, t, v[i].term)
            : binary(p, TERM_AND, t,
                     binary(p, op->kind, v[i - 1].term, v[i].term));
  return t;
}

/* ---- Boolean operators that are no kinds ---- */

static bool all_bool(Parser *p, const Frame *f, const Value *v, uint32_t n) {
  if (!all_terms(p, f, v, n)) return false;
  for (uint32_t i = 0; i < n; i++)
    if (!term_is_bool(p->store, v[i].term))
      return parse_fail(p, "Boolean arguments expected in %s", f->name);
  return n > 0 || parse_fail(p, "%s without arguments", f->name);
}

static Term distinct(Parser *p, const Frame *f, const Value *v, uint32_t n) {
  Term t = term_true();
  if (!all_terms(p, f, v, n)) return TERM_NONE;
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t j = i + 1; j < n && !p->failed; j++)
      t = binary(p, TERM_AND, t,
                 term_not(binary(p, TERM_EQ, v[i].term, v[j].term)));
  return t;
}

/* not, or, xor, =>; false: none of them. */
static bool boolean(Parser *p, const Frame *f, const Value *v, uint32_t n,
                    Term *t) {
  TermStore *s = p->store;
  bool is_or = strcmp(f->name, "or") == 0, is_xor = strcmp(f->name, "xor") == 0;
  bool is_not = strcmp(f->name, "not") == 0;
  bool implies = strcmp(f->name, "=>") == 0;
  if (!is_or && !is_xor && !is_not && !implies) return false;
  *t = TERM_NONE;
  if (!all_bool(p, f, v, n) || (is_not && !takes(p, f, n, 1))) return true;
  if (is_not) {
    *t = term_not(v[0].term);
  } else if (implies) {
    *t = v[n - 1].term;
    for (uint32_t i = n - 1; i-- > 0;) *t = term_implies(s, v[i].term, *t);
  } else {
    *t = v[0].term;
    for (uint32_t i = 1; i < n; i++)
      *t = is_or ? term_or(s, *t, v[i].term) : term_xor(s, *t, v[i].term);
  }
  return true;
}

/* ---- bit-vector operators that are no kinds ---- */

static bool two_bv(Parser *p, const Frame *f, const Value *v, uint32_t n) {
  if (!takes(p, f, n, 2) || !all_terms(p, f, v, n)) return false;
  Sort a = term_sort(p->store, v[0].term), b = term_sort(p->store, v[1].term);
  if (sort_kind(a) == SORT_BV && sort_same(a, b)) return true;
  return parse_fail(p, "ill-sorted arguments of %s", f->name);
}

/* The remainder with the sign of the divisor. */
static Term signed_modulo(TermStore *s, Term a, Term b) {
  assert(term_width(s, a) == term_width(s, b));
  uint32_t w = term_width(s, a);
  Term zero = term_u64(s, 0, w), r = term_srem(s, a, b);
  Term differ = term_xor(s, term_slt(s, r, zero), term_slt(s, b, zero));
  Term fix = term_and(s, differ, term_ne(s, r, zero));
  return term_ite(s, fix, term_add(s, r, b), r);
}

static bool derived_bv(Parser *p, const Frame *f, const Value *v, uint32_t n,
                       Term *t) {
  static const char *const names[] = {"bvnand", "bvnor", "bvxnor", "bvcomp",
                                      "bvsmod"};
  uint32_t which = 0;
  while (which < 5 && strcmp(f->name, names[which]) != 0) which++;
  if (which == 5) return false;
  *t = TERM_NONE;
  if (!two_bv(p, f, v, n)) return true;
  TermStore *s = p->store;
  Term a = v[0].term, b = v[1].term;
  if (which == 0)
    *t = term_bvnot(s, term_bvand(s, a, b));
  else if (which == 1)
    *t = term_bvnot(s, term_bvor(s, a, b));
  else if (which == 2)
    *t = term_bvnot(s, term_bvxor(s, a, b));
  else if (which == 3)
    *t = term_ite(s, term_eq(s, a, b), term_u64(s, 1, 1), term_u64(s, 0, 1));
  else
    *t = signed_modulo(s, a, b);
  return true;
}

static Term rotate(TermStore *s, Term a, uint32_t left) {
  uint32_t w = term_width(s, a);
  left %= w;
  if (left == 0) return a;
  return term_concat(s, term_extract(s, a, w - left - 1, 0),
                     term_extract(s, a, w - 1, w - left));
}

static Term repeat(Parser *p, Term a, uint32_t times) {
  Term t = a;
  if (times == 0) parse_fail(p, "repeat 0");
  for (uint32_t i = 1; i < times && !p->failed; i++)
    t = binary(p, TERM_CONCAT, a, t);
  return t;
}

/* extract, zero_extend, sign_extend, rotate_*, repeat; false: none. */
static bool indexed_bv(Parser *p, const Frame *f, const Value *v, uint32_t n,
                       Term *t) {
  TermStore *s = p->store;
  bool zero = strcmp(f->name, "zero_extend") == 0;
  bool sign = strcmp(f->name, "sign_extend") == 0;
  bool left = strcmp(f->name, "rotate_left") == 0;
  bool right = strcmp(f->name, "rotate_right") == 0;
  bool again = strcmp(f->name, "repeat") == 0;
  bool extract = strcmp(f->name, "extract") == 0;
  if (!zero && !sign && !left && !right && !again && !extract) return false;
  *t = TERM_NONE;
  if (!takes(p, f, n, 1) || !all_terms(p, f, v, n)) return true;
  Term a = v[0].term;
  if (sort_kind(term_sort(s, a)) != SORT_BV || f->n_index != 1u + extract) {
    parse_fail(p, "ill-formed %s", f->name);
    return true;
  }
  uint32_t w = term_width(s, a), k = f->index[0];
  if ((zero || sign) && (k > BV_MAX_WIDTH || w + k > BV_MAX_WIDTH)) {
    parse_fail(p, "too wide");
    return true;
  }
  if (extract)
    *t = build(p, (Cand){.kind = TERM_EXTRACT,
                         .n = 1,
                         .child = {a},
                         .high = f->index[0],
                         .low = f->index[1]});
  else if (zero)
    *t = term_zext(s, a, w + k);
  else if (sign)
    *t = term_sext(s, a, w + k);
  else if (again)
    *t = repeat(p, a, k);
  else
    *t = rotate(s, a, left ? k % w : w - k % w);
  return true;
}

/* ---- floats ---- */

/* (fp sign exponent fraction) */
static Term float_parts(Parser *p, const Frame *f, const Value *v, uint32_t n) {
  if (!takes(p, f, n, 3) || !all_terms(p, f, v, n)) return TERM_NONE;
  Term rest = binary(p, TERM_CONCAT, v[1].term, v[2].term);
  if (p->failed) return TERM_NONE;
  Term bits = binary(p, TERM_CONCAT, v[0].term, rest);
  Sort sort;
  if (p->failed ||
      !parse_float_sort(p, term_width(p->store, v[1].term),
                        term_width(p->store, v[2].term) + 1, &sort))
    return TERM_NONE;
  return build(
      p,
      (Cand){.kind = TERM_FP_FROM_BITS, .sort = sort, .n = 1, .child = {bits}});
}

static Term to_float(Parser *p, const Frame *f, const Value *v, uint32_t n) {
  Cand c = {.n = 1};
  if (f->n_index != 2 ||
      !parse_float_sort(p, f->index[0], f->index[1], &c.sort))
    return TERM_NONE;
  if (n == 1 && v[0].kind == VALUE_TERM) {
    c.kind = TERM_FP_FROM_BITS;
  } else if (n == 2 && v[0].kind == VALUE_MODE && v[1].kind == VALUE_TERM) {
    bool from_float = sort_kind(term_sort(p->store, v[1].term)) == SORT_FLOAT;
    c.mode = v[0].mode;
    c.kind = strcmp(f->name, "to_fp") != 0 ? TERM_FP_FROM_UINT
             : from_float                  ? TERM_FP_TO_FP
                                           : TERM_FP_FROM_SINT;
  } else {
    parse_fail(p, "unsupported arguments of %s", f->name);
    return TERM_NONE;
  }
  c.child[0] = v[n - 1].term;
  return build(p, c);
}

static Term to_integer(Parser *p, const Frame *f, const Value *v, uint32_t n) {
  uint32_t width = f->index[0];
  if (f->n_index != 1 || width == 0 || width > BV_MAX_WIDTH || n != 2 ||
      v[0].kind != VALUE_MODE || v[1].kind != VALUE_TERM) {
    parse_fail(p, "ill-formed %s", f->name);
    return TERM_NONE;
  }
  bool is_signed = strcmp(f->name, "fp.to_sbv") == 0;
  return build(p, (Cand){.kind = is_signed ? TERM_FP_TO_SINT : TERM_FP_TO_UINT,
                         .mode = v[0].mode,
                         .sort = sort_bv(width),
                         .n = 1,
                         .child = {v[1].term}});
}

static Term is_positive(Parser *p, const Frame *f, const Value *v, uint32_t n) {
  if (!takes(p, f, n, 1) || !all_terms(p, f, v, n)) return TERM_NONE;
  Term minus = plain(p, f, TERM_FP_IS_NEGATIVE, TERM_RNE, v, n);
  Term nan = plain(p, f, TERM_FP_IS_NAN, TERM_RNE, v, n);
  if (p->failed) return TERM_NONE;
  return term_and(p->store, term_not(minus), term_not(nan));
}

/* ---- linear atoms: k, then coefficient, reading, term each ---- */

static Term linear(Parser *p, const Frame *f, const Value *v, uint32_t n) {
  bool le = strcmp(f->name, "cutpoint.le") == 0;
  TermLinear atom = {.op = le ? TERM_LE : TERM_EQUAL};
  bool good = n >= 1 && n % 3 == 1 && n / 3 <= TERM_LINEAR_MAX &&
              v[0].kind == VALUE_NUMBER;
  for (uint32_t i = 1; good && i < n; i += 3) {
    good = v[i].kind == VALUE_NUMBER && v[i + 1].kind == VALUE_READING &&
           v[i + 2].kind == VALUE_TERM && v[i].number <= INT64_MAX &&
           v[i].number > INT64_MIN &&
           sort_kind(term_sort(p->store, v[i + 2].term)) == SORT_BV;
    if (good)
      atom.at[atom.n++] = (TermMonomial){
          v[i + 2].term, v[i + 1].number ? TERM_SIGNED : TERM_UNSIGNED,
          (int64_t)v[i].number};
  }
  if (good) atom.bound = v[0].number;
  Term t = good ? term_linear_make(p->store, &atom) : TERM_NONE;
  if (t.id == 0) parse_fail(p, "ill-formed %s", f->name);
  return t;
}

/* ---- all ---- */

Term parse_apply(Parser *p, const Frame *f, const Value *v, uint32_t n) {
  require(f->kind == FRAME_APPLY && f->n_index <= 2);
  Term t = TERM_NONE;
  if (f->n_index == 0 && f->sort.id == 0)
    for (uint32_t i = 0; i < sizeof ops / sizeof ops[0]; i++)
      if (strcmp(ops[i].name, f->name) == 0)
        return apply_op(p, f, &ops[i], v, n);
  if (boolean(p, f, v, n, &t) || derived_bv(p, f, v, n, &t) ||
      indexed_bv(p, f, v, n, &t))
    return t;
  if (strcmp(f->name, "distinct") == 0) return distinct(p, f, v, n);
  if (strcmp(f->name, "const") == 0 && f->sort.id != 0) {
    if (!takes(p, f, n, 1) || !all_terms(p, f, v, n)) return TERM_NONE;
    return build(p, (Cand){.kind = TERM_CONST_ARRAY,
                           .sort = f->sort,
                           .n = 1,
                           .child = {v[0].term}});
  }
  if (strcmp(f->name, "fp") == 0) return float_parts(p, f, v, n);
  if (strcmp(f->name, "to_fp") == 0 || strcmp(f->name, "to_fp_unsigned") == 0)
    return to_float(p, f, v, n);
  if (strcmp(f->name, "fp.to_sbv") == 0 || strcmp(f->name, "fp.to_ubv") == 0)
    return to_integer(p, f, v, n);
  if (strcmp(f->name, "fp.isPositive") == 0) return is_positive(p, f, v, n);
  if (strncmp(f->name, "cutpoint.", 9) == 0) return linear(p, f, v, n);
  parse_fail(p, "unknown or unsupported operator %s", f->name);
  return TERM_NONE;
}

static bool special_float(Parser *p, const Frame *f, Term *t) {
  static const char *const names[] = {"+oo", "-oo", "+zero", "-zero", "NaN"};
  uint32_t which = 0;
  Sort sort;
  while (which < 5 && strcmp(f->name, names[which]) != 0) which++;
  if (which == 5) return parse_fail(p, "unknown constant %s", f->name);
  if (!parse_float_sort(p, f->index[0], f->index[1], &sort)) return false;
  uint32_t width = sort_float_width(sort);
  BvWord bits[BV_WORDS(128)];
  bv_set_u64(bits, 0, width);
  if (which == 4) bv_set_ones(bits, width);
  if (which < 2)
    for (uint32_t i = f->index[1] - 1; i < width - 1; i++)
      bits[i / 64] |= (uint64_t)1 << (i % 64);
  if (which == 1 || which == 3)
    bits[(width - 1) / 64] |= (uint64_t)1 << ((width - 1) % 64);
  *t = term_fp_from_bits(p->store, sort, term_const(p->store, bits, width));
  return true;
}

bool parse_indexed_constant(Parser *p, const Frame *f, Term *t) {
  const char *end = NULL;
  if (strncmp(f->name, "bv", 2) == 0 && f->n_index == 1) {
    BvWord words[BV_MAX_WORDS];
    uint32_t width = f->index[0];
    if (width == 0 || width > BV_MAX_WIDTH || f->name[2] == '-' ||
        !bv_parse(words, width, f->name + 2, &end) || *end != 0)
      return parse_fail(p, "bad constant %s", f->name);
    *t = term_const(p->store, words, width);
    return true;
  }
  if (f->n_index != 2) return parse_fail(p, "unknown constant %s", f->name);
  return special_float(p, f, t);
}
