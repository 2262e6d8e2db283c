/* SPDX-License-Identifier: MIT
 *
 * Algorithms 1 to 3 of structural abstraction on graphs: which operands explain
 * a value, which summary is expanded next, and that the support of a value
 * decides it. */
#include "engine/structural/structural.h"
#include "unit/unit.h"

enum { VARS = 6 };

typedef struct Graph {
  Mem mem;
  TermStore *store;
  Term var[VARS];
  uint64_t value[VARS];
  TermEval *eval;
  TermList support;
} Graph;

static bool valuation(void *context, TermEval *eval, Term var,
                      TermValue *value) {
  Graph *g = context;
  for (uint32_t i = 0; i < VARS; i++) {
    if (!term_same(g->var[i], var)) continue;
    Sort sort = term_sort(g->store, var);
    *value = sort_kind(sort) == SORT_BOOL
                 ? term_value_bool((int)(g->value[i] & 1))
                 : term_value_u64(eval, g->value[i], sort_width(sort));
    return true;
  }
  return false;
}

/* Variables 0 to 2 are Boolean, the others have `width` bits. */
static void graph_init(Graph *g, uint32_t width) {
  *g = (Graph){.support = {0}};
  mem_init(&g->mem, 0);
  g->store = term_store_new(&g->mem);
  for (uint32_t i = 0; i < VARS; i++) {
    char name[2] = {(char)('a' + i), 0};
    g->var[i] = term_var(g->store, name, i < 3 ? sort_bool() : sort_bv(width));
  }
  g->eval = term_eval_new(g->store, valuation, g);
}

static void graph_done(Graph *g) {
  VEC_DONE(&g->mem, &g->support);
  term_eval_free(g->eval);
  term_store_free(g->store);
  mem_done(&g->mem);
}

static TermValue value_of(void *context, Term t) {
  Graph *g = context;
  TermValue value;
  require(term_eval(g->eval, t, &value) == TERM_EVAL_OK);
  return value;
}

static Term nothing_below(void *context, Term var) {
  (void)context, (void)var;
  return TERM_NONE;
}

static bool all_wanted(void *context, Term var) {
  (void)context, (void)var;
  return true;
}

static Term refine(Graph *g, Term root) {
  StructWalk walk = {g, value_of, nothing_below, all_wanted, NULL};
  VEC_CLEAR(&g->support);
  term_eval_reset(g->eval);
  return struct_refine(g->store, root, &walk, &g->support);
}

static bool supports(const Graph *g, uint32_t var) {
  for (uint32_t i = 0; i < g->support.n; i++)
    if (term_same(g->support.at[i], g->var[var])) return true;
  return false;
}

TEST(structural_absorbing_operand) {
  Graph g;
  graph_init(&g, 8);
  Term both = term_and(g.store, g.var[0], g.var[1]);
  g.value[0] = 0, g.value[1] = 1;
  refine(&g, both);
  CHECK(supports(&g, 0) && !supports(&g, 1));
  g.value[0] = 1;
  refine(&g, both);
  CHECK(supports(&g, 0) && supports(&g, 1));
  Term zero = term_u64(g.store, 0, 8);
  Term product = term_eq(g.store, term_mul(g.store, g.var[3], g.var[4]), zero);
  g.value[3] = 7, g.value[4] = 0;
  refine(&g, product);
  CHECK(!supports(&g, 3) && supports(&g, 4));
  Term masked = term_eq(g.store, term_bvor(g.store, g.var[3], g.var[4]), zero);
  g.value[3] = 255;
  refine(&g, masked);
  CHECK(supports(&g, 3) && !supports(&g, 4));
  graph_done(&g);
}

TEST(structural_implication) {
  Graph g;
  graph_init(&g, 8);
  Term implies = term_implies(g.store, g.var[0], g.var[1]);
  g.value[0] = 0, g.value[1] = 0;
  refine(&g, implies);
  CHECK(supports(&g, 0) && !supports(&g, 1));
  g.value[0] = 1, g.value[1] = 1;
  refine(&g, implies);
  CHECK(!supports(&g, 0) && supports(&g, 1));
  g.value[1] = 0;
  refine(&g, implies);
  CHECK(supports(&g, 0) && supports(&g, 1));
  graph_done(&g);
}

TEST(structural_if_then_else) {
  Graph g;
  graph_init(&g, 8);
  Term chosen = term_ite(g.store, g.var[0], g.var[3], g.var[4]);
  Term root = term_ult(g.store, g.var[5], chosen);
  g.value[0] = 1, g.value[3] = 9, g.value[4] = 3, g.value[5] = 1;
  refine(&g, root);
  CHECK(supports(&g, 0) && supports(&g, 3) && !supports(&g, 4));
  g.value[0] = 0;
  refine(&g, root);
  CHECK(supports(&g, 0) && !supports(&g, 3) && supports(&g, 4));
  g.value[4] = 0; /* nothing is below 0 */
  refine(&g, root);
  CHECK(!supports(&g, 5) && supports(&g, 4));
  graph_done(&g);
}

