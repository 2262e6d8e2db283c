/* SPDX-License-Identifier: MIT
 *
 * Random terms.  Recursion is bounded by the depth asked for. */
#include "unit/term/gen.h"
#include "term/term_int.h"

static uint32_t below(Gen *g, uint32_t n) {
  return rng_below(&g->rng, n);
}

static Term gen_const(Gen *g, uint32_t w) {
  BvWord words[BV_MAX_WORDS];
  switch (below(g, 8)) {
  case 0: bv_set_u64(words, 0, w); break;
  case 1: bv_set_u64(words, 1, w); break;
  case 2: bv_set_ones(words, w); break;
  case 3: bv_set_i64(words, -2, w); break;
  case 4:
    bv_set_u64(words, 0, w);
    words[(w - 1) / 64] |= (uint64_t)1 << ((w - 1) % 64);
    break;
  case 5:
    bv_set_ones(words, w);
    words[(w - 1) / 64] ^= (uint64_t)1 << ((w - 1) % 64);
    break;
  case 6: {
    uint32_t bit = below(g, w);
    bv_set_u64(words, 0, w);
    words[bit / 64] |= (uint64_t)1 << (bit % 64);
    if (below(g, 3) == 0) words[0] |= 1;
    break;
  }
  default:
    for (uint32_t i = 0; i < BV_WORDS(w); i++) words[i] = rng_next(&g->rng);
    bv_zext(words, w, words, w);
    if (below(g, 2)) bv_set_u64(words, below(g, w + 2), w);
  }
  return term_const(g->store, words, w);
}

static Term gen_var(Gen *g, Sort sort, const char *prefix) {
  char name[40];
  snprintf(name, sizeof name, "%s%u", prefix, below(g, 2));
  return term_var(g->store, name, sort);
}

static Term gen_bv_leaf(Gen *g, uint32_t w) {
  char prefix[24];
  snprintf(prefix, sizeof prefix, "x%u_", w);
  if (below(g, 3) == 0) return gen_const(g, w);
  return gen_var(g, sort_bv(w), prefix);
}

static Sort array_sort(Gen *g) {
  return sort_array(g->store, sort_bv(g->width), sort_bv(g->width));
}

static Term gen_array_var(Gen *g) {
  char prefix[24];
  snprintf(prefix, sizeof prefix, "a%u_", g->width);
  return gen_var(g, array_sort(g), prefix);
}

/* An operand again, or a new one: patterns need repetition. */
static Term like(Gen *g, Term t, uint32_t w, uint32_t depth) {
  TermStore *s = g->store;
  uint32_t n = term_n_children(s, t);
  Term again = t;
  if (n > 0 && below(g, 2)) again = term_child(s, t, below(g, n));
  if (below(g, 4) == 0 && sort_same(term_sort(s, again), sort_bv(w)))
    return again;
  return gen_bv(g, w, depth);
}

static Term gen_extension(Gen *g, uint32_t w, uint32_t depth) {
  TermStore *s = g->store;
  uint32_t part = w > 4 && below(g, 2) ? w / 2 : 1 + below(g, w);
  Term x = gen_bv(g, part, depth);
  return below(g, 2) ? term_zext(s, x, w) : term_sext(s, x, w);
}

static Term gen_extract(Gen *g, uint32_t w, uint32_t depth) {
  uint32_t wider = w + below(g, 3), low = below(g, wider - w + 1);
  Term x = gen_bv(g, wider, depth);
  return term_extract(g->store, x, low + w - 1, low);
}

static Term gen_concat(Gen *g, uint32_t w, uint32_t depth) {
  TermStore *s = g->store;
  uint32_t cut = 1 + below(g, w - 1);
  if (below(g, 3) == 0) {
    Term x = gen_bv(g, w + 1, depth);
    return term_concat(s, term_extract(s, x, w - 1, cut),
                       term_extract(s, x, cut - 1, 0));
  }
  return term_concat(s, gen_bv(g, w - cut, depth), gen_bv(g, cut, depth));
}

static Term gen_bv_binary(Gen *g, uint32_t w, uint32_t depth) {
  TermKind kind = (TermKind)(TERM_ADD + below(g, TERM_BVXOR - TERM_ADD + 1));
  Term a = gen_bv(g, w, depth), b = like(g, a, w, depth);
  if (below(g, 2)) {
    Term swap = a;
    a = b;
    b = swap;
  }
  return term_binary(g->store, kind, a, b);
}

