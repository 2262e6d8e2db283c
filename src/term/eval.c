/* SPDX-License-Identifier: MIT
 *
 * Evaluation under a valuation of the variables.
 *
 * Nodes are evaluated by need, children first, with a stack of our own: of an
 * `and` no more than a false operand, of an if-then-else only the side that is
 * chosen.  Each result is remembered until reset, so many terms over one model
 * share the work.  Results that do not exist (a
 * variable without a value, a float operation that is not specified) are
 * results too: they spread to their parents, except where an `and` is false
 * anyway or an if-then-else goes the other way.
 *
 * An array value is a chain of updates on a constant array; reading costs the
 * length of the chain, comparing two arrays the product of the lengths.
 */
#include "term/term_int.h"

struct TermArray {
  const TermArray *base; /* NULL: a constant array */
  TermValue index;       /* of the update */
  TermValue element;     /* of the update, or everywhere */
};

typedef struct Result {
  TermValue value;
  TermEvalStatus status;
} Result;

struct TermEval {
  const TermStore *store;
  Mem *mem;
  TermValuation *valuation;
  void *context;
  Arena arena; /* words and arrays */
  Map memo;    /* node -> index in results */
  Vec(Result) results;
  Vec(Term) stack; /* nodes to do */
};

TermEval *term_eval_new(const TermStore *store, TermValuation *valuation,
                        void *context) {
  TermEval *e = MEM_NEW(store->mem, TermEval);
  e->store = store;
  e->mem = store->mem;
  e->valuation = valuation;
  e->context = context;
  arena_init(&e->arena, e->mem);
  map_init(&e->memo, e->mem);
  return e;
}

void term_eval_free(TermEval *e) {
  arena_done(&e->arena);
  map_done(&e->memo);
  VEC_DONE(e->mem, &e->results);
  VEC_DONE(e->mem, &e->stack);
  MEM_DELETE(e->mem, e);
}

void term_eval_reset(TermEval *e) {
  arena_done(&e->arena);
  arena_init(&e->arena, e->mem);
  map_clear(&e->memo);
  VEC_CLEAR(&e->results);
}

/* ---- values ---- */

static bool is_wide(Sort sort) {
  return sort_bits(sort) > 64;
}

TermValue term_value_bool(int truth) {
  return (TermValue){.sort = sort_bool(), .bits = truth != 0};
}

static TermValue value_of_words(TermEval *e, Sort sort, const BvWord *words) {
  assert(sort_kind(sort) != SORT_ARRAY);
  if (!is_wide(sort)) return (TermValue){.sort = sort, .bits = words[0]};
  BvWord *copy = ARENA_ARRAY(&e->arena, BvWord, BV_WORDS(sort_bits(sort)));
  bv_copy(copy, words, sort_bits(sort));
  return (TermValue){.sort = sort, .words = copy};
}

TermValue term_value_bv(TermEval *e, const BvWord *words, uint32_t width) {
  return value_of_words(e, sort_bv(width), words);
}

TermValue term_value_u64(TermEval *e, uint64_t value, uint32_t width) {
  BvWord words[BV_MAX_WORDS];
  require(width >= 1);
  require(width <= BV_MAX_WIDTH);
  bv_set_u64(words, value, width);
  return term_value_bv(e, words, width);
}

TermValue term_value_float(TermEval *e, Sort sort, const BvWord *bits) {
  BvWord words[BV_WORDS(128)];
  bv_copy(words, bits, sort_float_width(sort));
  fold_canonical_nan(sort, words);
  return value_of_words(e, sort, words);
}

const BvWord *term_value_words(const TermValue *value) {
  assert(sort_kind(value->sort) != SORT_ARRAY);
  return is_wide(value->sort) ? value->words : &value->bits;
}

TermValue term_value_const_array(TermEval *e, Sort sort, TermValue element) {
  require(sort_same(sort_element(e->store, sort), element.sort));
  TermArray *array = ARENA_NEW(&e->arena, TermArray);
  array->element = element;
  return (TermValue){.sort = sort, .array = array};
}

TermValue term_value_store(TermEval *e, TermValue array, TermValue index,
                           TermValue element) {
  require(sort_same(sort_index(e->store, array.sort), index.sort) &&
          sort_same(sort_element(e->store, array.sort), element.sort));
  TermArray *link = ARENA_NEW(&e->arena, TermArray);
  *link = (TermArray){array.array, index, element};
  return (TermValue){.sort = array.sort, .array = link};
}

static bool scalars_same(const TermValue *a, const TermValue *b) {
  assert(sort_same(a->sort, b->sort));
  return bv_compare(BV_EQ, term_value_words(a), term_value_words(b),
                    sort_bits(a->sort));
}

static TermValue lookup(const TermArray *array, const TermValue *index) {
  while (array->base != NULL && !scalars_same(&array->index, index))
    array = array->base;
  return array->element;
}

