/* SPDX-License-Identifier: MIT
 *
 * What functions do with objects, read off their bodies: who may free, and who
 * allocates.  Calls through pointers are left out: less is asked then. */
#include "pass/objects/objects_int.h"

const char *library_name(const Program *p, const Inst *call) {
  assert(call->op < OP_COUNT);
  FuncId callee = call->op == OP_CALL ? prog_callee(p, call) : (FuncId){0};
  if (!callee.id) return NULL;
  const Function *f = prog_func(p, callee);
  return f->origin == FUNC_MODEL || f->state != FUNC_DEFINED
             ? prog_without_twin(f->name)
             : NULL;
}

uint32_t library_arguments(const LibraryRow *rows, size_t n, const char *name) {
  uint32_t arguments = 0;
  for (size_t i = 0; i < n; i++)
    if (text_lists(rows[i].names, name)) arguments |= rows[i].arguments;
  return arguments;
}

static bool is_allocator(const char *name) {
  static const char *const names[] = {"malloc",        "calloc",  "realloc",
                                      "reallocarray",  "strdup",  "strndup",
                                      "aligned_alloc", "valloc",  "memalign",
                                      "alloca",        "__strdup"};
  for (size_t i = 0; name && i < sizeof names / sizeof *names; i++)
    if (strcmp(name, names[i]) == 0) return true;
  return false;
}

/* What they give is to be closed, which frees it. */
static bool is_opener(const char *name) {
  static const char *const names[] = {"fopen", "fopen64", "fdopen",   "tmpfile",
                                      "popen", "opendir", "tmpfile64"};
  for (size_t i = 0; name && i < sizeof names / sizeof *names; i++)
    if (strcmp(name, names[i]) == 0) return true;
  return false;
}

void find_roots(AddressRoots *roots, const Function *f, Val pointer) {
  *roots = (AddressRoots){.n = 0};
  prog_add_root(roots, f, pointer);
  for (uint32_t i = 0; i < roots->n; i++) {
    if (!val_is_local(roots->at[i])) continue;
    const Inst *inst = &f->insts.at[val_index(roots->at[i])];
    if (inst->op != OP_PHI && inst->op != OP_SELECT) continue;
    for (uint32_t k = inst->op == OP_SELECT; k < inst->n_ops; k++)
      prog_add_root(roots, f, inst->ops[k]);
  }
}

bool is_variable(const Program *p, const Function *f, Val root) {
  assert(!val_is_none(root));
  if (val_is_const(root)) return prog_const(p, root)->kind != CONST_BITS;
  return f->insts.at[val_index(root)].op == OP_ALLOCA;
}

static bool is_allocation(const Facts *facts, const Function *f, Val root) {
  if (!val_is_local(root)) return false;
  const Inst *inst = &f->insts.at[val_index(root)];
  if (inst->op == OP_ALLOC) return true;
  if (inst->op != OP_CALL) return false;
  FuncId callee = prog_callee(facts->program, inst);
  return callee.id && (facts->allocates[callee.id] ||
                       is_allocator(library_name(facts->program, inst)));
}

bool is_owed(const Facts *facts, const Function *f, Val root) {
  if (!val_is_local(root)) return false;
  const Inst *inst = &f->insts.at[val_index(root)];
  FuncId callee =
      inst->op == OP_CALL ? prog_callee(facts->program, inst) : (FuncId){0};
  const char *name = library_name(facts->program, inst);
  if (!callee.id || !name) return callee.id && facts->owes[callee.id];
  return (is_allocator(name) && strcmp(name, "alloca") != 0) || is_opener(name);
}

/* ... and nobody else got it? */
static bool is_owed_by_caller(const Facts *facts, const Function *f, Val root) {
  return is_owed(facts, f, root) && !is_given_away(facts->program, f, root);
}

bool is_object(const Facts *facts, const Function *f, Val root) {
  const Program *p = facts->program;
  if (val_is_const(root)) {
    const Const *c = prog_const(p, root);
    return c->kind == CONST_GLOBAL &&
           prog_global(p, c->global)->state == GLOBAL_DEFINED;
  }
  return is_variable(p, f, root) || is_allocation(facts, f, root);
}