static Term gen_from_float(Gen *g, uint32_t depth) {
  Term x = gen_float(g, depth);
  if (below(g, 2)) return term_fp_to_bits(g->store, x);
  return below(g, 2) ? term_fp_to_sint(g->store, 32, TERM_RTZ, x)
                     : term_fp_to_uint(g->store, 32, TERM_RTZ, x);
}

Term gen_bv(Gen *g, uint32_t w, uint32_t depth) {
  TermStore *s = g->store;
  if (depth == 0) return gen_bv_leaf(g, w);
  depth--;
  uint32_t choice = below(g, 16);
  if (g->n_arrays && w == g->width && choice < 4)
    return term_select(s, gen_array(g, depth), gen_bv(g, w, depth));
  if (g->n_floats && w == 32 && choice < 6) return gen_from_float(g, depth);
  switch (choice) {
  case 0: return term_bvnot(s, gen_bv(g, w, depth));
  case 1: return term_neg(s, gen_bv(g, w, depth));
  case 2: return gen_extension(g, w, depth);
  case 3: return gen_extract(g, w, depth);
  case 4:
    if (w > 1) return gen_concat(g, w, depth);
    return gen_bv_leaf(g, w);
  case 5: {
    Term yes = gen_bv(g, w, depth), no = like(g, yes, w, depth);
    return term_ite(s, gen_bool(g, depth), yes, no);
  }
  case 6: return gen_bv_leaf(g, w);
  default: return gen_bv_binary(g, w, depth);
  }
}

Term gen_array(Gen *g, uint32_t depth) {
  TermStore *s = g->store;
  uint32_t w = g->width;
  if (depth == 0) {
    if (below(g, 3) == 0)
      return term_const_array(s, array_sort(g), gen_bv_leaf(g, w));
    return gen_array_var(g);
  }
  depth--;
  if (below(g, 6) == 0) {
    Term a = gen_array(g, depth), b = gen_array(g, depth);
    return term_ite(s, gen_bool(g, depth), a, b);
  }
  Term a = gen_array(g, depth), i = gen_bv(g, w, depth);
  Term v = below(g, 5) == 0 ? term_select(s, a, i) : gen_bv(g, w, depth);
  return term_store_at(s, a, i, v);
}

static Term gen_float_leaf(Gen *g) {
  static const float interesting[] = {0.0f,  -0.0f,   1.0f,    -1.5f,
                                      1e38f, 1e-40f,  3.25f,   16777217.0f,
                                      0.1f,  -2.5e9f, 1 / 3.0f};
  TermStore *s = g->store;
  Sort sort = sort_float(TERM_FLOAT_SINGLE);
  uint32_t pick = below(g, 20);
  if (pick < sizeof interesting / sizeof interesting[0])
    return term_fp_of_single(s, interesting[pick]);
  if (pick == 11)
    return term_fp_from_bits(s, sort, term_u64(s, 0x7f800000, 32));
  if (pick == 12)
    return term_fp_from_bits(s, sort, term_u64(s, 0xffc12345, 32));
  return term_fp_from_bits(s, sort, gen_bv_leaf(g, 32));
}

static TermRounding gen_mode(Gen *g) {
  static const TermRounding modes[] = {TERM_RNE, TERM_RNE, TERM_RTP, TERM_RTN,
                                       TERM_RTZ};
  return modes[below(g, 5)];
}

Term gen_float(Gen *g, uint32_t depth) {
  TermStore *s = g->store;
  if (depth == 0) return gen_float_leaf(g);
  depth--;
  Sort single = sort_float(TERM_FLOAT_SINGLE);
  Sort wide = sort_float(TERM_FLOAT_DOUBLE);
  Term a = gen_float(g, depth);
  switch (below(g, 14)) {
  case 0: return term_unary(s, TERM_FP_ABS, a);
  case 1: return term_unary(s, TERM_FP_NEG, a);
  case 2:
  case 3:
  case 4:
  case 5: {
    TermKind kind = (TermKind)(TERM_FP_ADD + below(g, 4));
    return term_fp_op(s, kind, gen_mode(g), a, gen_float(g, depth));
  }
  case 6: return term_fp_op(s, TERM_FP_SQRT, gen_mode(g), a, TERM_NONE);
  case 7: return term_fp_op(s, TERM_FP_ROUND, gen_mode(g), a, TERM_NONE);
  case 8: return term_binary(s, TERM_FP_MIN, a, gen_float(g, depth));
  case 9: return term_ite(s, gen_bool(g, depth), a, gen_float(g, depth));
  case 10:
    return term_fp_convert(s, single, gen_mode(g),
                           term_fp_convert(s, wide, gen_mode(g), a));
  case 11:
    return term_fp_from_sint(s, single, gen_mode(g), gen_bv(g, 32, depth));
  case 12: return term_fp_from_bits(s, single, gen_bv(g, 32, depth));
  default: return term_fp_convert(s, single, TERM_RNE, a);
  }
}

