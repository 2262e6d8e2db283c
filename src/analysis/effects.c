/* SPDX-License-Identifier: MIT
 *
 * Effects of functions, callees first.
 *
 * The regions a function may write are those its own instructions write and
 * those its callees do: one pass over the call graph from the leaves up, where
 * the members of a cycle share one set.  A function without a body may write
 * what an unknown pointer can hit (the premise: what never escaped to it, it
 * does not know), and a call through a pointer may reach what the call graph
 * says.  One that is given a function may call it, and so write anything.
 *
 * Stopping: STOP, UNSUPPORTED and assumptions end an execution; so do the
 * functions that reach them.  An ERROR does not count: a question about the
 * caller is about executions in which the callee's checks hold.
 *
 * Parameters: facts start at comparisons and constants and flow along calls,
 * caller to callee, by a work list. */
#include "analysis/effects.h"
#include "ir/address.h"
#include "ir/property.h"

typedef struct FuncFacts {
  unsigned flags;
  bool is_pure;
  bool is_fresh;
  uint64_t *regions;    /* bit set, shared by a component; NULL: none */
  uint8_t *may_be_null; /* by parameter: EffectNull */
} FuncFacts;

struct Effects {
  Mem *mem;
  const Program *program;
  const Regions *regions;
  const CallGraph *calls;
  Arena arena;
  uint32_t n_words; /* of a set of regions */
  uint32_t n_funcs;
  FuncFacts *facts; /* by function */
};

static bool is_defined(const Program *p, FuncId func) {
  return func.id && prog_func(p, func)->state == FUNC_DEFINED;
}

/* ---- own effects ---- */

static void write_region(Effects *e, FuncFacts *facts, RegionId region) {
  assert(region.id / 64 < e->n_words);
  facts->is_pure = false;
  if (!region.id) {
    facts->flags |= EFFECT_ANY;
    return;
  }
  if (!facts->regions)
    facts->regions = ARENA_ARRAY(&e->arena, uint64_t, e->n_words);
  facts->regions[region.id / 64] |= (uint64_t)1 << region.id % 64;
}

static void own_inst(Effects *e, FuncFacts *facts, FuncId f, uint32_t number) {
  const Inst *inst = &prog_func(e->program, f)->insts.at[number];
  switch ((int)inst->op) {
  case OP_STORE:
  case OP_MEMCPY:
  case OP_MEMSET:
  case OP_HAVOC:
    write_region(e, facts, prog_region_of(e->regions, f, number));
    return;
  case OP_STOP:
  case OP_UNSUPPORTED:
  case OP_ASSUME: facts->flags |= EFFECT_STOPS; return;
  case OP_ERROR: { /* an assertion, if it fails */
    const char *property = e->program->errors.at[inst->imm].property;
    if (PROPERTY_OWN_ERRORS >> prog_property_by_name(property) & 1)
      facts->flags |= EFFECT_STOPS;
    return;
  }
  case OP_CALL: {
    FuncId callee = prog_callee(e->program, inst);
    const Function *g = callee.id ? prog_func(e->program, callee) : NULL;
    if (g && (g->state == FUNC_DEFINED || g->only_reads == PROG_READS_ALL))
      return;
    facts->is_pure = false;
    facts->flags |= EFFECT_ESCAPED;
    if (prog_passes_function(e->program, inst)) facts->flags |= EFFECT_ANY;
    return;
  }
  default: return;
  }
}

static void own_effects(Effects *e, FuncFacts *facts, FuncId id) {
  const Function *f = prog_func(e->program, id);
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++)
      own_inst(e, facts, id, f->blocks.at[b].insts.at[i]);
}

/* ---- functions that allocate ---- */

enum { RETURNED_MOST = 32 };

typedef struct Returned {
  Val at[RETURNED_MOST];
  uint32_t n;
  bool overflow;
} Returned;

static void add_returned(Returned *values, Val v) {
  for (uint32_t i = 0; i < values->n; i++)
    if (val_same(values->at[i], v)) return;
  if (values->n == RETURNED_MOST)
    values->overflow = true;
  else
    values->at[values->n++] = v;
}

