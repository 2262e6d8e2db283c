/* SPDX-License-Identifier: MIT
 *
 * The check sites of a program, asked about one function at a time.
 *
 * A function is executed symbolically (encode/function/function.h) with its
 * loops forgotten; each check is a formula over the result, and the structural
 * engine says whether it can hold.  If it can only by what a loop leaves, the
 * function is executed once more with loops left early: fewer behaviours, but
 * real ones, so that a violation found there counts.
 *
 * What a violation may rest on.  A counterexample chooses inputs: parameters,
 * memory at entry, results of functions without a body.  Numbers may be
 * anything.  A pointer (or a divisor) from memory or from outside that the
 * function never compares with zero is not believed to be zero: that is
 * `unknown`, and the reason says so.  Parameters follow SiteParams; a violation
 * that rests on them is asked about again in the context of each call in the
 * program. */
#include "scan/sites/sites_int.h"

#include "ir/address.h"

enum { UNROLL_MOST = 5000 }; /* instructions that a function may grow by */

/* The library's functions walk along texts: what they could do instead
 * (models/rough.h) is never done here, and would only blur what they do. */
static void forget_rough(Program *p) {
  FuncId rough = prog_find_function(p, PROG_ROUGH);
  for (uint32_t f = 1; rough.id && f < p->funcs.n; f++) {
    Function *function = &p->funcs.at[f];
    bool is_changed = false;
    for (uint32_t b = 0; b < function->blocks.n; b++)
      for (uint32_t i = 0; i < function->blocks.at[b].insts.n; i++) {
        Inst *inst = &function->insts.at[function->blocks.at[b].insts.at[i]];
        if (inst->op != OP_CALL || prog_callee(p, inst).id != rough.id)
          continue;
        Val *zeros = ARENA_ARRAY(&p->arena, Val, 2);
        zeros[0] = zeros[1] = prog_const_u64(p, inst->type, 0);
        inst->op = OP_ADD;
        inst->ops = zeros;
        inst->n_ops = 2;
        is_changed = true;
      }
    if (is_changed) pass_clean_function(p, (FuncId){f});
  }
}

PassResult sites_prepare(Program *program, uint32_t kinds, unsigned objects) {
  require(program->entry.id < program->funcs.n);
  forget_rough(program);
  Property property = {.kinds = kinds,
                       .entry = "main",
                       .lives = objects ? LIVES_ASKED : LIVES_BY_KIND};
  PassResult result = pass_property(program, &property);
  if (result.status != PASS_OK) return result;
  if (objects) pass_hooks(program);
  if (objects & PASS_OBJECTS_BOUNDS) pass_bounds(program);
  if (objects) pass_objects(program, objects);
  heap_settle(program);
  few_settle(program);
  for (uint32_t f = 1; f < program->funcs.n; f++)
    if (program->funcs.at[f].state == FUNC_DEFINED)
      pass_clean_function(program, (FuncId){f});
  return result;
}

/* What is behind a name's `#` says which copy it is. */
static void find_copies(Sites *s) {
  const Program *p = s->program;
  assert(p->funcs.n > 0);
  Names names; /* of functions; number i is that of function i + 1 */
  s->copy_of = MEM_ARRAY(s->mem, FuncId, p->funcs.n);
  s->original = MEM_ARRAY(s->mem, FuncId, p->funcs.n);
  names_init(&names, s->mem);
  for (uint32_t f = 1; f < p->funcs.n; f++) {
    const char *name = p->funcs.at[f].name, *mark = strchr(name, '#');
    s->original[f] = (FuncId){f};
    if (!mark) names_add(&names, name);
    if (!mark) continue;
    uint32_t of = names_find(
        &names, arena_strndup(&s->arena, name, (size_t)(mark - name)));
    require(of != UINT32_MAX); /* functions come before their copies */
    s->original[f] = (FuncId){of + 1};
  }
  names_done(&names);
}