TEST(structural_nearest_first) {
  Graph g;
  graph_init(&g, 8);
  Term deep = term_eq(g.store, term_add(g.store, g.var[3], g.var[4]),
                      term_u64(g.store, 5, 8));
  Term root = term_and(g.store, g.var[1], deep);
  g.value[1] = 1, g.value[3] = 2, g.value[4] = 3;
  CHECK(term_same(refine(&g, root), g.var[1]));
  Term level = term_eq(g.store, g.var[3], g.var[4]);
  g.value[4] = 2;
  CHECK(term_same(refine(&g, level), g.var[4])); /* the newest of a level */
  graph_done(&g);
}

/* ---- the support decides the value ---- */

typedef Vec(Term) Pool;

static Term any(Rng *rng, const Pool *pool) {
  return pool->at[rng_below(rng, pool->n)];
}

static void grow(Graph *g, Rng *rng, Pool *bools, Pool *bits) {
  static const TermKind kinds[] = {TERM_ADD,   TERM_MUL, TERM_BVAND, TERM_BVOR,
                                   TERM_BVXOR, TERM_SHL, TERM_LSHR,  TERM_ASHR,
                                   TERM_UDIV,  TERM_UREM};
  TermStore *s = g->store;
  Term a = any(rng, bits), b = any(rng, bits), c = any(rng, bools);
  Term d = any(rng, bools);
  if (rng_below(rng, 2)) c = term_not(c);
  switch (rng_below(rng, 6)) {
  case 0: VEC_PUSH(&g->mem, bools, term_and(s, c, d)); break;
  case 1: VEC_PUSH(&g->mem, bools, term_ult(s, a, b)); break;
  case 2: VEC_PUSH(&g->mem, bools, term_eq(s, a, b)); break;
  case 3: VEC_PUSH(&g->mem, bits, term_ite(s, c, a, b)); break;
  default:
    VEC_PUSH(&g->mem, bits, term_binary(s, kinds[rng_below(rng, 10)], a, b));
  }
}

TEST(structural_support_decides) {
  Rng rng = {11};
  for (uint32_t round = 0; round < unit_rounds(2000); round++) {
    Graph g;
    graph_init(&g, 3);
    Pool bools = {0}, bits = {0};
    for (uint32_t i = 0; i < VARS; i++) {
      Pool *pool = i < 3 ? &bools : &bits;
      VEC_PUSH(&g.mem, pool, g.var[i]);
    }
    for (uint32_t i = 0; i < 14; i++) grow(&g, &rng, &bools, &bits);
    Term root = VEC_LAST(&bools);
    for (uint32_t i = 0; i < VARS; i++) g.value[i] = rng_below(&rng, 8);
    refine(&g, root);
    uint64_t truth = value_of(&g, root).bits;
    for (uint32_t k = 0; k < 20; k++) {
      for (uint32_t i = 0; i < VARS; i++)
        if (!supports(&g, i)) g.value[i] = rng_below(&rng, 8);
      term_eval_reset(g.eval);
      CHECK_INT(value_of(&g, root).bits, truth);
    }
    VEC_DONE(&g.mem, &bools);
    VEC_DONE(&g.mem, &bits);
    graph_done(&g);
  }
}

/* ---- Algorithm 1 ---- */

/* Summaries s0 .. s3 stand for what `meaning` says. */
typedef struct Calls {
  Graph g;
  Term meaning[VARS];
  StructLeaf kind[VARS];
  uint32_t expanded[VARS];
} Calls;

static uint32_t index_of(const Calls *c, Term var) {
  for (uint32_t i = 0; i < VARS; i++)
    if (term_same(c->g.var[i], var)) return i;
  unreachable_case();
}

static StructLeaf leaf(void *context, Term var) {
  Calls *c = context;
  return c->kind[index_of(c, var)];
}

static Term axiom(void *context, Term var) {
  (void)context, (void)var;
  return term_true();
}

static Term expand(void *context, Term var) {
  Calls *c = context;
  uint32_t i = index_of(c, var);
  c->expanded[i]++;
  return c->meaning[i];
}

static StructAnswer solve(Calls *c, Term formula, StructExpansion expansion) {
  StructGraph graph = {c, leaf, axiom, expand};
  StructOptions options = {.expansion = expansion, .smt = {.check = 2}};
  Struct *s = struct_new(&c->g.mem, c->g.store, &graph, &options);
  StructAnswer answer = struct_check(s, formula, NULL);
  struct_free(s);
  return answer;
}

/* x < 0 and ite(x < 0, -x, x) = 0, where x is a summary, too: the value of x
 * never matters. */