/* ---- functions ---- */

static bool is_null(const Program *p, Val v) {
  uint64_t number;
  return val_is_const(v) && prog_const_as_u64(p, v, &number) && number == 0;
}

typedef bool IsFresh(const Facts *facts, const Function *f, Val root);

/* Is it computed by address arithmetic, perhaps on some way? */
static bool is_inside(const Function *f, Val pointer) {
  AddressRoots seen = {.n = 1, .at = {pointer}};
  for (uint32_t i = 0; i < seen.n; i++) {
    if (!val_is_local(seen.at[i])) continue;
    const Inst *inst = &f->insts.at[val_index(seen.at[i])];
    if (inst->op == OP_GEP) return true;
    if (inst->op != OP_PHI && inst->op != OP_SELECT) continue;
    for (uint32_t k = inst->op == OP_SELECT; k < inst->n_ops; k++) {
      bool is_new = true;
      for (uint32_t s = 0; s < seen.n; s++)
        is_new &= !val_same(seen.at[s], inst->ops[k]);
      if (is_new && seen.n == ROOTS_MOST) return true;
      if (is_new) seen.at[seen.n++] = inst->ops[k];
    }
  }
  return false;
}

static bool returns_inside(const Function *f) {
  for (uint32_t b = 0; b < f->blocks.n; b++) {
    const Inst *end = prog_terminator(f, (BlockId){b});
    if (end->op == OP_RET && end->n_ops && is_inside(f, end->ops[0]))
      return true;
  }
  return false;
}

/* Nothing but NULL and what is fresh, and some of that. */
static bool returns_fresh(const Facts *facts, const Function *f,
                          IsFresh *is_fresh) {
  assert(f->state == FUNC_DEFINED);
  uint32_t found = 0;
  for (uint32_t b = 0; b < f->blocks.n; b++) {
    const Inst *end = prog_terminator(f, (BlockId){b});
    if (end->op != OP_RET) continue;
    AddressRoots roots;
    if (!end->n_ops) return false;
    find_roots(&roots, f, end->ops[0]);
    for (uint32_t i = 0; i < roots.n; i++) {
      Val root = roots.at[i];
      bool chooses =
          val_is_local(root) && (f->insts.at[val_index(root)].op == OP_PHI ||
                                 f->insts.at[val_index(root)].op == OP_SELECT);
      if (chooses || is_null(facts->program, root)) continue;
      if (!is_fresh(facts, f, root)) return false;
      found++;
    }
    if (roots.overflow) return false;
  }
  return found > 0;
}

bool frees(const Facts *facts, const Inst *inst) {
  assert(inst->op < OP_COUNT);
  FuncId callee =
      inst->op == OP_CALL ? prog_callee(facts->program, inst) : (FuncId){0};
  return inst->op == OP_FREE || (callee.id && facts->frees[callee.id]);
}

static bool frees_something(const Facts *facts, const Function *f) {
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++)
      if (frees(facts, &f->insts.at[f->blocks.at[b].insts.at[i]])) return true;
  return false;
}

static bool returns_root(const Function *f, const AddressRoots *freed) {
  for (uint32_t b = 0; b < f->blocks.n; b++) {
    const Inst *end = prog_terminator(f, (BlockId){b});
    AddressRoots roots = {.n = 0};
    if (end->op == OP_RET && end->n_ops) find_roots(&roots, f, end->ops[0]);
    for (uint32_t i = 0; i < roots.n; i++)
      for (uint32_t k = 0; k < freed->n; k++)
        if (val_is_local(roots.at[i]) && val_same(roots.at[i], freed->at[k]))
          return true;
  }
  return false;
}

/* Does the function return what it has given to free, or to who frees? */
static bool returns_freed(const Facts *facts, const Function *f) {
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[i]];
      AddressRoots roots;
      if (!frees(facts, inst)) continue;
      for (uint32_t k = inst->op == OP_CALL; k < inst->n_ops; k++) {
        find_roots(&roots, f, inst->ops[k]);
        if (returns_root(f, &roots)) return true;
      }
    }
  return false;
}

