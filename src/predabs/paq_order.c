/* SPDX-License-Identifier: MIT
 *
 * The order of labels to start with.
 *
 * What is copied stands together.  Numbers that are equal or differ by a
 * constant on some way (y = x + k is an equation of the query) are alike; so
 * are labels over numbers that are alike, and a predicate's Boolean is like
 * its labels.  The query's order of mention is kept, but at the first label of
 * a kind all others of that kind follow.  Otherwise elimination, which replaces
 * y by x + k, would move a predicate's labels away from its Boolean, and n
 * predicates whose Booleans are all below their labels need 2^n nodes.
 *
 * The oracle [GCS11 §5]: the order in which one solution ended, used for
 * another.  Boolean labels are the same in both, because translation makes them
 * in the same sequence; constraints that elimination made on the way are made
 * beforehand the second time. */
#include "predabs/paq_int.h"

/* ---- what is alike ---- */

typedef struct Arrange {
  Paq *paq;
  uint32_t *parent; /* by number: union-find */
  uint64_t *kind;   /* by label: equal for what is alike */
} Arrange;

static uint32_t class_of(Arrange *a, uint32_t num) {
  assert(num < ldd_n_nums(a->paq->dd));
  while (a->parent[num] != num)
    num = a->parent[num] = a->parent[a->parent[num]];
  return num;
}

/* y = x + k */
static bool is_copy(const LddForm *form) {
  if (form->n != 2) return false;
  int64_t c = form->at[0].coefficient, d = form->at[1].coefficient;
  return c == -d && (c == 1 || d == 1);
}

static void join_copies(Arrange *a) {
  for (uint32_t i = 0; i < a->paq->nodes.n; i++) {
    const PaqNode *node = &a->paq->nodes.at[i];
    if (node->kind != PAQ_EQUATION) continue;
    const LddForm *form = &a->paq->atoms.at[node->atom].form;
    if (!is_copy(form)) continue;
    uint32_t x = class_of(a, form->at[0].num.id);
    uint32_t y = class_of(a, form->at[1].num.id);
    a->parent[x > y ? x : y] = x > y ? y : x;
  }
}

/* A number for the set of a form's classes; two sets with the same number only
 * make the order worse. */
static uint64_t kind_of_form(Arrange *a, const LddForm *form) {
  uint64_t kind = 0;
  for (uint32_t i = 0; i < form->n; i++) {
    uint64_t x = class_of(a, form->at[i].num.id) + 1;
    x *= 0x9E3779B97F4A7C15u;
    kind += x ^ x >> 29;
  }
  return kind | 1;
}

static void find_kinds(Arrange *a) {
  LddConstraint c;
  for (uint32_t i = 0; i < dd_n_vars(a->paq->dd); i++)
    a->kind[i] = ldd_read(a->paq->dd, (DdVar){i}, &c) ? kind_of_form(a, &c.form)
                                                      : (uint64_t)i << 1;
}

/* A predicate's Boolean is like the first label below it. */
static void find_kinds_of_predicates(Arrange *a) {
  const Paq *paq = a->paq;
  for (uint32_t i = 0; i < paq->predicates.n; i++) {
    const PaqNode *node =
        &paq->nodes.at[paq->conjuncts.at[paq->definitions.at[i]].id >> 1];
    node = &paq->nodes.at[node->child[1].id >> 1];
    assert(paq->predicates.at[i].id < dd_n_vars(paq->dd));
    while (node->kind == PAQ_AND || node->kind == PAQ_IFF ||
           node->kind == PAQ_ITE)
      node = &paq->nodes.at[node->child[0].id >> 1];
    uint64_t *kind = &a->kind[paq->predicates.at[i].id];
    if (node->kind == PAQ_LABEL) *kind = a->kind[node->label.id];
    if (node->kind == PAQ_AT_MOST || node->kind == PAQ_EQUATION)
      *kind = kind_of_form(a, &paq->atoms.at[node->atom].form);
  }
}

void paq_arrange(Paq *paq) {
  Mem *mem = &paq->mem;
  uint32_t n_nums = ldd_n_nums(paq->dd), n = dd_n_vars(paq->dd);
  Arrange a = {paq, MEM_ARRAY(mem, uint32_t, n_nums),
               MEM_ARRAY(mem, uint64_t, n)};
  for (uint32_t i = 0; i < n_nums; i++) a.parent[i] = i;
  join_copies(&a);
  find_kinds(&a);
  find_kinds_of_predicates(&a);
  Vec(DdVar) order = {0};
  Map seen;
  map_init(&seen, mem);
  for (uint32_t i = 0; i < n; i++) {
    uint64_t kind = a.kind[dd_var_at(paq->dd, i).id];
    if (map_find(&seen, kind)) continue;
    map_put(&seen, kind, 1);
    for (uint32_t k = i; k < n; k++) {
      DdVar var = dd_var_at(paq->dd, k);
      if (a.kind[var.id] == kind) VEC_PUSH(mem, &order, var);
    }
  }
  dd_set_order(paq->dd, order.at, order.n);
  assert(order.n == n);
  map_done(&seen);
  VEC_DONE(mem, &order);
  MEM_FREE_ARRAY(mem, a.parent, n_nums);
  MEM_FREE_ARRAY(mem, a.kind, n);
}

/* ---- an order known beforehand ---- */

typedef struct OrderLabel {
  LddConstraint constraint;
  DdVar var; /* if it is a Boolean */
  int is_constraint;
} OrderLabel;

struct PredabsOrder {
  Mem mem;
  Vec(OrderLabel) labels; /* the top first */
};

PredabsOrder *paq_order(const Paq *paq) {
  assert(!dd_is_stopped(paq->dd));
  Mem mem;
  mem_init(&mem, 0);
  PredabsOrder *order = MEM_NEW(&mem, PredabsOrder);
  order->mem = mem;
  for (uint32_t level = 0; level < dd_n_vars(paq->dd); level++) {
    OrderLabel label = {.var = dd_var_at(paq->dd, level)};
    label.is_constraint = ldd_read(paq->dd, label.var, &label.constraint);
    VEC_PUSH(&order->mem, &order->labels, label);
  }
  return order;
}

void predabs_order_free(PredabsOrder *order) {
  if (!order) return;
  Mem mem = order->mem;
  VEC_DONE(&mem, &order->labels);
  MEM_DELETE(&mem, order);
  mem_done(&mem);
}

void paq_set_order(Paq *paq, const PredabsOrder *order) {
  Vec(DdVar) vars = {0};
  for (uint32_t i = 0; i < order->labels.n; i++) {
    const OrderLabel *label = &order->labels.at[i];
    DdVar var = label->var;
    if (label->is_constraint) {
      Dd f = ldd_constraint(paq->dd, &label->constraint);
      if (!f.id || dd_is_const(f)) continue;
      var = dd_top(paq->dd, f);
    }
    VEC_PUSH(&paq->mem, &vars, var);
  }
  dd_set_order(paq->dd, vars.at, vars.n);
  VEC_DONE(&paq->mem, &vars);
}
