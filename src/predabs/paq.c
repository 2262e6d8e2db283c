/* SPDX-License-Identifier: MIT
 *
 * The nodes of a query in the linear view. */
#include "predabs/paq_int.h"

Paq *paq_new(const LddTheory *theory) {
  Mem mem;
  mem_init(&mem, 0);
  Paq *paq = MEM_NEW(&mem, Paq);
  paq->mem = mem;
  paq->dd = dd_new(&paq->mem);
  ldd_use(paq->dd, theory, LDD_INTEGERS);
  paq->is_exact = 1;
  paq_node(paq, (PaqNode){.kind = PAQ_TRUE});
  return paq;
}

void paq_free(Paq *paq) {
  if (!paq) return;
  paq_free(paq->coarser);
  Mem *mem = &paq->mem;
  dd_free(paq->dd);
  VEC_DONE(mem, &paq->nodes);
  VEC_DONE(mem, &paq->atoms);
  VEC_DONE(mem, &paq->first_number_use);
  VEC_DONE(mem, &paq->first_use);
  VEC_DONE(mem, &paq->conjuncts);
  VEC_DONE(mem, &paq->definitions);
  VEC_DONE(mem, &paq->predicates);
  VEC_DONE(mem, &paq->shared);
  Mem last = *mem;
  MEM_DELETE(&last, paq);
  mem_done(&last);
}

PaqRef paq_node(Paq *paq, PaqNode node) {
  for (uint32_t i = 0; i < 3; i++)
    assert(node.child[i].id == 0 || node.child[i].id >> 1 < paq->nodes.n);
  VEC_PUSH(&paq->mem, &paq->nodes, node);
  return (PaqRef){(paq->nodes.n - 1) * 2};
}

PaqRef paq_and(Paq *paq, PaqRef a, PaqRef b) {
  if (a.id == 1 || b.id == 1) return (PaqRef){1};
  if (a.id == 0) return b;
  if (b.id == 0) return a;
  return paq_node(paq, (PaqNode){.kind = PAQ_AND, .child = {a, b}});
}

PaqRef paq_or(Paq *paq, PaqRef a, PaqRef b) {
  return paq_not(paq_and(paq, paq_not(a), paq_not(b)));
}

PaqRef paq_boolean(Paq *paq, DdVar *var) {
  *var = dd_add_var(paq->dd);
  assert(var->id + 1 == dd_n_vars(paq->dd));
  while (paq->first_use.n <= var->id)
    VEC_PUSH(&paq->mem, &paq->first_use, UINT32_MAX);
  return paq_node(paq, (PaqNode){.kind = PAQ_LABEL, .label = *var});
}

LddNum paq_number(Paq *paq, Integer low, Integer high) {
  VEC_PUSH(&paq->mem, &paq->first_number_use, UINT32_MAX);
  LddNum num = ldd_add_num_in(paq->dd, low, high);
  assert(num.id + 1 == paq->first_number_use.n);
  return num;
}

Dd paq_diagram(Paq *paq, PaqKind kind, const LddForm *form, Integer k) {
  assert(kind == PAQ_AT_MOST || kind == PAQ_EQUATION);
  return kind == PAQ_AT_MOST ? ldd_at_most(paq->dd, form, k)
                             : ldd_equal(paq->dd, form, k);
}

PaqRef paq_atom(Paq *paq, PaqKind kind, const LddForm *form, Integer k) {
  Dd diagram = paq_diagram(paq, kind, form, k);
  if (dd_is_true(diagram)) return (PaqRef){0};
  if (dd_is_false(diagram)) return (PaqRef){1};
  if (!diagram.id) {
    paq->is_exact = 0;
    DdVar unused;
    return paq_boolean(paq, &unused);
  }
  PaqAtom atom = {*form, k};
  VEC_PUSH(&paq->mem, &paq->atoms, atom);
  return paq_node(paq, (PaqNode){.kind = kind, .atom = paq->atoms.n - 1});
}
