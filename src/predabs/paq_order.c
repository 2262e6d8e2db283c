/* SPDX-License-Identifier: MIT
 *
 * The order in which one solution of a query ended, used for another: the
 * oracle of [GCS11 §5].  Boolean labels are the same in both, because
 * translation makes them in the same sequence; constraints that elimination
 * made on the way are made beforehand the second time. */
#include "predabs/paq_int.h"

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
