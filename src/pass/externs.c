/* SPDX-License-Identifier: MIT
 *
 * Functions without a body: any result, no effect.
 *
 * A call of one becomes an input named after the function; every such function
 * is a premise of the verdict, recorded once, at its first call.  A function
 * whose address is taken may be called through a pointer as well, so it gets a
 * body that returns an input.
 *
 * One such function may return the address that another was given.  So what
 * may be an address is stored where only unknown pointers lead: in a global of
 * the outside (GLOBAL_OUTSIDE).  Points-to then knows that unknown pointers
 * may lead to it, and to all that can be reached from it.  An address may be
 * told, and come back, in pieces: in two numbers, in bytes, in the bits of a
 * double.  So values of all types are told but truth values, and points-to sees
 * which of them hold a piece.  Nobody is told anything in a program without
 * inputs, and where no function of the C library changes what it can reach
 * (PROG_OUTSIDE).
 *
 * The functions the property pass looks for stay calls: it decides whether
 * they are errors.  So do those that the caller says it will run itself. */
#include "analysis/analysis.h"
#include "pass/pass.h"
#include "pass/pass_int.h"

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

static bool is_library(const Program *p, FuncId id) {
  return text_starts_with(prog_func(p, id)->name, PROG_OUTSIDE);
}

static void record(Program *p, uint8_t *recorded, FuncId id, LocId loc) {
  if (recorded[id.id] || is_library(p, id)) return;
  recorded[id.id] = 1;
  prog_ledger(p, LEDGER_PREMISE, loc,
              "function '%s' has no body: any result (a pointer: not to what "
              "it was not told of and is not compared with), no effect on "
              "memory",
              prog_func(p, id)->name);
}

/* The function without a body that a call names directly, or none. */
static FuncId extern_callee(const Program *p, const Inst *inst,
                            const Rule *rule) {
  FuncId callee = prog_callee(p, inst);
  return callee.id && is_extern(p, callee, rule) ? callee : (FuncId){0};
}

/* ---- what the outside is told ---- */

/* Can it hold an address or a piece of one?  Pointers, numbers of any width
 * and floats can, by way of memory; truth values can not.  Points-to knows
 * which do. */
static bool has_room(const Program *p, TypeId type) {
  assert(type.id < p->types.n);
  return type.id && prog_type(p, type)->bits > 1;
}

/* Does the instruction give what may become an address? */
static bool is_from_outside(const Program *p, const Inst *inst,
                            const Rule *rule) {
  if (inst->op == OP_NONDET)
    return inst->imm != INPUT_UNINIT && inst->imm != INPUT_UNDEF &&
           has_room(p, inst->type);
  if (inst->op != OP_CALL) return false;
  FuncId callee = prog_callee(p, inst);
  if (callee.id && !is_extern(p, callee, rule)) return false;
  return (callee.id && is_library(p, callee)) || inst->flags & INST_RESULT ||
         has_room(p, inst->type);
}

static bool is_told(const Program *p, const Function *f, Val val) {
  if (val_is_const(val) && prog_const(p, val)->kind == CONST_BITS) return false;
  return has_room(p, prog_val_type(p, f, val));
}

/* Is it a call that may tell the outside an address? */
static bool tells(const Program *p, const Function *f, const Inst *inst,
                  const Rule *rule) {
  FuncId callee = inst->op == OP_CALL ? prog_callee(p, inst) : (FuncId){0};
  if (inst->op != OP_CALL || (callee.id && !is_extern(p, callee, rule)))
    return false;
  bool told = callee.id && is_library(p, callee);
  for (uint32_t k = 1; k < inst->n_ops; k++)
    told |= is_told(p, f, inst->ops[k]);
  return told;
}

/* May what is not seen be told an address, and give what is then used as one?
 */
static bool is_outside_used(const Program *p, const Rule *rule) {
  bool is_given = false, is_taught = false;
  for (uint32_t g = 1; g < p->globals.n; g++)
    is_given |= p->globals.at[g].state == GLOBAL_EXTERNAL;
  for (uint32_t id = 1; id < p->funcs.n; id++) {
    const Function *f = &p->funcs.at[id];
    for (uint32_t b = 0; b < f->blocks.n; b++)
      for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
        const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[i]];
        is_given = is_given || is_from_outside(p, inst, rule);
        is_taught = is_taught || tells(p, f, inst, rule);
      }
  }
  return is_given && is_taught;
}

static GlobalId outside_of(const Program *p) {
  uint32_t id = p->globals.n - 1; /* it was added last */
  while (id && p->globals.at[id].kind != GLOBAL_OUTSIDE) id--;
  return (GlobalId){id};
}