static Term gen_float_test(Gen *g, uint32_t depth) {
  TermStore *s = g->store;
  Term a = gen_float(g, depth);
  Term b = below(g, 3) == 0 ? a : gen_float(g, depth);
  uint32_t pick = below(g, 10);
  if (pick < 3) return term_binary(s, (TermKind)(TERM_FP_EQ + pick), a, b);
  if (pick == 9) return term_eq(s, a, b);
  return term_unary(s, (TermKind)(TERM_FP_IS_NAN + pick - 3), a);
}

static Term gen_compare(Gen *g, uint32_t depth) {
  static const TermKind kinds[] = {TERM_EQ,  TERM_EQ,  TERM_EQ, TERM_ULT,
                                   TERM_ULE, TERM_SLT, TERM_SLE};
  uint32_t w = below(g, 3) ? g->width : 1 + below(g, g->width + 2);
  Term a = gen_bv(g, w, depth), b = like(g, a, w, below(g, 2) ? 0 : depth);
  if (below(g, 2)) {
    Term swap = a;
    a = b;
    b = swap;
  }
  return term_binary(g->store, kinds[below(g, 7)], a, b);
}

static Term gen_bool_operand(Gen *g, Term t, uint32_t depth) {
  TermStore *s = g->store;
  Term again = t;
  uint32_t n = term_n_children(s, t);
  if (n > 0 && below(g, 2)) again = term_child(s, t, below(g, n));
  Term result =
      below(g, 3) == 0 && term_is_bool(s, again) ? again : gen_bool(g, depth);
  return below(g, 3) == 0 ? term_not(result) : result;
}

Term gen_bool(Gen *g, uint32_t depth) {
  TermStore *s = g->store;
  if (depth == 0) {
    if (below(g, 6) == 0) return term_bool(s, (int)below(g, 2));
    Term t = gen_var(g, sort_bool(), "p");
    return below(g, 3) == 0 ? term_not(t) : t;
  }
  depth--;
  if (g->n_floats && below(g, 3) == 0) return gen_float_test(g, depth);
  if (g->n_arrays && below(g, 4) == 0) {
    Term a = gen_array(g, depth);
    return term_eq(s, a, below(g, 2) ? gen_array(g, depth) : a);
  }
  uint32_t pick = below(g, 8);
  if (pick < 4) return gen_compare(g, depth);
  Term a = gen_bool(g, depth), b = gen_bool_operand(g, a, depth);
  if (pick < 6) return term_and(s, a, b);
  if (pick == 6) return term_eq(s, a, b);
  return term_ite(s, gen_bool_operand(g, b, depth), a, b);
}

Term gen_any(Gen *g, uint32_t depth) {
  uint32_t pick = below(g, 8);
  if (g->n_arrays && pick < 2) return gen_array(g, depth);
  if (g->n_floats && pick < 3) return gen_float(g, depth);
  return pick < 5 ? gen_bool(g, depth) : gen_bv(g, g->width, depth);
}

/* ---- shapes that chance alone rarely makes ---- */

/* Operands of one kind of extension, or of both, or a constant. */
static Term shape_division(Gen *g, uint32_t pick) {
  TermStore *s = g->store;
  uint32_t w = g->width + 3;
  Term x = gen_bv(g, g->width, 0), y = gen_bv(g, g->width, 0);
  Term a = below(g, 2) ? term_sext(s, x, w) : term_zext(s, x, w);
  Term b = below(g, 3) == 0 ? gen_const(g, w)
           : below(g, 2)    ? term_sext(s, y, w)
                            : term_zext(s, y, w);
  switch (pick) {
  case 0: return term_udiv(s, a, b);
  case 1: return term_urem(s, a, b);
  case 2: return term_sdiv(s, a, b);
  default: return term_srem(s, a, b);
  }
}