/* One value a function may return: fresh, or made of others. */
static bool is_fresh_value(const Effects *e, const Function *f, Val v,
                           Returned *values) {
  uint64_t number;
  if (val_is_const(v))
    return prog_const_as_u64(e->program, v, &number) && number == 0;
  const Inst *inst = &f->insts.at[val_index(v)];
  if (inst->op == OP_ALLOC) return true;
  if (inst->op == OP_CALL) {
    FuncId callee = prog_callee(e->program, inst);
    return is_defined(e->program, callee) && e->facts[callee.id].is_fresh;
  }
  if (inst->op == OP_GEP && f->origin == FUNC_MODEL) { /* behind a head */
    add_returned(values, inst->ops[0]);
    return true;
  }
  if (inst->op != OP_PHI && inst->op != OP_SELECT) return false;
  for (uint32_t i = inst->op == OP_SELECT; i < inst->n_ops; i++)
    add_returned(values, inst->ops[i]);
  return true;
}

static bool is_fresh(const Effects *e, const Function *f) {
  Returned values = {.n = 0};
  if (prog_type(e->program, f->ret)->kind != TYPE_PTR) return false;
  for (uint32_t b = 0; b < f->blocks.n; b++) {
    const Inst *end = prog_terminator(f, (BlockId){b});
    if (end->op == OP_RET && end->n_ops) add_returned(&values, end->ops[0]);
  }
  for (uint32_t i = 0; i < values.n; i++)
    if (!is_fresh_value(e, f, values.at[i], &values)) return false;
  return !values.overflow;
}

/* ---- callees first ---- */

static void join_facts(Effects *e, FuncFacts *to, const FuncFacts *from) {
  to->flags |= from->flags;
  to->is_pure = to->is_pure && from->is_pure;
  if (!from->regions || from->regions == to->regions) return;
  if (!to->regions) to->regions = ARENA_ARRAY(&e->arena, uint64_t, e->n_words);
  for (uint32_t w = 0; w < e->n_words; w++) to->regions[w] |= from->regions[w];
}

/* Functions [from..to[ of the bottom-up order call each other. */
static void one_component(Effects *e, uint32_t from, uint32_t to) {
  assert(from < to && to <= e->calls->n_order);
  FuncFacts all = {.is_pure = true};
  for (uint32_t i = from; i < to; i++) {
    uint32_t f = e->calls->bottom_up[i];
    own_effects(e, &all, (FuncId){f});
    const uint32_t *callees = rows_get(&e->calls->callees, f);
    for (uint32_t k = 0; k < rows_size(&e->calls->callees, f); k++)
      if (e->calls->component[callees[k]] != e->calls->component[f] &&
          is_defined(e->program, (FuncId){callees[k]}))
        join_facts(e, &all, &e->facts[callees[k]]);
  }
  for (uint32_t i = from; i < to; i++) {
    FuncId f = {e->calls->bottom_up[i]};
    FuncFacts *facts = &e->facts[f.id];
    facts->flags = all.flags;
    facts->is_pure = all.is_pure;
    facts->regions = all.regions;
    facts->is_fresh = is_fresh(e, prog_func(e->program, f));
  }
}

static void all_components(Effects *e) {
  const CallGraph *calls = e->calls;
  for (uint32_t from = 0, to; from < calls->n_order; from = to) {
    uint32_t component = calls->component[calls->bottom_up[from]];
    for (to = from + 1; to < calls->n_order; to++)
      if (calls->component[calls->bottom_up[to]] != component) break;
    one_component(e, from, to);
  }
}

/* ---- parameters that may be NULL ---- */

/* To a NULL that is passed, by name or by a pointer. */
enum { MOST_STEPS = 3, MOST_STEPS_BY_POINTER = 6 };

typedef struct ParamFact {
  FuncId func;
  uint32_t param;
} ParamFact;

typedef struct ParamFlow {
  Effects *e;
  Vec(ParamFact) todo;
} ParamFlow;

static bool is_null(const Program *p, Val val) {
  uint64_t number;
  return val_is_const(val) && prog_const_as_u64(p, val, &number) && number == 0;
}