void sites_unroll(Sites *s) {
  uint32_t n = s->n_funcs;
  if (!s->options.unroll || s->program->funcs.n > n) return;
  pass_unroll_copies(s->program, s->options.unroll, UNROLL_MOST);
  enc_facts_add_copies(s->facts);
  FuncId *original = MEM_ARRAY(s->mem, FuncId, s->program->funcs.n);
  memcpy(original, s->original, n * sizeof *original);
  for (uint32_t f = n; f < s->program->funcs.n; f++) {
    FuncId of = s->program->funcs.at[f].rolled;
    require(of.id && of.id < n);
    original[f] = s->original[of.id];
    s->copy_of[of.id] = (FuncId){f};
  }
  MEM_FREE_ARRAY(s->mem, s->original, s->n_original);
  s->original = original;
  s->n_original = s->program->funcs.n;
}

static void show(Sites *s, const Function *f, const Inst *call) {
  FuncId callee =
      call->op == OP_CALL ? prog_callee(s->program, call) : (FuncId){0};
  for (uint32_t k = 1; callee.id && k < call->n_ops && k <= 64; k++) {
    Val root = prog_address_root(f, call->ops[k]);
    bool is_variable = val_is_const(root)
                           ? prog_const(s->program, root)->kind == CONST_GLOBAL
                           : f->insts.at[val_index(root)].op == OP_ALLOCA;
    if (is_variable) s->shown[callee.id] |= (uint64_t)1 << (k - 1);
  }
}

static void find_taken(Sites *s) {
  const Program *p = s->program;
  s->is_taken = MEM_ARRAY(s->mem, uint8_t, p->funcs.n);
  s->shown = MEM_ARRAY(s->mem, uint64_t, p->funcs.n);
  prog_address_taken(p, s->is_taken);
  for (uint32_t f = 1; f < p->funcs.n; f++) {
    const Function *function = &p->funcs.at[f];
    for (uint32_t b = 0; b < function->blocks.n; b++)
      for (uint32_t i = 0; i < function->blocks.at[b].insts.n; i++) {
        uint32_t number = function->blocks.at[b].insts.at[i];
        show(s, function, &function->insts.at[number]);
      }
  }
}

static void note_premises(Program *program, const SiteOptions *options) {
  if (options->params == SITE_PARAMS_PRESUMED)
    prog_ledger(program, LEDGER_PREMISE, (LocId){0},
                "a pointer parameter is not NULL unless its function tests it "
                "or a call in the program may pass NULL");
  if (options->memory != SITE_MEMORY_ANY)
    prog_ledger(program, LEDGER_PREMISE, (LocId){0},
                "fields of different structs do not overlap unless one struct "
                "holds the other, and pointers lead to the structs they are "
                "declared to lead to");
  prog_ledger(program, LEDGER_PREMISE, (LocId){0},
              "a function without a body writes only objects that its "
              "arguments point to");
  prog_ledger(program, LEDGER_PREMISE, (LocId){0},
              "accesses are aligned to their size, stay inside an object and "
              "are at its type (C11 6.5p7)");
  if (options->unroll)
    prog_ledger(program, LEDGER_UNDER, (LocId){0},
                "loops go round at most %u times (--unroll)", options->unroll);
}

Sites *sites_new(Mem *mem, Program *program, const SiteOptions *options) {
  Sites *s = MEM_NEW(mem, Sites);
  s->mem = mem;
  s->program = program;
  s->options = *options;
  s->n_funcs = s->n_original = program->funcs.n;
  s->facts = enc_facts_new(mem, program);
  arena_init(&s->arena, mem);
  find_copies(s);
  find_taken(s);
  results_count(s);
  results_find_public(s);
  if (options->params == SITE_PARAMS_PRESUMED &&
      options->memory != SITE_MEMORY_ANY)
    enc_facts_keep(s->facts, s->is_public);
  s->use_of = MEM_ARRAY(mem, uint32_t, program->funcs.n);
  note_premises(program, options);
  assert(s->original && s->copy_of);
  return s;
}

void sites_free(Sites *s) {
  Mem *mem = s->mem;
  MEM_FREE_ARRAY(mem, s->copy_of, s->n_funcs);
  MEM_FREE_ARRAY(mem, s->original, s->n_original);
  MEM_FREE_ARRAY(mem, s->is_taken, s->n_funcs);
  MEM_FREE_ARRAY(mem, s->shown, s->n_funcs);
  MEM_FREE_ARRAY(mem, s->results, s->n_funcs);
  MEM_FREE_ARRAY(mem, s->globals, s->program->globals.n);
  map_done(&s->member_of);
  VEC_DONE(mem, &s->members);
  MEM_FREE_ARRAY(mem, s->is_public, s->n_funcs);
  MEM_FREE_ARRAY(mem, s->use_of, s->n_funcs);
  VEC_DONE(mem, &s->uses);
  arena_done(&s->arena);
  enc_facts_free(s->facts);
  MEM_DELETE(mem, s);
}

