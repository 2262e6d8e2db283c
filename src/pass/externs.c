/* SPDX-License-Identifier: MIT
 *
 * Functions without a body: any result, no effect.
 *
 * A call of one becomes an input named after the function; every such function
 * is a premise of the verdict, recorded once, at its first call.  A function
 * whose address is taken may be called through a pointer as well, so it gets a
 * body that returns an input.
 *
 * The functions the property pass looks for stay calls: it decides whether
 * they are errors.  So do those that the caller says it will run itself. */
#include "analysis/analysis.h"
#include "pass/pass.h"

static bool is_error_function(const char *name, const Property *property) {
  static const char *const known[] = {"reach_error",   "__VERIFIER_error",
                                      "__assert_fail", "__assert",
                                      "__assert_rtn",  "__assert_perror_fail"};
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
    if (strcmp(name, known[i]) == 0) return true;
  return property->error_function &&
         strcmp(name, property->error_function) == 0;
}

/* Which calls stay. */
typedef struct Rule {
  const Property *property;
  const char *const *host; /* as in pass_externs */
} Rule;

static bool is_extern(const Program *p, FuncId id, const Rule *rule) {
  const Function *f = prog_func(p, id);
  for (const char *const *name = rule->host; name && *name; name++)
    if (strcmp(f->name, *name) == 0) return false;
  return f->state == FUNC_DECLARED &&
         !is_error_function(f->name, rule->property);
}

static void record(Program *p, uint8_t *recorded, FuncId id, LocId loc) {
  if (recorded[id.id]) return;
  recorded[id.id] = 1;
  prog_ledger(p, LEDGER_PREMISE, loc,
              "function '%s' has no body: any result (a pointer: not to an "
              "object of which only it was told), no effect on memory",
              prog_func(p, id)->name);
}

/* The function without a body that a call names directly, or none. */
static FuncId extern_callee(const Program *p, const Inst *inst,
                            const Rule *rule) {
  FuncId callee = prog_callee(p, inst);
  return callee.id && is_extern(p, callee, rule) ? callee : (FuncId){0};
}

/* Rewrites the calls of a block; calls without a result leave it. */
static void rewrite_block(Program *p, Function *f, Block *block,
                          const Rule *rule, uint8_t *recorded) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < block->insts.n; i++) {
    Inst *inst = &f->insts.at[block->insts.at[i]];
    FuncId callee = extern_callee(p, inst, rule);
    if (callee.id) {
      record(p, recorded, callee, inst->loc);
      if (!inst->type.id) continue;
      inst->op = OP_NONDET;
      inst->n_ops = 0;
      inst->imm = INPUT_EXTERN;
      inst->name = names_add(&p->names, prog_func(p, callee)->name);
    }
    block->insts.at[kept++] = block->insts.at[i];
  }
  block->insts.n = kept;
}

/* A body that returns an input. */
static void add_body(Program *p, FuncId id) {
  Function *f = prog_func(p, id);
  assert(f->state == FUNC_DECLARED && f->blocks.n == 0);
  BlockId block = prog_add_block(p, f, NULL);
  Val value = {0};
  f->state = FUNC_DEFINED;
  if (f->ret.id) {
    uint32_t input =
        prog_append(p, f, block, OP_NONDET, f->ret, NULL, 0, NULL, 0);
    Inst *inst = &f->insts.at[input];
    inst->imm = INPUT_EXTERN;
    inst->name = names_add(&p->names, f->name);
    inst->site = prog_new_site(p);
    inst->loc = f->loc;
    value = val_local(input);
  }
  prog_append(p, f, block, OP_RET, (TypeId){0}, &value, f->ret.id ? 1 : 0, NULL,
              0);
}

void pass_externs(Program *p, const Property *property,
                  const char *const *host) {
  Rule rule = {property, host};
  uint32_t n = p->funcs.n;
  uint8_t *recorded = MEM_ARRAY(p->mem, uint8_t, n);
  uint8_t *taken = MEM_ARRAY(p->mem, uint8_t, n);
  for (uint32_t i = 1; i < n; i++) {
    Function *f = &p->funcs.at[i];
    for (uint32_t b = 0; b < f->blocks.n; b++)
      rewrite_block(p, f, &f->blocks.at[b], &rule, recorded);
  }
  prog_address_taken(p, taken);
  for (uint32_t i = 1; i < n; i++) {
    FuncId id = {i};
    if (!taken[i] || !is_extern(p, id, &rule)) continue;
    record(p, recorded, id, prog_func(p, id)->loc);
    add_body(p, id);
  }
  MEM_FREE_ARRAY(p->mem, recorded, n);
  MEM_FREE_ARRAY(p->mem, taken, n);
}
