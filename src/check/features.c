/* SPDX-License-Identifier: MIT
 *
 * Quick looks at a program and its transition system. */
#include "check/features.h"

#include "ir/address.h"
#include "pass/over/over.h"
#include "pass/pass.h"
#include "pass/shape/shape.h"
#include "term/poly.h"

static bool has_floats(const Ts *ts) {
  EngineOptions any = {0};
  return engine_backend(ts, &any) == &smt_float;
}

bool features_has_loops(const Ts *ts) {
  for (uint32_t l = 0; l < ts->locations.n; l++)
    if (ts->locations.at[l].kind == TS_CUT) return true;
  return false;
}

bool features_has_errors(const Ts *ts) {
  for (uint32_t e = 0; e < ts->edges.n; e++) {
    TsKind kind = ts->locations.at[ts->edges.at[e].target.id].kind;
    if (kind == TS_ERROR || kind == TS_UNSUPPORTED) return true;
  }
  return false;
}

static bool has_products(const Ts *ts) {
  for (uint32_t e = 0; e < ts->edges.n; e++)
    if (term_has_products(ts->store, ts->edges.at[e].formula)) return true;
  return false;
}

bool features_has_cut_recursion(const Program *program) {
  require(program->entry.id);
  const Function *f = prog_func(program, program->entry);
  for (uint32_t b = 0; b < f->blocks.n; b++) {
    const Inst *end = prog_terminator(f, (BlockId){b});
    if (end->op == OP_UNSUPPORTED && end->imm == UNSUPPORTED_RECURSION)
      return true;
  }
  return false;
}

static bool has_long_lines(const Snapshots *s) {
  enum { MANY = 2000 };
  const Function *f = prog_func(s->program, s->program->entry);
  return s->before_unroll && f->insts.n > MANY;
}

static bool has_long_steps(const Ts *ts) {
  enum { MANY = 300 };
  for (uint32_t e = 0; e < ts->edges.n; e++)
    if (ts->edges.at[e].n_blocks > MANY) return true;
  return false;
}

static bool has_long_rounds(const Ts *ts) {
  enum { MANY = 60 };
  uint32_t loops = 0;
  bool is_long = false;
  for (uint32_t l = 0; l < ts->locations.n; l++)
    loops += ts->locations.at[l].kind == TS_CUT;
  for (uint32_t e = 0; e < ts->edges.n; e++) {
    const TsEdge *edge = &ts->edges.at[e];
    is_long |= edge->source.id == edge->target.id && edge->n_blocks > MANY;
  }
  return loops == 1 && is_long;
}

bool features_has_scalar_states(const Ts *ts) {
  for (uint32_t l = 0; l < ts->locations.n; l++) {
    const TsLocation *at = &ts->locations.at[l];
    for (uint32_t v = 0; v < at->n_vars; v++)
      if (sort_kind(term_sort(ts->store, at->vars[v].now)) == SORT_ARRAY)
        return false;
  }
  return true;
}

uint32_t features_n_insts(const Program *program) {
  uint32_t n = 0;
  for (uint32_t i = 1; i < program->funcs.n; i++)
    n += prog_func_size(prog_func(program, (FuncId){i}));
  return n;
}

uint32_t features_n_loads(const Program *program) {
  const Function *f = prog_func(program, program->entry);
  uint32_t n = 0;
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++)
      n += f->insts.at[f->blocks.at[b].insts.at[i]].op == OP_LOAD;
  return n;
}

/* Loads through pointers that are no address of a variable. */
static uint32_t n_followed(const Function *f) {
  uint32_t n = 0;
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[i]];
      if (inst->op != OP_LOAD) continue;
      Val root = inst->ops[0], base;
      while (!val_is_none(base = prog_address_base(f, root))) root = base;
      n += val_is_local(root) && f->insts.at[val_index(root)].op != OP_ALLOCA;
    }
  return n;
}

bool features_follows_pointers(const Program *program) {
  enum { MANY_INSTS = 4000, MANY_LOADS = 200 };
  uint32_t n = 0;
  if (features_n_insts(program) < MANY_INSTS) return false;
  for (uint32_t f = 1; f < program->funcs.n; f++)
    n += n_followed(prog_func(program, (FuncId){f}));
  return n >= MANY_LOADS;
}

/* A large program that still reads memory or recurs has parts that may not
 * matter. */
static bool is_forgettable(const Snapshots *s) {
  if (!s->resolved || prog_property_is_memory(s->property)) return false;
  return features_n_insts(s->resolved) > FEATURES_MANY_INSTS &&
         (features_n_loads(s->program) ||
          features_has_cut_recursion(s->program));
}

Features features_of(const Snapshots *s, const Ts *ts) {
  require(s->program && s->program->entry.id && ts->locations.n > 0);
  return (Features){.loops = features_has_loops(ts),
                    .floats = has_floats(ts),
                    .products = has_products(ts),
                    .cut_recursion = features_has_cut_recursion(s->program),
                    .memory_property = prog_property_is_memory(s->property),
                    .arguments = s->with_property != NULL,
                    .lists = pass_has_lists(s->program),
                    .cells = s->before_unroll || pass_can_simplify(s->program),
                    .copies = pass_has_copies(s->program),
                    .arrays = pass_has_arrays(s->program),
                    .shapes = s->resolved && pass_has_shapes(s->resolved),
                    .texts = s->resolved && pass_has_texts(s->resolved),
                    .forgettable = is_forgettable(s),
                    .long_lines = has_long_lines(s),
                    .long_steps = has_long_steps(ts),
                    .long_rounds = has_long_rounds(ts),
                    .scalar_states = features_has_scalar_states(ts)};
}
