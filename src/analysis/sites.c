/* SPDX-License-Identifier: MIT
 *
 * SiteList: one look at each instruction of the functions that may be called.
 */
#include "analysis/sites.h"

#include "analysis/analysis.h"

typedef struct Walk {
  const Program *program;
  SiteList *out;
  uint32_t *checked; /* of each function: set of properties checked in it */
  bool has_heap;
} Walk;

static void add(Walk *w, PropertyKind property, LocId loc,
                const char *message) {
  for (uint32_t i = 0; i < w->out->n; i++)
    if (w->out->at[i].property == property && w->out->at[i].loc.id == loc.id)
      return;
  Site site = {property, loc, message};
  VEC_PUSH(w->program->mem, w->out, site);
}

static PropertyKind checked_by(const Program *p, const Inst *inst) {
  if (inst->op != OP_ERROR) return PROPERTY_COUNT;
  require(inst->imm < p->errors.n);
  return prog_property_by_name(p->errors.at[inst->imm].property);
}

static FuncId callee_of(const Program *p, const Inst *inst) {
  if (inst->op != OP_CALL || !val_is_const(inst->ops[0])) return (FuncId){0};
  const Const *c = prog_const(p, inst->ops[0]);
  return c->kind == CONST_FUNC ? c->func : (FuncId){0};
}

static bool is_of_heap(PropertyKind kind) {
  return kind == PROPERTY_VALID_MEMTRACK || kind == PROPERTY_VALID_MEMCLEANUP;
}

/* What a check inside of the function says. */
static const char *message_in(const Program *p, const Function *f,
                              PropertyKind kind) {
  for (uint32_t i = 0; i < f->insts.n; i++)
    if (checked_by(p, &f->insts.at[i]) == kind)
      return p->errors.at[f->insts.at[i].imm].message;
  return f->name;
}

/* A library function by its name, which the user wrote; what stands for one or
 * was put in by us by what it checks. */
static const char *site_in(const Program *p, FuncId callee, PropertyKind kind) {
  const Function *f = prog_func(p, callee);
  bool is_ours = strncmp(f->name, "__cutpoint_", strlen("__cutpoint_")) == 0;
  return is_ours ? message_in(p, f, kind) : f->name;
}

static void look_at(Walk *w, const Inst *inst) {
  const Program *p = w->program;
  PropertyKind own = checked_by(p, inst);
  if (own < PROPERTY_COUNT && (w->has_heap || !is_of_heap(own)))
    add(w, own, inst->loc, p->errors.at[inst->imm].message);
  FuncId callee = callee_of(p, inst);
  if (!callee.id || prog_func(p, callee)->origin == FUNC_USER) return;
  for (int kind = 0; kind < PROPERTY_COUNT; kind++)
    if (w->checked[callee.id] >> kind & 1)
      add(w, (PropertyKind)kind, inst->loc,
          site_in(p, callee, (PropertyKind)kind));
}

static void collect_checked(Walk *w) {
  const Program *p = w->program;
  for (uint32_t f = 1; f < p->funcs.n; f++) {
    const Function *func = &p->funcs.at[f];
    for (uint32_t i = 0; i < func->insts.n; i++) {
      PropertyKind kind = checked_by(p, &func->insts.at[i]);
      if (kind < PROPERTY_COUNT) w->checked[f] |= 1u << kind;
    }
  }
}

static void look_at_function(Walk *w, const Function *f) {
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++)
      look_at(w, &f->insts.at[f->blocks.at[b].insts.at[i]]);
}

/* What is never taken from the heap is not lost. */
static bool has_heap(const Program *p, const CallGraph *calls) {
  for (uint32_t f = 1; f < calls->n_funcs; f++)
    for (uint32_t i = 0; calls->reachable[f] && i < p->funcs.at[f].insts.n; i++)
      if (p->funcs.at[f].insts.at[i].op == OP_ALLOC) return true;
  return false;
}

void prog_sites(SiteList *out, const Program *program) {
  require(program->entry.id);
  CallGraph *calls = prog_calls_new(program, NULL);
  Walk w = {.program = program,
            .out = out,
            .has_heap = has_heap(program, calls),
            .checked = MEM_ARRAY(program->mem, uint32_t, program->funcs.n)};
  collect_checked(&w);
  for (uint32_t f = 1; f < calls->n_funcs; f++) {
    const Function *func = &program->funcs.at[f];
    if (calls->reachable[f] && func->origin == FUNC_USER)
      look_at_function(&w, func);
  }
  MEM_FREE_ARRAY(program->mem, w.checked, program->funcs.n);
  prog_calls_free(calls);
}

static void add_checks(ProgChecks *checks, const Program *p,
                       const Function *f) {
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[i]];
      PropertyKind kind = checked_by(p, inst);
      checks->is_unsupported |= inst->op == OP_UNSUPPORTED;
      if (kind < PROPERTY_COUNT) checks->kinds |= 1u << kind;
    }
}

ProgChecks prog_checks(const Program *program) {
  require(program->entry.id);
  CallGraph *calls = prog_calls_new(program, NULL);
  ProgChecks checks = {0};
  for (uint32_t f = 1; f < calls->n_funcs; f++)
    if (calls->reachable[f])
      add_checks(&checks, program, &program->funcs.at[f]);
  for (uint32_t i = 0; i < program->ledger.n; i++)
    checks.is_partial |= program->ledger.at[i].direction == LEDGER_UNDER;
  prog_calls_free(calls);
  return checks;
}

uint32_t prog_count_sites(const SiteList *sites, PropertyKind property) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < sites->n; i++)
    n += sites->at[i].property == property;
  return n;
}