/* Until nothing changes; a round is linear in the program. */
static void spread(Facts *facts) {
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 1; i < facts->n; i++) {
      const Function *f = &facts->program->funcs.at[i];
      if (f->state != FUNC_DEFINED) continue;
      bool frees = facts->frees[i], allocates = facts->allocates[i],
           owes = facts->owes[i];
      facts->frees[i] |= frees_something(facts, f);
      facts->allocates[i] |=
          f->ret.id && returns_fresh(facts, f, is_allocation);
      facts->owes[i] |= f->ret.id &&
                        returns_fresh(facts, f, is_owed_by_caller) &&
                        !returns_inside(f); /* free wants the start */
      changed |= frees != facts->frees[i] || allocates != facts->allocates[i] ||
                 owes != facts->owes[i];
    }
  }
}

bool may_be_variable(const Facts *facts, const Function *f, Val pointer) {
  FuncId func = {(uint32_t)(f - facts->program->funcs.at)};
  AddressRoots roots;
  find_roots(&roots, f, pointer);
  for (uint32_t i = 0; i < roots.n; i++) {
    Val root = roots.at[i];
    uint32_t param = val_is_local(root) ? val_index(root) - 1 : UINT32_MAX;
    if (is_variable(facts->program, f, root) ||
        (param < f->n_params && param < 64 &&
         facts->given[func.id] >> param & 1))
      return true;
  }
  return roots.overflow;
}

void facts_init_heap(Facts *facts, Program *program) {
  require(program->funcs.n > 0);
  *facts = (Facts){.program = program, .n = program->funcs.n};
  facts->frees = MEM_ARRAY(program->mem, uint8_t, facts->n);
  facts->allocates = MEM_ARRAY(program->mem, uint8_t, facts->n);
  facts->owes = MEM_ARRAY(program->mem, uint8_t, facts->n);
  spread(facts);
}

void facts_init(Facts *facts, Program *program) {
  facts_init_heap(facts, program);
  facts->returns_freed = MEM_ARRAY(program->mem, uint8_t, facts->n);
  facts->shown = MEM_ARRAY(program->mem, uint64_t, facts->n);
  facts->shown_on = MEM_ARRAY(program->mem, uint64_t, facts->n);
  facts->shown_in = MEM_ARRAY(program->mem, uint64_t, facts->n);
  map_init(&facts->shown_global, program->mem);
  map_init(&facts->shown_local, program->mem);
  facts->given = MEM_ARRAY(program->mem, uint64_t, facts->n);
  facts->leaves = MEM_ARRAY(program->mem, uint64_t, facts->n);
  facts->sizes = MEM_ARRAY(program->mem, uint64_t, facts->n);
  facts->allocations = MEM_ARRAY(program->mem, uint64_t, facts->n);
  find_leaving(facts);
  for (uint32_t i = 1; i < facts->n; i++)
    facts->returns_freed[i] = facts->frees[i] && program->funcs.at[i].ret.id &&
                              returns_freed(facts, &program->funcs.at[i]);
  find_shown(facts);
}

void facts_done_heap(Facts *facts) {
  Mem *mem = facts->program->mem;
  MEM_FREE_ARRAY(mem, facts->frees, facts->n);
  MEM_FREE_ARRAY(mem, facts->allocates, facts->n);
  MEM_FREE_ARRAY(mem, facts->owes, facts->n);
}

void facts_done(Facts *facts) {
  Mem *mem = facts->program->mem;
  facts_done_heap(facts);
  MEM_FREE_ARRAY(mem, facts->returns_freed, facts->n);
  MEM_FREE_ARRAY(mem, facts->shown, facts->n);
  MEM_FREE_ARRAY(mem, facts->shown_on, facts->n);
  MEM_FREE_ARRAY(mem, facts->shown_in, facts->n);
  map_done(&facts->shown_global);
  map_done(&facts->shown_local);
  MEM_FREE_ARRAY(mem, facts->given, facts->n);
  MEM_FREE_ARRAY(mem, facts->leaves, facts->n);
  MEM_FREE_ARRAY(mem, facts->sizes, facts->n);
  MEM_FREE_ARRAY(mem, facts->allocations, facts->n);
}
