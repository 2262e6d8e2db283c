/* SPDX-License-Identifier: MIT
 *
 * A second Program, which shares nothing with the first.
 *
 * Handles of types, constants, functions, globals, positions, variables,
 * contexts and regions stay the same.  Instructions get the numbers they have
 * in the text (prog_number_insts).  So a clone prints as its original does, and
 * what no block lists is left out.
 *
 * Cost: linear in the program.  A pass that may fail works on a clone, and the
 * original is unchanged. */
#include "ir/program.h"

/* A vector of plain rows. */
#define CLONE_ROWS(mem, to, from)                                              \
  do {                                                                         \
    VEC_RESERVE((mem), (to), (from)->n);                                       \
    if ((from)->n) memcpy((to)->at, (from)->at, sizeof *(to)->at *(from)->n);  \
    (to)->n = (from)->n;                                                       \
  } while (0)

static void *clone_bytes(Arena *arena, const void *bytes, size_t n) {
  if (!bytes || n == 0) return NULL;
  void *copy = arena_alloc(arena, n);
  memcpy(copy, bytes, n);
  return copy;
}
#define CLONE_ARRAY(arena, from, n)                                            \
  clone_bytes((arena), (from), sizeof *(from) * (size_t)(n))

static const char *clone_text(Arena *arena, const char *text) {
  return text ? arena_strdup(arena, text) : NULL;
}

static void clone_map(Map *to, const Map *from) {
  for (uint32_t i = 0; i < from->n; i++)
    map_put(to, from->entries[i].key, from->entries[i].value);
}

/* ---- tables ---- */

static void clone_types(Program *to, const Program *from) {
  CLONE_ROWS(to->mem, &to->types, &from->types);
  CLONE_ROWS(to->mem, &to->type_next, &from->type_next);
  for (uint32_t i = 0; i < to->types.n; i++) {
    Type *type = &to->types.at[i];
    type->fields = CLONE_ARRAY(&to->arena, type->fields, type->n_fields);
    type->name = clone_text(&to->arena, type->name);
  }
  clone_map(&to->type_index, &from->type_index);
}

static void clone_consts(Program *to, const Program *from) {
  CLONE_ROWS(to->mem, &to->consts, &from->consts);
  CLONE_ROWS(to->mem, &to->const_next, &from->const_next);
  for (uint32_t i = 0; i < to->consts.n; i++) {
    Const *c = &to->consts.at[i];
    if (c->kind == CONST_BITS)
      c->words = CLONE_ARRAY(&to->arena, c->words,
                             BV_WORDS(prog_type(from, c->type)->bits));
  }
  clone_map(&to->const_index, &from->const_index);
}

static void clone_source(Program *to, const Program *from) {
  for (uint32_t i = 0; i < from->files.n; i++)
    VEC_PUSH(to->mem, &to->files, clone_text(&to->arena, from->files.at[i]));
  CLONE_ROWS(to->mem, &to->locs, &from->locs);
  CLONE_ROWS(to->mem, &to->loc_next, &from->loc_next);
  clone_map(&to->loc_index, &from->loc_index);
  CLONE_ROWS(to->mem, &to->vars, &from->vars);
  for (uint32_t i = 0; i < to->vars.n; i++) {
    CVar *var = &to->vars.at[i];
    var->name = clone_text(&to->arena, var->name);
    var->type_name = clone_text(&to->arena, var->type_name);
  }
  CLONE_ROWS(to->mem, &to->contexts, &from->contexts);
}

static void clone_ctypes(Program *to, const Program *from) {
  CLONE_ROWS(to->mem, &to->ctypes, &from->ctypes);
  for (uint32_t i = 0; i < to->ctypes.n; i++) {
    CType *type = &to->ctypes.at[i];
    type->name = clone_text(&to->arena, type->name);
    type->members = CLONE_ARRAY(&to->arena, type->members, type->n_members);
    for (uint32_t k = 0; k < type->n_members; k++)
      type->members[k].name = clone_text(&to->arena, type->members[k].name);
  }
}