TermValue term_value_select(TermEval *e, TermValue array, TermValue index) {
  assert(array.array != NULL);
  require(sort_same(sort_index(e->store, array.sort), index.sort));
  return lookup(array.array, &index);
}

static TermValue default_of(const TermArray *array) {
  while (array->base != NULL) array = array->base;
  return array->element;
}

/* Is the index of `link` not written again by a later update, up to `top`,
 * nor in `before`? */
static bool is_first(const TermArray *top, const TermArray *link,
                     const TermArray *before) {
  for (; top != link; top = top->base)
    if (scalars_same(&top->index, &link->index)) return false;
  for (; before != NULL && before->base != NULL; before = before->base)
    if (scalars_same(&before->index, &link->index)) return false;
  return true;
}

/* Recursion goes into elements that are arrays: bounded by the sort. */
static bool arrays_same(TermEval *e, TermValue a, TermValue b) {
  uint64_t covered = 0;
  for (const TermArray *l = a.array; l->base != NULL; l = l->base) {
    if (!is_first(a.array, l, NULL)) continue;
    covered++;
    if (!term_value_same(e, l->element, lookup(b.array, &l->index)))
      return false;
  }
  for (const TermArray *l = b.array; l->base != NULL; l = l->base) {
    if (!is_first(b.array, l, a.array)) continue;
    covered++;
    if (!term_value_same(e, lookup(a.array, &l->index), l->element))
      return false;
  }
  uint32_t width = sort_bits(sort_index(e->store, a.sort));
  assert(width >= 64 || covered <= (uint64_t)1 << width);
  if (width < 64 && covered >= (uint64_t)1 << width) return true;
  return term_value_same(e, default_of(a.array), default_of(b.array));
}

bool term_value_same(TermEval *e, TermValue a, TermValue b) {
  require(sort_same(a.sort, b.sort));
  if (sort_kind(a.sort) == SORT_ARRAY) return arrays_same(e, a, b);
  return scalars_same(&a, &b);
}

static Term term_of_scalar(TermStore *s, const TermValue *value) {
  Sort sort = value->sort;
  if (sort_kind(sort) == SORT_BOOL) return term_bool(s, (int)value->bits);
  Term bits = term_const(s, term_value_words(value), sort_bits(sort));
  return sort_kind(sort) == SORT_BV ? bits : term_fp_from_bits(s, sort, bits);
}

/* Recursion goes into elements that are arrays: bounded by the sort. */
Term term_of_value(TermStore *s, TermEval *e, TermValue value) {
  if (sort_kind(value.sort) != SORT_ARRAY) return term_of_scalar(s, &value);
  Vec(const TermArray *) chain = {0};
  const TermArray *link = value.array;
  for (; link->base != NULL; link = link->base) VEC_PUSH(e->mem, &chain, link);
  Term t = term_const_array(s, value.sort, term_of_value(s, e, link->element));
  while (chain.n > 0) {
    link = VEC_POP(&chain);
    t = term_store_at(s, t, term_of_value(s, e, link->index),
                      term_of_value(s, e, link->element));
  }
  VEC_DONE(e->mem, &chain);
  return t;
}

/* ---- nodes ---- */

static bool find_result(const TermEval *e, Term t, Result *r) {
  const uint64_t *at = map_find(&e->memo, term_node(t));
  if (!at) return false;
  assert(*at < e->results.n);
  *r = e->results.at[*at];
  assert(!term_is_negated(t) || term_is_bool(e->store, t));
  if (term_is_negated(t)) r->value.bits ^= 1;
  return true;
}

/* The same; a node without a result goes onto the stack. */
static bool want_result(TermEval *e, Term t, Result *r) {
  if (find_result(e, t, r)) return true;
  VEC_PUSH(e->mem, &e->stack, term_positive(t));
  return false;
}

static Result result_of(const TermEval *e, Term t) {
  Result r = {.status = TERM_EVAL_NO_VALUE};
  require(find_result(e, t, &r));
  return r;
}

static Result good(TermValue value) {
  return (Result){value, TERM_EVAL_OK};
}

static Result eval_leaf(TermEval *e, Term t) {
  const TermStore *s = e->store;
  if (term_is_true(t)) return good(term_value_bool(1));
  if (term_is_const(s, t))
    return good(value_of_words(e, term_sort(s, t), term_const_words(s, t)));
  Result r = {.status = TERM_EVAL_NO_VALUE};
  if (!e->valuation(e->context, e, t, &r.value)) return r;
  require(sort_same(r.value.sort, term_sort(s, t)));
  return good(r.value);
}

static bool is_false(const Result *r) {
  return r->status == TERM_EVAL_OK && !r->value.bits;
}