static void mark_null(ParamFlow *flow, FuncId func, uint32_t param,
                      EffectNull why) {
  const Function *f = prog_func(flow->e->program, func);
  assert(why == EFFECT_PASSED || why == EFFECT_TESTED);
  if (f->state != FUNC_DEFINED || param >= f->n_params) return;
  if (prog_type(flow->e->program, f->params[param])->kind != TYPE_PTR) return;
  uint8_t *known = &flow->e->facts[func.id].may_be_null[param];
  bool is_new = *known == EFFECT_NOT_NULL;
  if (*known < why) *known = (uint8_t)why;
  if (is_new) VEC_PUSH(flow->e->mem, &flow->todo, ((ParamFact){func, param}));
}

bool prog_effects_is_guard(const Function *f, uint32_t condbr) {
  require(condbr < f->insts.n);
  const Inst *inst = &f->insts.at[condbr];
  if (inst->op != OP_CONDBR) return false;
  for (uint32_t i = 0; i < inst->n_blocks; i++) {
    const Block *b = &f->blocks.at[inst->blocks[i].id];
    if (b->insts.n && f->insts.at[b->insts.at[0]].op == OP_ERROR) return true;
  }
  return false;
}

/* Values that only checks look at: their comparison is no test. */
static uint8_t *find_guards(Mem *mem, const Function *f) {
  uint8_t *is_guard = MEM_ARRAY(mem, uint8_t, f->insts.n);
  for (uint32_t b = 0; b < f->blocks.n; b++) {
    if (!f->blocks.at[b].insts.n) continue;
    uint32_t last = VEC_LAST(&f->blocks.at[b].insts);
    if (prog_effects_is_guard(f, last) &&
        val_is_local(f->insts.at[last].ops[0]))
      is_guard[val_index(f->insts.at[last].ops[0])] = 1;
  }
  return is_guard;
}

static bool is_param(const Function *f, Val val, uint32_t *param) {
  if (!val_is_local(val) || f->insts.at[val_index(val)].op != OP_PARAM)
    return false;
  *param = val_index(val) - 1;
  return true;
}

/* What is compared where a value was moved on some ways before (`if (...) p =
 * q + 1; if (p)`): what it is on the others. */
static Val without_moves(const Function *f, Val val) {
  if (!val_is_local(val)) return val;
  const Inst *inst = &f->insts.at[val_index(val)];
  if (inst->op != OP_PHI) return val;
  Val rest = {0};
  for (uint32_t i = 0; i < inst->n_ops; i++) {
    Val from = inst->ops[i];
    bool is_moved =
        val_is_local(from) && f->insts.at[val_index(from)].op == OP_GEP;
    if (is_moved || val_same(from, rest)) continue;
    if (!val_is_none(rest)) return val;
    rest = from;
  }
  return val_is_none(rest) ? val : rest;
}

static bool may_be_null(const Effects *e, const Function *f, Val val,
                        uint32_t depth);

/* The global that an address is in; NULL: another. */
static const Global *global_at(const Program *p, const Function *f,
                               Val address) {
  Val root = prog_address_root(f, address);
  if (!val_is_const(root)) return NULL;
  const Const *c = prog_const(p, root);
  return c->kind == CONST_GLOBAL ? prog_global(p, c->global) : NULL;
}

/* Does the function store a value that may be NULL where its parameter leads
 * to? */
static bool stores_null(const Effects *e, FuncId func, uint32_t param,
                        uint32_t depth) {
  if (!depth || !is_defined(e->program, func)) return false;
  const Function *f = prog_func(e->program, func);
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[i]];
      if (inst->op == OP_STORE && val_same(inst->ops[1], prog_param(param)) &&
          may_be_null(e, f, inst->ops[0], depth - 1))
        return true;
    }
  return false;
}

/* Does the call, which is given the address of the local, store NULL there? */
static bool is_given_null(const Effects *e, const Inst *call, Val local,
                          uint32_t depth) {
  FuncId callee = prog_callee(e->program, call);
  assert(call->op == OP_CALL && val_is_local(local));
  for (uint32_t k = 1; callee.id && k < call->n_ops; k++)
    if (val_same(call->ops[k], local) &&
        k <= prog_func(e->program, callee)->n_params &&
        stores_null(e, callee, k - 1, depth))
      return true;
  return false;
}

/* Is a value that may be NULL stored to the local, or all zeros, or a copy of
 * a variable? */
