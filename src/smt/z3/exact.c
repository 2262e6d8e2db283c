/* SPDX-License-Identifier: MIT
 *
 * Z3 in the exact view: bit-vectors, arrays and floats mean to it what they
 * mean to us, so translation is node by node, children first, each node once.
 *
 * The solver is made for the logic of what was added: a logic-specific
 * bit-vector solver is 2-4 times faster than the general one.  When
 * arrays or floats appear later, a more general solver takes over.
 *
 * Without assumptions Z3 would first try its strategy for the logic, which
 * gives formulas of equations (state machines, locks) to a core that is up to
 * thirty times slower on them than the incremental solver is.  So something is
 * always assumed, as long as there are bits only. */
#include "smt/z3/exact_int.h"

enum { HAS_ARRAYS = 1, HAS_FLOATS = 2 };

typedef struct Exact {
  Z3 z3;
  Map nodes;           /* node -> Z3_ast */
  Vec(Term) stack;     /* nodes to do */
  Vec(Z3_ast) asserts; /* all formulas, translated */
  uint32_t asserted;   /* [0..asserted[ are in the solver */
  Vec(Term) hard_vars; /* variables of array or float sort */
  uint32_t features;   /* of all terms translated */
  uint32_t covered;    /* features the solver was made for */
} Exact;

static void *exact_make(SmtShared *shared) {
  Exact *exact = MEM_NEW(shared->mem, Exact);
  z3_init(&exact->z3, shared);
  map_init(&exact->nodes, shared->mem);
  z3_use_logic(&exact->z3, "QF_BV");
  exact->z3.always = z3_bool_constant(&exact->z3, "always", 0);
  return exact;
}

static void exact_free(void *self) {
  Exact *exact = self;
  Mem *mem = exact->z3.shared->mem;
  z3_done(&exact->z3);
  map_done(&exact->nodes);
  VEC_DONE(mem, &exact->stack);
  VEC_DONE(mem, &exact->asserts);
  VEC_DONE(mem, &exact->hard_vars);
  MEM_DELETE(mem, exact);
}

/* ---- sorts and leaves ---- */

static Z3_sort sort_of(Exact *exact, Sort sort) {
  Z3_context c = exact->z3.context;
  const TermStore *store = exact->z3.shared->store;
  switch (sort_kind(sort)) {
  case SORT_BOOL: return Z3_mk_bool_sort(c);
  case SORT_BV: return Z3_mk_bv_sort(c, sort_width(sort));
  case SORT_FLOAT: return z3_float_sort(&exact->z3, sort);
  case SORT_ARRAY: {
    Z3_sort index = sort_of(exact, sort_index(store, sort));
    Z3_inc_ref(c, Z3_sort_to_ast(c, index));
    Z3_sort element = sort_of(exact, sort_element(store, sort));
    Z3_inc_ref(c, Z3_sort_to_ast(c, element));
    Z3_sort array = Z3_mk_array_sort(c, index, element);
    z3_keep(&exact->z3, Z3_sort_to_ast(c, array));
    return array;
  }
  }
  unreachable_case();
}

static Z3_ast constant(Exact *exact, Term node) {
  const TermStore *store = exact->z3.shared->store;
  Z3_context c = exact->z3.context;
  Z3_sort sort = sort_of(exact, term_sort(store, node));
  uint64_t small;
  if (term_const_u64(store, node, &small))
    return Z3_mk_unsigned_int64(c, small, sort);
  Text digits;
  text_init(&digits, exact->z3.shared->mem);
  bv_print_unsigned(&digits, term_const_words(store, node),
                    term_width(store, node));
  Z3_ast number = Z3_mk_numeral(c, text_get(&digits), sort);
  text_done(&digits);
  return number;
}

static Z3_ast variable(Exact *exact, Term node) {
  Z3_context c = exact->z3.context;
  Z3_symbol name = Z3_mk_int_symbol(c, (int)term_node(node));
  return Z3_mk_const(c, name,
                     sort_of(exact, term_sort(exact->z3.shared->store, node)));
}

/* ---- operators ---- */

static Z3_ast known(const Exact *exact, Term t) {
  return (Z3_ast)(uintptr_t)map_get(&exact->nodes, term_node(t), 0);
}

/* The expression of a term whose node is done. */
static Z3_ast expression(Exact *exact, Term t) {
  Z3_ast positive = known(exact, t);
  assert(positive);
  if (!term_is_negated(t)) return positive;
  return z3_keep(&exact->z3, Z3_mk_not(exact->z3.context, positive));
}