static Term flip_condition(Calls *c) {
  TermStore *s = c->g.store;
  Term x = c->g.var[3], zero = term_u64(s, 0, 8);
  Term negative = term_slt(s, x, zero);
  c->kind[0] = c->kind[3] = c->kind[4] = STRUCT_SUMMARY;
  c->meaning[0] = negative;
  c->meaning[4] = term_ite(s, negative, term_neg(s, x), x);
  c->meaning[3] = term_mul(s, c->g.var[5], c->g.var[5]);
  return term_and(s, c->g.var[0], term_eq(s, c->g.var[4], zero));
}

TEST(structural_expands_what_matters) {
  Calls c = {.expanded = {0}};
  graph_init(&c.g, 8);
  Term formula = flip_condition(&c);
  StructAnswer answer = solve(&c, formula, STRUCT_LAZY);
  CHECK_INT(answer.status, STRUCT_IMPOSSIBLE);
  CHECK_INT(c.expanded[0], 1);
  CHECK_INT(c.expanded[4], 1);
  CHECK_INT(c.expanded[3], 0);
  answer = solve(&c, formula, STRUCT_EAGER);
  CHECK_INT(answer.status, STRUCT_IMPOSSIBLE);
  CHECK_INT(c.expanded[3], 1);
  graph_done(&c.g);
}

/* What a likely summary depends on may be open, but it must be possible. */
TEST(structural_likely_is_believed) {
  Calls c = {.expanded = {0}};
  graph_init(&c.g, 8);
  TermStore *s = c.g.store;
  c.kind[0] = STRUCT_LIKELY;
  c.kind[4] = STRUCT_OPEN;
  c.meaning[0] = term_ult(s, c.g.var[4], c.g.var[5]);
  StructAnswer answer = solve(&c, c.g.var[0], STRUCT_LAZY);
  CHECK_INT(answer.status, STRUCT_POSSIBLE);
  /* What depends on the same variable by another way is not believed. */
  Term other = term_eq(s, c.g.var[4], term_u64(s, 3, 8));
  answer = solve(&c, term_and(s, c.g.var[0], other), STRUCT_LAZY);
  CHECK_INT(answer.status, STRUCT_UNKNOWN);
  c.meaning[0] = term_false();
  answer = solve(&c, c.g.var[0], STRUCT_LAZY);
  CHECK_INT(answer.status, STRUCT_IMPOSSIBLE);
  c.meaning[0] = TERM_NONE; /* a call that cannot be looked into */
  answer = solve(&c, c.g.var[0], STRUCT_LAZY);
  CHECK_INT(answer.status, STRUCT_POSSIBLE);
  graph_done(&c.g);
}

TEST(structural_open_is_unknown) {
  Calls c = {.expanded = {0}};
  graph_init(&c.g, 8);
  TermStore *s = c.g.store;
  c.kind[0] = STRUCT_SUMMARY;
  c.kind[4] = STRUCT_OPEN;
  c.meaning[0] = term_ult(s, c.g.var[4], c.g.var[5]);
  StructAnswer answer = solve(&c, c.g.var[0], STRUCT_LAZY);
  CHECK_INT(answer.status, STRUCT_UNKNOWN);
  CHECK(term_same(answer.open, c.g.var[4]));
  /* What depends on it in no way is real all the same. */
  answer = solve(&c, term_or(s, c.g.var[1], c.g.var[0]), STRUCT_LAZY);
  CHECK(answer.status != STRUCT_IMPOSSIBLE);
  c.kind[0] = STRUCT_SUMMARY;
  c.meaning[0] = TERM_NONE; /* a call that cannot be looked into */
  answer = solve(&c, c.g.var[0], STRUCT_LAZY);
  CHECK_INT(answer.status, STRUCT_UNKNOWN);
  CHECK(term_same(answer.open, c.g.var[0]));
  c.kind[0] = STRUCT_FREE;
  answer = solve(&c, c.g.var[0], STRUCT_LAZY);
  CHECK_INT(answer.status, STRUCT_POSSIBLE);
  graph_done(&c.g);
}

/* A limit that is met tells on what the answer depended before. */
TEST(structural_limit_tells_what_was_open) {
  Calls c = {.expanded = {0}};
  graph_init(&c.g, 8);
  TermStore *s = c.g.store;
  c.kind[0] = STRUCT_SUMMARY;
  c.kind[4] = STRUCT_OPEN;
  c.meaning[0] = term_ult(s, c.g.var[5], term_u64(s, 9, 8));
  StructGraph graph = {&c, leaf, axiom, expand};
  StructOptions options = {.smt = {.inject_unknown_at = 2}};
  Term three = term_eq(s, c.g.var[4], term_u64(s, 3, 8));
  Struct *engine = struct_new(&c.g.mem, s, &graph, &options);
  StructAnswer answer =
      struct_check(engine, term_and(s, c.g.var[0], three), NULL);
  CHECK_INT(answer.status, STRUCT_UNKNOWN);
  CHECK(!answer.open.id && term_same(answer.before, c.g.var[4]));
  struct_free(engine);
  graph_done(&c.g);
}