static bool eval_and(TermEval *e, const Cand *c, Result *r) {
  Result first, second;
  bool has_second = find_result(e, c->child[1], &second);
  if (has_second && is_false(&second)) {
    *r = second;
    return true;
  }
  if (!want_result(e, c->child[0], &first)) return false;
  if (!is_false(&first) && !has_second)
    return want_result(e, c->child[1], &second) && eval_and(e, c, r);
  *r = is_false(&first) || first.status != TERM_EVAL_OK ? first : second;
  return true;
}

static bool eval_ite(TermEval *e, const Cand *c, Result *r) {
  if (!want_result(e, c->child[0], r)) return false;
  if (r->status != TERM_EVAL_OK) return true;
  return want_result(e, c->child[r->value.bits ? 1 : 2], r);
}

static Result eval_array(TermEval *e, const Cand *c, const Result *in) {
  if (c->kind == TERM_SELECT)
    return good(term_value_select(e, in[0].value, in[1].value));
  if (c->kind == TERM_STORE)
    return good(term_value_store(e, in[0].value, in[1].value, in[2].value));
  return good(term_value_const_array(e, c->sort, in[0].value));
}

static Result eval_words(TermEval *e, const Cand *c, const Result *in) {
  BvWord out[BV_MAX_WORDS];
  FoldIn fold = {.kind = c->kind,
                 .mode = c->mode,
                 .sort = c->sort,
                 .operand = in[0].value.sort,
                 .high = c->high,
                 .low = c->low,
                 .a = term_value_words(&in[0].value)};
  if (c->n > 1) fold.b = term_value_words(&in[1].value);
  if (c->n > 2) fold.c = term_value_words(&in[2].value);
  if (c->kind == TERM_CONCAT) fold.low_width = sort_bits(in[1].value.sort);
  if (!fold_words(&fold, out)) return (Result){.status = TERM_EVAL_UNSPECIFIED};
  return good(value_of_words(e, c->sort, out));
}

/* The result of a linear atom, if all below have theirs. */
static bool eval_linear(TermEval *e, Term t, Result *out) {
  TermLinear atom;
  const BvWord *values[TERM_LINEAR_MAX];
  BvWord narrow[TERM_LINEAR_MAX];
  term_linear_get(e->store, t, &atom);
  assert(atom.n <= TERM_LINEAR_MAX);
  uint32_t n_known = 0;
  Result r;
  for (uint32_t i = 0; i < atom.n; i++)
    n_known += want_result(e, atom.at[i].term, &r);
  if (n_known < atom.n) return false;
  for (uint32_t i = 0; i < atom.n; i++) {
    r = result_of(e, atom.at[i].term);
    if (r.status != TERM_EVAL_OK) {
      *out = r;
      return true;
    }
    if (is_wide(r.value.sort)) {
      values[i] = r.value.words;
    } else {
      narrow[i] = r.value.bits;
      values[i] = &narrow[i];
    }
  }
  *out = good(term_value_bool(linear_holds(e->store, &atom, values)));
  return true;
}

/* All operands have results. */
static Result eval_operands(TermEval *e, const Cand *c, const Result *in) {
  for (uint32_t i = 0; i < c->n; i++)
    if (in[i].status != TERM_EVAL_OK) return in[i];
  if (c->kind == TERM_EQ)
    return good(term_value_bool(term_value_same(e, in[0].value, in[1].value)));
  if (c->kind >= TERM_SELECT && c->kind <= TERM_CONST_ARRAY)
    return eval_array(e, c, in);
  return eval_words(e, c, in);
}

/* False: what it needs and has no result is on the stack now. */
static bool eval_node(TermEval *e, Term t, Result *r) {
  TermKind kind = node_kind(e->store, t);
  if (kind_arity(kind) < 0) return eval_linear(e, t, r);
  if (kind_arity(kind) == 0) {
    *r = eval_leaf(e, t);
    return true;
  }
  Cand c;
  Result in[3];
  uint32_t n_known = 0;
  node_read(e->store, t, &c);
  if (kind == TERM_AND) return eval_and(e, &c, r);
  if (kind == TERM_ITE) return eval_ite(e, &c, r);
  for (uint32_t i = 0; i < c.n; i++)
    n_known += want_result(e, c.child[i], &in[i]);
  if (n_known < c.n) return false;
  *r = eval_operands(e, &c, in);
  return true;
}

TermEvalStatus term_eval(TermEval *e, Term t, TermValue *value) {
  Result r;
  assert(e->stack.n == 0);
  if (!want_result(e, t, &r)) {
    while (e->stack.n) {
      Term top = VEC_LAST(&e->stack);
      Result known;
      if (!find_result(e, top, &known)) {
        if (!eval_node(e, top, &r)) continue;
        map_put(&e->memo, term_node(top), e->results.n);
        VEC_PUSH(e->mem, &e->results, r);
      }
      e->stack.n--;
    }
    r = result_of(e, t);
  }
  *value = r.value;
  assert(r.status != TERM_EVAL_OK ||
         sort_same(r.value.sort, term_sort(e->store, t)));
  return r.status;
}