static bool gets_null(const Effects *e, const Function *f, Val local,
                      uint32_t depth) {
  const Program *p = e->program;
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[i]];
      bool stores = inst->op == OP_STORE &&
                    val_same(prog_address_root(f, inst->ops[1]), local);
      bool fills = (inst->op == OP_MEMSET || inst->op == OP_MEMCPY) &&
                   val_same(prog_address_root(f, inst->ops[0]), local);
      bool copies = fills && inst->op == OP_MEMCPY;
      if ((stores && may_be_null(e, f, inst->ops[0], depth)) ||
          (copies && global_at(p, f, inst->ops[1])) ||
          (inst->op == OP_CALL && is_given_null(e, inst, local, depth)) ||
          (fills && !copies && is_null(p, inst->ops[1])))
        return true;
    }
  return false;
}

/* Is the variable as it was at the start, for all that the program writes? */
static bool is_never_written(const Effects *e, const Function *f,
                             const Inst *load) {
  const Global *global = global_at(e->program, f, load->ops[0]);
  if (!global || global->state != GLOBAL_DEFINED) return false;
  FuncId func = {(uint32_t)(f - e->program->funcs.at)};
  RegionId region =
      prog_effects_region(e, func, (uint32_t)(load - f->insts.at));
  for (uint32_t g = 1; g < e->n_funcs; g++)
    if (is_defined(e->program, (FuncId){g}) &&
        prog_effects_writes(e, (FuncId){g}, region))
      return false;
  return true;
}

/* Does a function of the program return NULL on some way? */
static bool returns_null(const Effects *e, FuncId func, uint32_t depth) {
  if (!is_defined(e->program, func)) return false;
  const Function *f = prog_func(e->program, func);
  for (uint32_t b = 0; b < f->blocks.n; b++) {
    if (!f->blocks.at[b].insts.n) continue;
    const Inst *last = prog_terminator(f, (BlockId){b});
    if (last->op == OP_RET && last->n_ops == 1 &&
        may_be_null(e, f, last->ops[0], depth))
      return true;
  }
  return false;
}

/* Is it made NULL by the function itself or one that it calls, in a few steps,
 * on some way? */
static bool may_be_null(const Effects *e, const Function *f, Val val,
                        uint32_t depth) {
  const Program *p = e->program;
  if (is_null(p, val)) return true;
  if (!depth || !val_is_local(val)) return false;
  const Inst *inst = &f->insts.at[val_index(val)];
  if (inst->op == OP_LOAD) {
    Val root = prog_address_root(f, inst->ops[0]);
    bool local =
        val_is_local(root) && f->insts.at[val_index(root)].op == OP_ALLOCA;
    return local ? gets_null(e, f, root, depth - 1)
                 : is_never_written(e, f, inst);
  }
  if (inst->op == OP_CALL)
    return returns_null(e, prog_callee(p, inst), depth - 1);
  bool chooses =
      inst->op == OP_PHI || inst->op == OP_SELECT || inst->op == OP_INTTOPTR;
  for (uint32_t i = inst->op == OP_SELECT; chooses && i < inst->n_ops; i++)
    if (may_be_null(e, f, inst->ops[i], depth - 1)) return true;
  return false;
}

/* A call by a pointer passes it to all that it may reach. */
static void pass_by_pointer(ParamFlow *flow, FuncId func, uint32_t number) {
  const Effects *e = flow->e;
  const Function *f = prog_func(e->program, func);
  const Inst *call = &f->insts.at[number];
  const Rows *reached = &e->calls->callees;
  assert(call->op == OP_CALL && !val_is_const(call->ops[0]));
  IndexVec fit = {0};
  for (uint32_t i = 1; i < call->n_ops; i++) {
    if (!may_be_null(e, f, call->ops[i], MOST_STEPS_BY_POINTER)) continue;
    if (!fit.n)
      prog_call_targets(e->calls, e->program, NULL, func, number, &fit);
    for (uint32_t t = 0; t < fit.n; t++)
      for (uint32_t k = 0; k < rows_size(reached, func.id); k++)
        if (rows_get(reached, func.id)[k] == fit.at[t] &&
            is_defined(e->program, (FuncId){fit.at[t]}))
          mark_null(flow, (FuncId){fit.at[t]}, i - 1, EFFECT_PASSED);
  }
  VEC_DONE(e->mem, &fit);
}