static Term shape_bits(Gen *g, uint32_t pick) {
  TermStore *s = g->store;
  uint32_t w = g->width;
  Term x = gen_bv(g, w, 0), y = gen_bv(g, w, 0), z = gen_bv(g, w, 0);
  Term k = gen_const(g, w), m = gen_const(g, w);
  switch (pick) {
  case 0: return term_eq(s, term_add(s, x, y), term_add(s, x, z));
  case 1: return term_add(s, term_sub(s, x, y), y);
  case 2: return term_sub(s, term_add(s, x, y), x);
  case 3: return term_sub(s, x, term_add(s, x, y));
  case 4: return term_lshr(s, term_lshr(s, x, k), m);
  case 5: return term_ashr(s, term_ashr(s, x, k), m);
  case 6: return term_mul(s, term_add(s, x, k), m);
  case 7: return term_neg(s, term_mul(s, x, k));
  case 8: return term_concat(s, k, term_concat(s, m, x));
  case 9: return term_concat(s, term_concat(s, x, k), m);
  case 10:
    return term_ult(s, term_ite(s, gen_bool(g, 0), k, m), gen_const(g, w));
  case 11:
    return term_slt(s, gen_const(g, w), term_ite(s, gen_bool(g, 0), k, m));
  case 12: return term_and(s, term_eq(s, x, k), term_eq(s, x, m));
  case 13: return term_and(s, term_eq(s, x, k), term_not(term_eq(s, x, m)));
  case 14: return term_slt(s, term_sext(s, x, w + 2), term_sext(s, y, w + 2));
  case 15: return term_slt(s, term_zext(s, x, w + 2), gen_const(g, w + 2));
  case 16: return term_slt(s, gen_const(g, w + 2), term_sext(s, x, w + 2));
  case 17: return term_slt(s, term_sext(s, x, w + 2), gen_const(g, w + 2));
  case 18: return term_ult(s, term_zext(s, x, w + 2), gen_const(g, w + 2));
  case 19: return term_ult(s, gen_const(g, w + 2), term_zext(s, x, w + 2));
  case 20: return term_eq(s, term_sext(s, x, w + 2), gen_const(g, w + 2));
  case 21: return term_neg(s, term_add(s, x, k));
  default: return shape_division(g, pick - 22);
  }
}

static Term shape_logic(Gen *g, uint32_t pick) {
  TermStore *s = g->store;
  Sort array = array_sort(g);
  Term p = gen_bool(g, 0), q = gen_bool(g, 0), r = gen_bool(g, 0);
  Term x = gen_bv(g, g->width, 0), y = gen_bv(g, g->width, 0);
  Term a = gen_array_var(g), i = gen_bv(g, g->width, 1);
  Term j = gen_bv(g, g->width, 1);
  switch (pick) {
  case 0: return term_and(s, term_and(s, p, q), term_and(s, term_not(p), r));
  case 1: return term_ite(s, p, x, term_ite(s, q, x, y));
  case 2: return term_ite(s, p, term_ite(s, p, x, y), y);
  case 3: return term_ite(s, p, x, term_ite(s, p, y, x));
  case 4:
    return term_eq(s, term_store_at(s, a, i, x), term_store_at(s, a, i, y));
  case 5: return term_select(s, term_store_at(s, a, i, x), j);
  case 6: return term_select(s, term_store_at(s, a, i, x), i);
  case 7: return term_store_at(s, term_store_at(s, a, i, x), i, y);
  case 8: return term_store_at(s, a, i, term_select(s, a, i));
  case 9: return term_store_at(s, term_const_array(s, array, x), i, x);
  case 10: return term_select(s, term_const_array(s, array, x), i);
  case 11: return term_ite(s, p, q, term_not(q));
  case 12: return term_ite(s, p, term_not(q), r);
  default: return term_and(s, p, term_not(term_and(s, p, q)));
  }
}