static void add_outside(Program *p, const Rule *rule) {
  if (outside_of(p).id || !is_outside_used(p, rule)) return;
  GlobalId id = prog_add_global(p, "what functions without a body were told",
                                prog_type_ptr(p));
  Global *global = prog_global(p, id);
  global->kind = GLOBAL_OUTSIDE;
  global->size = p->pointer_bits / 8;
  global->align = p->pointer_bits / 8;
}

/* The outside knows the value from here on. */
static void tell(Program *p, Function *f, GlobalId outside, BlockId block,
                 Val val, const Inst *like) {
  assert(prog_global(p, outside)->kind == GLOBAL_OUTSIDE);
  Global *global = prog_global(p, outside);
  uint64_t bytes = prog_store_size(p, prog_val_type(p, f, val));
  if (bytes > global->size) {
    global->size = bytes;
    global->type = prog_type_int(p, (uint32_t)bytes * 8);
  }
  Val ops[] = {val, prog_const_global(p, outside, 0)};
  uint32_t index =
      prog_append(p, f, block, OP_STORE, (TypeId){0}, ops, 2, NULL, 0);
  Inst *store = &f->insts.at[index];
  store->loc = like->loc;
  store->context = like->context;
  store->flags = INST_MODEL;
}

void pass_tell(Program *p, Function *f, BlockId block, const Inst *call) {
  require(call->op == OP_CALL);
  GlobalId outside = outside_of(p);
  for (uint32_t k = 1; outside.id && k < call->n_ops; k++)
    if (is_told(p, f, call->ops[k]))
      tell(p, f, outside, block, call->ops[k], call);
}

/* ---- the calls ---- */

typedef struct Externs {
  Program *p;
  Rule rule;
  uint8_t *recorded; /* function -> its premise is in the ledger */
} Externs;

/* Rewrites the calls of a block; calls without a result leave it. */
static void rewrite_block(Externs *x, Function *f, BlockId id) {
  Program *p = x->p;
  Block *block = &f->blocks.at[id.id];
  IndexVec list = {0};
  for (uint32_t i = 0; i < block->insts.n; i++)
    VEC_PUSH(p->mem, &list, block->insts.at[i]);
  VEC_CLEAR(&block->insts);
  for (uint32_t i = 0; i < list.n; i++) {
    Inst call = f->insts.at[list.at[i]];
    FuncId callee = extern_callee(p, &call, &x->rule);
    if (callee.id) {
      record(p, x->recorded, callee, call.loc);
      pass_tell(p, f, id, &call);
      if (!call.type.id) continue;
      Inst *inst = &f->insts.at[list.at[i]];
      inst->op = OP_NONDET;
      inst->n_ops = 0;
      inst->imm = INPUT_EXTERN;
      inst->name = names_add(&p->names, prog_func(p, callee)->name);
    }
    VEC_PUSH(p->mem, &block->insts, list.at[i]);
  }
  VEC_DONE(p->mem, &list);
}

/* A body that returns an input. */
static void add_body(Externs *x, FuncId id) {
  Program *p = x->p;
  Function *f = prog_func(p, id);
  assert(f->state == FUNC_DECLARED && f->blocks.n == 0);
  BlockId block = prog_add_block(p, f, NULL);
  Val value = {0};
  f->state = FUNC_DEFINED;
  GlobalId outside = outside_of(p);
  for (uint32_t k = 0; outside.id && k < f->n_params; k++)
    if (is_told(p, f, prog_param(k)))
      tell(p, f, outside, block, prog_param(k), &(Inst){.loc = f->loc});
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
  uint32_t n = p->funcs.n;
  Externs x = {.p = p,
               .rule = {property, host},
               .recorded = MEM_ARRAY(p->mem, uint8_t, n)};
  uint8_t *taken = MEM_ARRAY(p->mem, uint8_t, n);
  add_outside(p, &x.rule);
  prog_address_taken(p, taken);
  for (uint32_t i = 1; i < n; i++) {
    Function *f = &p->funcs.at[i];
    for (uint32_t b = 0; b < f->blocks.n; b++)
      rewrite_block(&x, f, (BlockId){b});
  }
  for (uint32_t i = 1; i < n; i++) {
    FuncId id = {i};
    if (!taken[i] || !is_extern(p, id, &x.rule)) continue;
    record(p, x.recorded, id, prog_func(p, id)->loc);
    add_body(&x, id);
  }
  MEM_FREE_ARRAY(p->mem, x.recorded, n);
  MEM_FREE_ARRAY(p->mem, taken, n);
}