static void look_at_inst(ParamFlow *flow, FuncId func, uint32_t number) {
  const Program *p = flow->e->program;
  const Function *f = prog_func(p, func);
  const Inst *inst = &f->insts.at[number];
  uint32_t param;
  if (inst->op == OP_CALL && !val_is_const(inst->ops[0]))
    pass_by_pointer(flow, func, number);
  if (inst->op == OP_EQ || inst->op == OP_NE) {
    for (uint32_t i = 0; i < 2; i++)
      if (is_null(p, inst->ops[1 - i]) &&
          is_param(f, without_moves(f, inst->ops[i]), &param))
        mark_null(flow, func, param, EFFECT_TESTED);
    return;
  }
  FuncId callee = prog_callee(p, inst);
  if (!is_defined(p, callee)) return;
  for (uint32_t i = 1; i < inst->n_ops; i++)
    if (may_be_null(flow->e, f, inst->ops[i], MOST_STEPS))
      mark_null(flow, callee, i - 1, EFFECT_PASSED);
}

static void look_at_function(ParamFlow *flow, FuncId func) {
  const Function *f = prog_func(flow->e->program, func);
  uint8_t *is_guard = find_guards(flow->e->mem, f);
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      uint32_t number = f->blocks.at[b].insts.at[i];
      if (!is_guard[number]) look_at_inst(flow, func, number);
    }
  MEM_FREE_ARRAY(flow->e->mem, is_guard, f->insts.n);
}

void prog_effects_not_null(const Program *p, const Function *f, const Cfg *cfg,
                           Val value, IndexVec *safe) {
  require(cfg->n_order <= f->blocks.n);
  for (uint32_t i = 0; i < cfg->n_order; i++) {
    const Inst *branch = prog_terminator(f, (BlockId){cfg->order[i]});
    if (branch->op != OP_CONDBR || !val_is_local(branch->ops[0])) continue;
    const Inst *test = &f->insts.at[val_index(branch->ops[0])];
    if (test->op != OP_EQ && test->op != OP_NE) continue;
    bool fits = (val_same(test->ops[0], value) && is_null(p, test->ops[1])) ||
                (val_same(test->ops[1], value) && is_null(p, test->ops[0]));
    uint32_t side = branch->blocks[test->op == OP_NE ? 0 : 1].id;
    if (fits && branch->blocks[0].id != branch->blocks[1].id &&
        rows_size(&cfg->preds, side) == 1)
      VEC_PUSH(cfg->mem, safe, side);
  }
}

static void pass_on_block(ParamFlow *flow, ParamFact fact, const Block *block) {
  const Program *p = flow->e->program;
  const Function *f = prog_func(p, fact.func);
  for (uint32_t i = 0; i < block->insts.n; i++) {
    const Inst *inst = &f->insts.at[block->insts.at[i]];
    FuncId callee = prog_callee(p, inst);
    if (!is_defined(p, callee)) continue;
    for (uint32_t k = 1; k < inst->n_ops; k++)
      if (val_same(inst->ops[k], prog_param(fact.param)))
        mark_null(flow, callee, k - 1, EFFECT_PASSED);
  }
}

/* A parameter that may be NULL is passed on, where no comparison (a check's
 * own counts, too) has excluded it. */
static void pass_on(ParamFlow *flow, ParamFact fact) {
  const Program *p = flow->e->program;
  const Function *f = prog_func(p, fact.func);
  Cfg *cfg = prog_cfg_new(flow->e->mem, f);
  DomTree *dominators = prog_dominators(cfg);
  IndexVec safe = {0};
  prog_effects_not_null(p, f, cfg, prog_param(fact.param), &safe);
  for (uint32_t b = 0; b < cfg->n_order; b++) {
    bool excluded = false;
    for (uint32_t i = 0; i < safe.n && !excluded; i++)
      excluded = prog_dominates(dominators, safe.at[i], cfg->order[b]);
    if (!excluded) pass_on_block(flow, fact, &f->blocks.at[cfg->order[b]]);
  }
  VEC_DONE(flow->e->mem, &safe);
  prog_dom_free(dominators);
  prog_cfg_free(cfg);
}