static Z3_ast extend(Exact *exact, Term node, Z3_ast a) {
  const TermStore *store = exact->z3.shared->store;
  assert(term_width(store, node) >=
         term_width(store, term_child(store, node, 0)));
  uint32_t by =
      term_width(store, node) - term_width(store, term_child(store, node, 0));
  if (term_kind(store, node) == TERM_SEXT)
    return Z3_mk_sign_ext(exact->z3.context, by, a);
  return Z3_mk_zero_ext(exact->z3.context, by, a);
}

static Z3_ast constant_array(Exact *exact, Term node, Z3_ast element) {
  const TermStore *store = exact->z3.shared->store;
  Sort sort = term_sort(store, node);
  (void)sort_of(exact, sort);
  return Z3_mk_const_array(exact->z3.context,
                           sort_of(exact, sort_index(store, sort)), element);
}

static Z3_ast operator_node(Exact *exact, Term node, const Z3_ast *a) {
  const TermStore *store = exact->z3.shared->store;
  Z3_context c = exact->z3.context;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wswitch-enum"
  switch (term_kind(store, node)) {
  case TERM_TRUE: return Z3_mk_true(c);
  case TERM_VAR: return variable(exact, node);
  case TERM_CONST: return constant(exact, node);
  case TERM_AND: return Z3_mk_and(c, 2, a);
  case TERM_EQ: return Z3_mk_eq(c, a[0], a[1]);
  case TERM_ITE: return Z3_mk_ite(c, a[0], a[1], a[2]);
  case TERM_BVNOT: return Z3_mk_bvnot(c, a[0]);
  case TERM_NEG: return Z3_mk_bvneg(c, a[0]);
  case TERM_ADD: return Z3_mk_bvadd(c, a[0], a[1]);
  case TERM_SUB: return Z3_mk_bvsub(c, a[0], a[1]);
  case TERM_MUL: return Z3_mk_bvmul(c, a[0], a[1]);
  case TERM_UDIV: return Z3_mk_bvudiv(c, a[0], a[1]);
  case TERM_SDIV: return Z3_mk_bvsdiv(c, a[0], a[1]);
  case TERM_UREM: return Z3_mk_bvurem(c, a[0], a[1]);
  case TERM_SREM: return Z3_mk_bvsrem(c, a[0], a[1]);
  case TERM_SHL: return Z3_mk_bvshl(c, a[0], a[1]);
  case TERM_LSHR: return Z3_mk_bvlshr(c, a[0], a[1]);
  case TERM_ASHR: return Z3_mk_bvashr(c, a[0], a[1]);
  case TERM_BVAND: return Z3_mk_bvand(c, a[0], a[1]);
  case TERM_BVOR: return Z3_mk_bvor(c, a[0], a[1]);
  case TERM_BVXOR: return Z3_mk_bvxor(c, a[0], a[1]);
  case TERM_CONCAT: return Z3_mk_concat(c, a[0], a[1]);
  case TERM_EXTRACT:
    return Z3_mk_extract(c, term_extract_high(store, node),
                         term_extract_low(store, node), a[0]);
  case TERM_ZEXT:
  case TERM_SEXT: return extend(exact, node, a[0]);
  case TERM_ULT: return Z3_mk_bvult(c, a[0], a[1]);
  case TERM_ULE: return Z3_mk_bvule(c, a[0], a[1]);
  case TERM_SLT: return Z3_mk_bvslt(c, a[0], a[1]);
  case TERM_SLE: return Z3_mk_bvsle(c, a[0], a[1]);
  case TERM_SELECT: return Z3_mk_select(c, a[0], a[1]);
  case TERM_STORE: return Z3_mk_store(c, a[0], a[1], a[2]);
  case TERM_CONST_ARRAY: return constant_array(exact, node, a[0]);
  default: return z3_float_node(&exact->z3, node, a);
  }
#pragma GCC diagnostic pop
}

/* ---- the graph ---- */

/* What a node is made from: its children, or the bit-vector form of a
 * linear atom (which is `*forms`, n = 1). */
static uint32_t parts_of(Exact *exact, Term node, Term *parts) {
  TermStore *store = exact->z3.shared->store;
  if (term_is_linear(store, node)) {
    parts[0] = term_linear_to_bv(store, node);
    return 1;
  }
  uint32_t n = term_n_children(store, node);
  assert(n <= 3);
  for (uint32_t i = 0; i < n; i++) parts[i] = term_child(store, node, i);
  return n;
}

/* Remember what the solver must be able to do. */
static void note_features(Exact *exact, Term node) {
  const TermStore *store = exact->z3.shared->store;
  SortKind kind = sort_kind(term_sort(store, node));
  if (kind != SORT_ARRAY && kind != SORT_FLOAT) return;
  exact->features |= kind == SORT_ARRAY ? HAS_ARRAYS : HAS_FLOATS;
  if (term_is_var(store, node))
    VEC_PUSH(exact->z3.shared->mem, &exact->hard_vars, node);
}