static void clone_remarks(Program *to, const Program *from) {
  CLONE_ROWS(to->mem, &to->ledger, &from->ledger);
  for (uint32_t i = 0; i < to->ledger.n; i++)
    to->ledger.at[i].reason = clone_text(&to->arena, to->ledger.at[i].reason);
  CLONE_ROWS(to->mem, &to->errors, &from->errors);
  for (uint32_t i = 0; i < to->errors.n; i++) {
    ErrorSite *error = &to->errors.at[i];
    error->property = clone_text(&to->arena, error->property);
    error->message = clone_text(&to->arena, error->message);
  }
  CLONE_ROWS(to->mem, &to->regions, &from->regions);
  for (uint32_t i = 0; i < to->regions.n; i++)
    to->regions.at[i].name = clone_text(&to->arena, to->regions.at[i].name);
}

static void clone_globals(Program *to, const Program *from) {
  CLONE_ROWS(to->mem, &to->globals, &from->globals);
  for (uint32_t i = 0; i < to->globals.n; i++) {
    Global *g = &to->globals.at[i];
    g->name = clone_text(&to->arena, g->name);
    g->init = clone_bytes(&to->arena, g->init, g->size);
    g->relocs = CLONE_ARRAY(&to->arena, g->relocs, g->n_relocs);
  }
}

/* ---- functions ---- */

static Inst clone_inst(Arena *arena, const Inst *from,
                       const uint32_t *numbers) {
  Inst inst = *from;
  inst.ops = CLONE_ARRAY(arena, from->ops, from->n_ops);
  inst.blocks = CLONE_ARRAY(arena, from->blocks, from->n_blocks);
  for (uint32_t i = 0; i < inst.n_ops; i++) {
    if (!val_is_local(inst.ops[i])) continue;
    uint32_t number = numbers[val_index(inst.ops[i])];
    require(number); /* an operand is listed by some block */
    inst.ops[i] = val_local(number);
  }
  return inst;
}

static void clone_function(Program *to, Function *f, const Function *from) {
  f->name = clone_text(&to->arena, from->name);
  f->params = CLONE_ARRAY(&to->arena, from->params, from->n_params);
  f->insts.at = NULL, f->insts.n = f->insts.cap = 0;
  f->blocks.at = NULL, f->blocks.n = f->blocks.cap = 0;
  uint32_t n;
  uint32_t *numbers = prog_number_insts(to->mem, from, &n);
  VEC_RESERVE(to->mem, &f->insts, n);
  if (from->insts.n) f->insts.n = n;
  if (from->insts.n) f->insts.at[0] = (Inst){.op = OP_NONE};
  for (uint32_t i = 1; i < from->insts.n; i++)
    if (numbers[i])
      f->insts.at[numbers[i]] =
          clone_inst(&to->arena, &from->insts.at[i], numbers);
  for (uint32_t b = 0; b < from->blocks.n; b++) {
    Block block = from->blocks.at[b];
    block.insts.at = NULL, block.insts.n = block.insts.cap = 0;
    for (uint32_t i = 0; i < from->blocks.at[b].insts.n; i++)
      VEC_PUSH(to->mem, &block.insts, numbers[from->blocks.at[b].insts.at[i]]);
    VEC_PUSH(to->mem, &f->blocks, block);
  }
  MEM_FREE_ARRAY(to->mem, numbers, from->insts.n);
}

Program *prog_clone(const Program *from) {
  require(from->funcs.n > 0 && from->entry.id < from->funcs.n);
  Program *to = MEM_NEW(from->mem, Program);
  Mem *mem = to->mem = from->mem;
  to->pointer_bits = from->pointer_bits;
  to->entry = from->entry;
  to->n_sites = from->n_sites;
  to->checked = from->checked;
  to->heap = from->heap;
  to->audited = from->audited;
  arena_init(&to->arena, mem);
  names_init(&to->names, mem);
  map_init(&to->const_index, mem);
  map_init(&to->type_index, mem);
  map_init(&to->loc_index, mem);
  for (uint32_t i = 0; i < from->names.list.n; i++)
    names_add(&to->names, names_text(&from->names, i));
  assert(to->names.list.n == from->names.list.n); /* the same indices */
  clone_types(to, from);
  clone_consts(to, from);
  clone_source(to, from);
  clone_ctypes(to, from);
  clone_remarks(to, from);
  clone_globals(to, from);
  CLONE_ROWS(mem, &to->funcs, &from->funcs);
  for (uint32_t i = 0; i < from->funcs.n; i++)
    clone_function(to, &to->funcs.at[i], &from->funcs.at[i]);
  return to;
}