static void all_params(Effects *e) {
  ParamFlow flow = {.e = e};
  for (uint32_t f = 1; f < e->n_funcs; f++) {
    const Function *function = prog_func(e->program, (FuncId){f});
    e->facts[f].may_be_null =
        ARENA_ARRAY(&e->arena, uint8_t, function->n_params + 1);
  }
  for (uint32_t f = 1; f < e->n_funcs; f++)
    if (is_defined(e->program, (FuncId){f}))
      look_at_function(&flow, (FuncId){f});
  while (flow.todo.n) {
    ParamFact fact = VEC_POP(&flow.todo);
    pass_on(&flow, fact);
  }
  VEC_DONE(e->mem, &flow.todo);
}

/* ---- interface ---- */

Effects *prog_effects_new(Mem *mem, const Program *program,
                          const Regions *regions, const CallGraph *calls) {
  require(calls->n_funcs == program->funcs.n);
  Effects *e = MEM_NEW(mem, Effects);
  e->mem = mem;
  e->program = program;
  e->regions = regions;
  e->calls = calls;
  e->n_words = prog_n_regions(regions) / 64 + 1;
  e->n_funcs = program->funcs.n;
  e->facts = MEM_ARRAY(mem, FuncFacts, e->n_funcs);
  arena_init(&e->arena, mem);
  all_components(e);
  all_params(e);
  return e;
}

void prog_effects_free(Effects *e) {
  Mem *mem = e->mem;
  arena_done(&e->arena);
  MEM_FREE_ARRAY(mem, e->facts, e->n_funcs);
  MEM_DELETE(mem, e);
}

static const FuncFacts *facts_of(const Effects *e, FuncId func) {
  func = prog_rolled(e->program, func);
  require(func.id < e->n_funcs && is_defined(e->program, func));
  return &e->facts[func.id];
}

unsigned prog_effects_flags(const Effects *e, FuncId func) {
  return facts_of(e, func)->flags;
}

bool prog_effects_is_pure(const Effects *e, FuncId func) {
  return facts_of(e, func)->is_pure;
}

bool prog_effects_is_fresh(const Effects *e, FuncId func) {
  return facts_of(e, func)->is_fresh;
}

bool prog_effects_is_escaped(const Effects *e, RegionId region) {
  return !region.id ||
         prog_region(e->regions, region)->targets == REGION_UNKNOWN;
}

RegionId prog_effects_region(const Effects *e, FuncId func, uint32_t inst) {
  return prog_region_of(e->regions, func, inst);
}

bool prog_effects_writes(const Effects *e, FuncId func, RegionId region) {
  require(region.id / 64 < e->n_words);
  const FuncFacts *facts = facts_of(e, func);
  if (facts->is_pure) return false;
  if (!region.id || (facts->flags & EFFECT_ANY)) return true;
  if ((facts->flags & EFFECT_ESCAPED) && prog_effects_is_escaped(e, region))
    return true;
  return facts->regions &&
         (facts->regions[region.id / 64] >> region.id % 64 & 1) != 0;
}

bool prog_effects_inst_writes(const Effects *e, FuncId func, uint32_t number,
                              RegionId region) {
  require(number < prog_func(e->program, func)->insts.n);
  const Inst *inst = &prog_func(e->program, func)->insts.at[number];
  RegionId own = prog_region_of(e->regions, func, number);
  switch ((int)inst->op) {
  case OP_STORE:
  case OP_MEMCPY:
  case OP_MEMSET:
  case OP_HAVOC: return !region.id || !own.id || own.id == region.id;
  case OP_CALL: {
    FuncId callee = prog_callee(e->program, inst);
    return is_defined(e->program, callee)
               ? prog_effects_writes(e, callee, region)
           : val_is_const(inst->ops[0]) ? prog_effects_is_escaped(e, region)
                                        : true;
  }
  default: return false;
  }
}

EffectNull prog_effects_param_null(const Effects *e, FuncId func,
                                   uint32_t param) {
  require(param < prog_func(e->program, func)->n_params);
  return (EffectNull)facts_of(e, func)->may_be_null[param];
}