const Effects *sites_effects(const Sites *s) {
  return enc_facts_effects(s->facts);
}

SitePointer sites_pointer(const Sites *s, FuncId func, uint32_t inst,
                          uint32_t operand) {
  SitePointer at = {0};
  at.class = enc_facts_pointer(s->facts, func, inst, operand, &at.type);
  return at;
}

bool sites_freed(const Sites *s, FuncId func, uint32_t index,
                 SitePointer *out) {
  return enc_facts_freed(s->facts, func, index, &out->class, &out->type,
                         &out->param);
}

bool sites_inside(const Sites *s, uint32_t whole, uint32_t part) {
  return enc_facts_inside(s->facts, whole, part);
}

uint64_t sites_global_facts(const Sites *s, GlobalId global) {
  require(global.id < s->program->globals.n);
  unsigned flags = enc_facts_global(s->facts, global) |
                   (unsigned)results_global_is_null(s, global) << 2;
  return flags | (uint64_t)enc_facts_usual_global(s->facts, global) << 3;
}

uint64_t sites_struct_facts(const Sites *s, TypeId type) {
  require(type.id < s->program->types.n);
  return enc_facts_is_struct_known(s->facts, type) |
         (unsigned)enc_facts_is_header(s->facts, type) << 1;
}

uint64_t sites_member_facts(const Sites *s, TypeId type, uint64_t index) {
  require(type.id < s->program->types.n);
  return enc_facts_usual(s->facts, type, index) |
         (uint64_t)results_member_is_null(s, type, index) << 32;
}

/* What only its entry shows is asked about roots: session.c. */
uint64_t sites_function_facts(const Sites *s, FuncId func, SiteSide side) {
  require(func.id < s->program->funcs.n);
  bool is_defined = prog_func(s->program, func)->state == FUNC_DEFINED;
  if (side == SITE_FROM_OUTSIDE && !is_defined)
    return results_may_be_null(s, func);
  if (side == SITE_FROM_OUTSIDE)
    return hash_mix((uint64_t)results_are_trusted(s, func) << 32 |
                        (uint64_t)results_are_looked_at(s, func) << 33 |
                        enc_facts_function(s->facts, func),
                    enc_facts_usual_result(s->facts, func));
  unsigned flags = s->is_taken[func.id] | (unsigned)s->is_public[func.id] << 1;
  return hash_mix(hash_mix(flags, s->shown[s->original[func.id].id]),
                  is_defined ? enc_facts_usual_function(s->facts, func) : 0);
}

void sites_use(Sites *s, FuncId func, unsigned how) {
  func = prog_rolled(s->program, func); /* who unrolls it has all of it */
  require(func.id > 0 && func.id < s->n_funcs);
  if (!s->use_of[func.id]) {
    VEC_PUSH(s->mem, &s->uses, ((SiteUse){func, 0}));
    s->use_of[func.id] = s->uses.n;
  }
  s->uses.at[s->use_of[func.id] - 1].how |= how;
}

void sites_tell_of(Sites *s, FuncId func) {
  if (!func.id)
    s->tells_of_all = true;
  else if (prog_func(s->program, func)->state == FUNC_DEFINED)
    sites_use(s, func, SITE_USED_LAYOUT);
}

const char *site_cause_text(SiteCause cause) {
  static const char *const texts[] = {
#define X(name, text) text,
      SITE_CAUSES(X)
#undef X
  };
  require(cause < SITE_CAUSE_COUNT);
  return texts[cause];
}

const SiteUse *sites_uses(const Sites *s, uint32_t *n) {
  *n = s->uses.n;
  return s->uses.at;
}

uint32_t sites_count(const Sites *s, FuncId func) {
  require(func.id > 0 && func.id < s->program->funcs.n);
  const Function *f = prog_func(s->program, func);
  uint32_t n = 0;
  if (f->state != FUNC_DEFINED) return 0;
  for (uint32_t b = 0; b < f->blocks.n; b++)
    n += prog_terminator(f, (BlockId){b})->op == OP_ERROR;
  return n;
}