static Term shape_float(Gen *g, uint32_t pick) {
  TermStore *s = g->store;
  Sort single = sort_float(TERM_FLOAT_SINGLE);
  Term x = gen_float(g, 0);
  Term sign = term_unary(s, below(g, 2) ? TERM_FP_NEG : TERM_FP_ABS, x);
  Term nan = term_unary(s, TERM_FP_IS_NAN, x);
  switch (pick) {
  case 0:
    return term_ite(s, nan, term_u64(s, 0x7fc00000, 32), term_fp_to_bits(s, x));
  case 1: return term_fp_from_bits(s, single, term_fp_to_bits(s, x));
  case 2: return term_fp_from_bits(s, single, term_u64(s, 0xff800001, 32));
  case 3: return term_unary(s, TERM_FP_ABS, sign);
  case 4: return term_unary(s, TERM_FP_NEG, term_unary(s, TERM_FP_NEG, x));
  case 5: return term_fp_convert(s, single, TERM_RNE, x);
  case 6: return term_binary(s, (TermKind)(TERM_FP_EQ + below(g, 3)), x, x);
  default: return term_unary(s, (TermKind)(TERM_FP_IS_NAN + below(g, 5)), sign);
  }
}

static Term gen_shape(Gen *g) {
  uint32_t pick = below(g, 6);
  if (pick == 0) return shape_float(g, below(g, 8));
  return pick < 3 ? shape_logic(g, below(g, 14)) : shape_bits(g, below(g, 26));
}

/* ---- instances ---- */

#define TRIES 120000u

uint32_t gen_rule_rows(void) {
  return term_n_rules;
}

static void offer(TermStore *s, Term t, uint32_t per_rule, uint32_t *seen,
                  Map *done, RuleVisit *visit, void *context) {
  for (uint32_t r = 0; r < term_n_rules; r++) {
    if (seen[r] >= per_rule) continue;
    Term right = rule_try(s, &term_rules[r], t);
    if (right.id == 0) continue;
    uint64_t key = (uint64_t)t.id << 32 | r;
    if (map_find(done, key)) continue;
    map_put(done, key, 1);
    seen[r]++;
    visit(context, s, &(RuleInstance){term_rules[r].name, t, right});
  }
}

static uint32_t instances(TermStore *s, uint32_t width, uint32_t per_rule,
                          uint64_t seed, RuleVisit *visit, void *context,
                          uint32_t *seen) {
  Map done;
  map_init(&done, term_store_mem(s));
  Gen g = {.store = s, .rng = {seed}, .width = width};
  uint32_t complete = 0;
  for (uint32_t i = 0; i < TRIES && complete < term_n_rules; i++) {
    g.n_arrays = i % 5 == 1;
    g.n_floats = i % 7 == 2;
    term_store_rewriting(s, TERM_REWRITE_OFF);
    Term t = i % 3 == 0 ? gen_shape(&g) : gen_any(&g, 1 + below(&g, 2));
    term_store_rewriting(s, TERM_REWRITE_ON);
    offer(s, t, per_rule, seen, &done, visit, context);
    if (i % 512 == 0) {
      complete = 0;
      for (uint32_t r = 0; r < term_n_rules; r++)
        complete += seen[r] >= per_rule;
    }
  }
  map_done(&done);
  uint32_t met = 0;
  for (uint32_t r = 0; r < term_n_rules; r++) met += seen[r] > 0;
  return met;
}

uint32_t gen_rule_instances(TermStore *s, uint32_t width, uint32_t per_rule,
                            uint64_t seed, RuleVisit *visit, void *context) {
  uint32_t *seen = MEM_ARRAY(term_store_mem(s), uint32_t, term_n_rules);
  uint32_t met = instances(s, width, per_rule, seed, visit, context, seen);
  MEM_FREE_ARRAY(term_store_mem(s), seen, term_n_rules);
  return met;
}

static void visit_nothing(void *context, TermStore *s,
                          const RuleInstance *instance) {
  (void)context;
  (void)s;
  (void)instance;
}

void gen_missing_rules(Text *missing, Mem *mem, uint32_t lo, uint32_t hi) {
  TermStore *s = term_store_new(mem);
  uint32_t *seen = MEM_ARRAY(mem, uint32_t, term_n_rules);
  for (uint32_t w = lo; w <= hi; w++)
    instances(s, w, 1, w, visit_nothing, NULL, seen);
  for (uint32_t r = 0; r < term_n_rules; r++)
    if (seen[r] == 0)
      text_printf(missing, "%s/%s ", term_kind_name(term_rules[r].kind),
                  term_rules[r].name);
  MEM_FREE_ARRAY(mem, seen, term_n_rules);
  term_store_free(s);
}