/* All parts are done. */
static void translate_node(Exact *exact, Term node, const Term *parts,
                           uint32_t n) {
  Z3_ast a[3] = {NULL, NULL, NULL};
  for (uint32_t i = 0; i < n; i++) a[i] = expression(exact, parts[i]);
  assert(!term_is_negated(node) && !known(exact, node));
  Z3_ast made = term_is_linear(exact->z3.shared->store, node)
                    ? a[0]
                    : operator_node(exact, node, a);
  map_put(&exact->nodes, term_node(node), (uintptr_t)z3_keep(&exact->z3, made));
  note_features(exact, node);
}

static Z3_ast translate(void *self, Term t) {
  Exact *exact = self;
  assert(exact->stack.n == 0);
  Mem *mem = exact->z3.shared->mem;
  VEC_PUSH(mem, &exact->stack, term_positive(t));
  while (exact->stack.n) {
    Term node = VEC_LAST(&exact->stack), parts[3];
    if (known(exact, node)) {
      exact->stack.n--;
      continue;
    }
    uint32_t before = exact->stack.n, n = parts_of(exact, node, parts);
    for (uint32_t i = n; i-- > 0;)
      if (!known(exact, parts[i]))
        VEC_PUSH(mem, &exact->stack, term_positive(parts[i]));
    if (exact->stack.n > before) continue;
    exact->stack.n--;
    translate_node(exact, node, parts, n);
  }
  return expression(exact, t);
}

static void exact_add(void *self, Term t) {
  Exact *exact = self;
  VEC_PUSH(exact->z3.shared->mem, &exact->asserts, translate(exact, t));
}

/* A solver for all features met. */
static void choose_solver(Exact *exact) {
  if ((exact->features & ~exact->covered) == 0) return;
  exact->covered = exact->features;
  assert(exact->asserted <= exact->asserts.n);
  exact->z3.always = NULL;
  z3_use_logic(&exact->z3, exact->features == HAS_ARRAYS ? "QF_ABV" : NULL);
}

/* ---- results ---- */

static bool exact_value(void *self, TermEval *eval, Term t, TermValue *value) {
  Exact *exact = self;
  if (!known(exact, t)) return false;
  Z3_ast ast = z3_eval(&exact->z3, expression(exact, t));
  if (!ast) return false;
  bool is_known = z3_value_of(&exact->z3, eval, ast,
                              term_sort(exact->z3.shared->store, t), value);
  z3_release(&exact->z3, ast);
  return is_known;
}

static bool no_value(void *context, TermEval *eval, Term var,
                     TermValue *value) {
  (void)context, (void)eval, (void)var, (void)value;
  return false;
}

/* Can the values of arrays and floats be read?  (Others always can.) */
static bool understands_model(Exact *exact) {
  if (exact->hard_vars.n == 0) return true;
  TermEval *scratch = term_eval_new(exact->z3.shared->store, no_value, NULL);
  bool is_known = true;
  TermValue value;
  for (uint32_t i = 0; i < exact->hard_vars.n && is_known; i++)
    is_known = exact_value(exact, scratch, exact->hard_vars.at[i], &value);
  term_eval_free(scratch);
  return is_known;
}

static SmtResult exact_check(void *self, const Term *assumptions, uint32_t n,
                             Budget *budget) {
  Exact *exact = self;
  for (uint32_t i = 0; i < n; i++) (void)translate(exact, assumptions[i]);
  choose_solver(exact);
  for (; exact->asserted < exact->asserts.n; exact->asserted++)
    z3_assert(&exact->z3, exact->asserts.at[exact->asserted]);
  SmtResult result =
      z3_check(&exact->z3, translate, exact, assumptions, n, budget);
  if (result != SMT_SAT || understands_model(exact)) return result;
  smt_set_reason(exact->z3.shared, "z3: a model value is not understood");
  return SMT_UNKNOWN;
}

static bool exact_unspecified(void *self, TermEval *eval, Term t,
                              TermValue *value) {
  (void)translate(self, t);
  return exact_value(self, eval, t, value);
}

static bool exact_in_core(void *self, uint32_t i) {
  Exact *exact = self;
  require(i < exact->z3.in_core.n);
  return exact->z3.in_core.at[i];
}

static const char *exact_refuses(TermStore *store, Term node) {
  (void)store, (void)node;
  return NULL;
}

static const SmtBackend *const exact_other = &smt_blast;

const SmtBackend smt_z3 = {
    "z3",          &exact_other,  exact_make,  exact_free,
    exact_add,     exact_check,   exact_value, exact_unspecified,
    exact_in_core, exact_refuses, NULL};
