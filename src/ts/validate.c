/* SPDX-License-Identifier: MIT
 *
 * The validator of transition systems: what ts.h promises its readers, checked
 * for every location and every edge. */
#include "ts/ts.h"

typedef struct Check {
  const Ts *ts;
  Text *problems;
  Map owners; /* variable -> 1 + 2 * location + (is it `next`?) */
  bool good;
} Check;

static void complain(Check *check, const char *thing, uint32_t i,
                     const char *what) {
  text_printf(check->problems, "%s %u: %s\n", thing, i, what);
  check->good = false;
}

/* ---- locations ---- */

static void own(Check *check, uint32_t l, Term var, uint64_t owner) {
  if (map_find(&check->owners, var.id))
    complain(check, "location", l, "a variable has two owners");
  map_put(&check->owners, var.id, owner);
}

static void check_var(Check *check, uint32_t l, const TsVar *var) {
  const TermStore *store = check->ts->store;
  if (!term_is_var(store, var->now) || term_is_negated(var->now) ||
      !term_is_var(store, var->next) || term_is_negated(var->next)) {
    complain(check, "location", l, "a state variable is no variable");
    return;
  }
  if (!sort_same(term_sort(store, var->now), term_sort(store, var->next)))
    complain(check, "location", l, "a variable has two sorts");
  own(check, l, var->now, 1 + 2 * (uint64_t)l);
  own(check, l, var->next, 2 + 2 * (uint64_t)l);
}

static void check_location(Check *check, uint32_t l) {
  const TsLocation *location = &check->ts->locations.at[l];
  if ((location->kind == TS_ENTRY) != (l == check->ts->entry.id))
    complain(check, "location", l, "there is one entry, and this is wrong");
  for (uint32_t i = 0; i < location->n_vars; i++)
    check_var(check, l, &location->vars[i]);
}

/* ---- edges ---- */

static void check_step(Check *check, uint32_t e, uint32_t b,
                       const TsStep *step) {
  const TermStore *store = check->ts->store;
  if (step->from >= b)
    complain(check, "edge", e, "a step comes from a later block");
  if (!term_is_bool(store, step->guard))
    complain(check, "edge", e, "a guard is not Boolean");
  for (uint32_t i = 0; i < step->n_assigns; i++) {
    const TsAssign *assign = &step->assigns[i];
    if (!term_is_var(store, assign->var))
      complain(check, "edge", e, "assignment to what is no variable");
    else if (!sort_same(term_sort(store, assign->var),
                        term_sort(store, assign->value)))
      complain(check, "edge", e, "assignment of another sort");
  }
}

static void check_input(Check *check, uint32_t e, const TsInput *input) {
  const TermStore *store = check->ts->store;
  if (!input->value.id) complain(check, "edge", e, "an input without a value");
  if (input->kind == TS_INPUT_LOAD && !input->address.id)
    complain(check, "edge", e, "a load without an address");
  for (uint32_t i = 0; i < input->n_arrays; i++)
    if (sort_kind(term_sort(store, input->arrays[i])) != SORT_ARRAY ||
        input->cells[i] == 0)
      complain(check, "edge", e, "fresh memory that is no array of cells");
}

static void check_block(Check *check, uint32_t e, uint32_t b) {
  const TermStore *store = check->ts->store;
  const TsBlock *block = &check->ts->edges.at[e].blocks[b];
  if (b == 0 && (!term_is_true(block->visited) || block->n_steps))
    complain(check, "edge", e, "its first block is not the source");
  if (!term_is_bool(store, block->visited) ||
      !term_is_bool(store, block->constraint))
    complain(check, "edge", e, "a block's terms are not Boolean");
  for (uint32_t i = 0; i < block->n_steps; i++)
    check_step(check, e, b, &block->steps[i]);
  for (uint32_t i = 0; i < block->n_inputs; i++)
    check_input(check, e, &block->inputs[i]);
}

/* No variable of the formula belongs to another location's state. */
static void check_scope(Check *check, uint32_t e) {
  const Ts *ts = check->ts;
  const TsEdge *edge = &ts->edges.at[e];
  TermList vars = {0};
  term_vars(ts->store, edge->formula, &vars);
  for (uint32_t i = 0; i < vars.n; i++) {
    uint64_t owner = map_get(&check->owners, vars.at[i].id, 0);
    if (owner == 0) continue;
    uint64_t loc = (owner - 1) / 2, is_next = (owner - 1) % 2;
    if (loc != (is_next ? edge->target.id : edge->source.id))
      complain(check, "edge", e, "it uses another location's variable");
  }
  VEC_DONE(term_store_mem(ts->store), &vars);
}

static void check_edge(Check *check, uint32_t e) {
  const Ts *ts = check->ts;
  const TsEdge *edge = &ts->edges.at[e];
  if (edge->source.id >= ts->locations.n || edge->target.id >= ts->locations.n)
    complain(check, "edge", e, "it leads out of the system");
  if (!term_is_bool(ts->store, edge->formula))
    complain(check, "edge", e, "its formula is not Boolean");
  for (uint32_t b = 0; b < edge->n_blocks; b++) check_block(check, e, b);
  check_scope(check, e);
}

bool ts_validate(const Ts *ts, Text *problems) {
  Check check = {.ts = ts, .problems = problems, .good = true};
  map_init(&check.owners, ts->mem);
  for (uint32_t l = 0; l < ts->locations.n; l++) check_location(&check, l);
  for (uint32_t e = 0; e < ts->edges.n; e++) check_edge(&check, e);
  map_done(&check.owners);
  return check.good;
}
