/* SPDX-License-Identifier: MIT
 *
 * Building and reading a Program: interned types, constants and positions,
 * functions, blocks and instructions.  The tables only grow.
 *
 * Interning: a Map takes the hash of a row to the newest row with that hash;
 * older rows with the same hash are chained through a parallel vector. */
#include "ir/program.h"

#include <stdlib.h>

typedef struct OpRow {
  const char *name;
  int fewest, most;
  const char *flags;
  const char *types;
} OpRow;

static const OpRow op_rows[OP_COUNT] = {
#define X(name, text, fewest, most, flags, types)                              \
  {text, fewest, most, flags, types},
    PROG_OPS(X)
#undef X
};

const char *prog_op_name(Op op) {
  require(op < OP_COUNT);
  return op_rows[op].name;
}

Op prog_op_by_name(const char *text) {
  for (int op = 0; op < OP_COUNT; op++)
    if (strcmp(op_rows[op].name, text) == 0) return (Op)op;
  return OP_COUNT;
}

bool prog_op_has(Op op, char flag) {
  assert(op < OP_COUNT && strchr("RTSMWC", flag));
  return strchr(op_rows[op].flags, flag) != NULL;
}

int prog_op_fewest(Op op) {
  assert(op < OP_COUNT);
  return op_rows[op].fewest;
}

int prog_op_most(Op op) {
  assert(op < OP_COUNT);
  return op_rows[op].most;
}

const char *prog_op_types(Op op) {
  assert(op < OP_COUNT);
  return op_rows[op].types;
}

/* ---- life ---- */

Program *prog_new(Mem *mem, uint32_t pointer_bits) {
  require(pointer_bits == 32 || pointer_bits == 64);
  Program *p = MEM_NEW(mem, Program);
  p->mem = mem;
  p->pointer_bits = pointer_bits;
  arena_init(&p->arena, mem);
  names_init(&p->names, mem);
  map_init(&p->const_index, mem);
  map_init(&p->type_index, mem);
  map_init(&p->loc_index, mem);
  VEC_PUSH(mem, &p->types, ((Type){.kind = TYPE_VOID, .align = 1}));
  VEC_PUSH(mem, &p->type_next, 0);
  VEC_PUSH(mem, &p->funcs, (Function){0});
  VEC_PUSH(mem, &p->globals, (Global){0});
  VEC_PUSH(mem, &p->locs, ((SrcLoc){.file = UINT32_MAX}));
  VEC_PUSH(mem, &p->loc_next, 0);
  VEC_PUSH(mem, &p->vars, (CVar){0});
  VEC_PUSH(mem, &p->ctypes, (CType){.name = ""});
  VEC_PUSH(mem, &p->contexts, (Context){0});
  return p;
}

void prog_free(Program *p) {
  Mem *mem = p->mem;
  for (uint32_t i = 0; i < p->funcs.n; i++) {
    Function *f = &p->funcs.at[i];
    for (uint32_t b = 0; b < f->blocks.n; b++)
      VEC_DONE(mem, &f->blocks.at[b].insts);
    VEC_DONE(mem, &f->blocks);
    VEC_DONE(mem, &f->insts);
  }
  VEC_DONE(mem, &p->types);
  VEC_DONE(mem, &p->consts);
  VEC_DONE(mem, &p->funcs);
  VEC_DONE(mem, &p->globals);
  VEC_DONE(mem, &p->files);
  VEC_DONE(mem, &p->locs);
  VEC_DONE(mem, &p->vars);
  VEC_DONE(mem, &p->ctypes);
  VEC_DONE(mem, &p->contexts);
  VEC_DONE(mem, &p->ledger);
  VEC_DONE(mem, &p->errors);
  VEC_DONE(mem, &p->regions);
  VEC_DONE(mem, &p->const_next);
  VEC_DONE(mem, &p->type_next);
  VEC_DONE(mem, &p->loc_next);
  map_done(&p->const_index);
  map_done(&p->type_index);
  map_done(&p->loc_index);
  names_done(&p->names);
  arena_done(&p->arena);
  MEM_DELETE(mem, p);
}

/* ---- types ---- */

static uint64_t type_hash(const Type *type) {
  uint64_t h = hash_mix(type->kind, type->bits);
  h = hash_mix(h, type->elem.id);
  h = hash_mix(h, type->count);
  h = hash_mix(h, type->size);
  for (uint32_t i = 0; i < type->n_fields; i++)
    h = hash_mix(hash_mix(h, type->fields[i].type.id), type->fields[i].offset);
  const char *name = type->name ? type->name : "";
  return hash_mix(h, hash_bytes(name, strlen(name)));
}

static bool type_same(const Type *a, const Type *b) {
  if (a->kind != b->kind || a->bits != b->bits || a->size != b->size ||
      a->align != b->align || a->elem.id != b->elem.id ||
      a->count != b->count || a->n_fields != b->n_fields)
    return false;
  if (strcmp(a->name ? a->name : "", b->name ? b->name : "") != 0) return false;
  for (uint32_t i = 0; i < a->n_fields; i++)
    if (a->fields[i].type.id != b->fields[i].type.id ||
        a->fields[i].offset != b->fields[i].offset)
      return false;
  return true;
}

static TypeId type_intern(Program *p, Type type) {
  assert(p->types.n == p->type_next.n);
  uint64_t hash = type_hash(&type);
  uint32_t head = (uint32_t)map_get(&p->type_index, hash, 0);
  for (uint32_t i = head; i; i = p->type_next.at[i])
    if (type_same(&p->types.at[i], &type)) return (TypeId){i};
  if (type.n_fields) {
    Field *fields = ARENA_ARRAY(&p->arena, Field, type.n_fields);
    memcpy(fields, type.fields, sizeof *fields * type.n_fields);
    type.fields = fields;
  }
  if (type.name) type.name = arena_strdup(&p->arena, type.name);
  VEC_PUSH(p->mem, &p->types, type);
  VEC_PUSH(p->mem, &p->type_next, head);
  map_put(&p->type_index, hash, p->types.n - 1);
  return (TypeId){p->types.n - 1};
}

static uint32_t round_up(uint32_t n, uint32_t to) {
  return (n + to - 1) / to * to;
}

TypeId prog_type_int(Program *p, uint32_t bits) {
  require(bits >= 1);
  uint32_t align = 1, most = bits > 64 ? 16 : p->pointer_bits == 32 ? 4 : 8;
  while (align < most && align * 8 < bits) align *= 2;
  uint32_t size = round_up((bits + 7) / 8, align);
  return type_intern(
      p, (Type){.kind = TYPE_INT, .bits = bits, .size = size, .align = align});
}

TypeId prog_type_float(Program *p, uint32_t bits) {
  uint32_t size, align, narrow = p->pointer_bits == 32;
  switch (bits) {
  case 16: size = align = 2; break;
  case 32: size = align = 4; break;
  case 64: size = 8, align = narrow ? 4 : 8; break;
  case 80: size = narrow ? 12 : 16, align = narrow ? 4 : 16; break;
  case 128: size = align = 16; break;
  default: unreachable_case();
  }
  return type_intern(
      p,
      (Type){.kind = TYPE_FLOAT, .bits = bits, .size = size, .align = align});
}

TypeId prog_type_ptr(Program *p) {
  uint32_t bytes = p->pointer_bits / 8;
  return type_intern(p, (Type){.kind = TYPE_PTR,
                               .bits = p->pointer_bits,
                               .size = bytes,
                               .align = bytes});
}

TypeId prog_type_array(Program *p, TypeId elem, uint64_t count) {
  const Type *of = prog_type(p, elem);
  return type_intern(p, (Type){.kind = TYPE_ARRAY,
                               .elem = elem,
                               .count = count,
                               .size = of->size * count,
                               .align = of->align});
}

TypeId prog_type_struct(Program *p, const char *name, const Field *fields,
                        uint32_t n_fields, uint64_t size, uint32_t align) {
  return type_intern(p, (Type){.kind = TYPE_STRUCT,
                               .name = name,
                               .fields = (Field *)fields,
                               .n_fields = n_fields,
                               .size = size,
                               .align = align});
}

TypeId prog_type_opaque(Program *p, const char *name) {
  return type_intern(p, (Type){.kind = TYPE_OPAQUE, .name = name, .align = 1});
}

const Type *prog_type(const Program *p, TypeId type) {
  require(type.id < p->types.n);
  return &p->types.at[type.id];
}

uint64_t prog_store_size(const Program *p, TypeId id) {
  const Type *type = prog_type(p, id);
  return type->bits ? (type->bits + 7) / 8 : type->size;
}

/* ---- constants ---- */

static uint64_t const_hash(const Program *p, const Const *c) {
  uint64_t h = hash_mix(c->kind, c->type.id);
  h = hash_mix(h, c->global.id);
  h = hash_mix(h, c->func.id);
  h = hash_mix(h, (uint64_t)c->offset);
  if (c->kind == CONST_BITS)
    h = hash_mix(
        h, hash_bytes(c->words, 8 * BV_WORDS(prog_type(p, c->type)->bits)));
  return h;
}

static bool const_same(const Program *p, const Const *a, const Const *b) {
  if (a->kind != b->kind || a->type.id != b->type.id ||
      a->global.id != b->global.id || a->func.id != b->func.id ||
      a->offset != b->offset)
    return false;
  return a->kind != CONST_BITS ||
         memcmp(a->words, b->words,
                8 * BV_WORDS(prog_type(p, a->type)->bits)) == 0;
}

static Val const_intern(Program *p, Const c) {
  assert(p->consts.n == p->const_next.n);
  require(p->consts.n < UINT32_MAX / 2); /* a Val has one bit less */
  uint64_t hash = const_hash(p, &c);
  uint32_t head = (uint32_t)map_get(&p->const_index, hash, UINT32_MAX);
  for (uint32_t i = head; i != UINT32_MAX; i = p->const_next.at[i])
    if (const_same(p, &p->consts.at[i], &c)) return (Val){i << 1 | 1};
  if (c.kind == CONST_BITS) {
    uint32_t n = BV_WORDS(prog_type(p, c.type)->bits);
    BvWord *words = ARENA_ARRAY(&p->arena, BvWord, n);
    memcpy(words, c.words, sizeof *words * n);
    c.words = words;
  }
  VEC_PUSH(p->mem, &p->consts, c);
  VEC_PUSH(p->mem, &p->const_next, head);
  map_put(&p->const_index, hash, p->consts.n - 1);
  return (Val){(p->consts.n - 1) << 1 | 1};
}

Val prog_const_bits(Program *p, TypeId type, const BvWord *words) {
  uint32_t bits = prog_type(p, type)->bits;
  require(bits > 0);
  assert(bits % 64 == 0 || words[BV_WORDS(bits) - 1] >> bits % 64 == 0);
  return const_intern(
      p, (Const){.kind = CONST_BITS, .type = type, .words = words});
}

/* All words above the first are `fill`, then cut to the type's width. */
static Val const_word(Program *p, TypeId type, uint64_t low, uint64_t fill) {
  uint32_t bits = prog_type(p, type)->bits, n = BV_WORDS(bits);
  require(bits > 0);
  ArenaMark mark = arena_mark(&p->arena);
  BvWord *words = ARENA_ARRAY(&p->arena, BvWord, n);
  words[0] = low;
  for (uint32_t i = 1; i < n; i++) words[i] = fill;
  if (bits % 64) words[n - 1] &= ~(uint64_t)0 >> (64 - bits % 64);
  BvWord copy[4];
  bool small = n <= 4;
  if (small) {
    memcpy(copy, words, sizeof *words * n);
    arena_release(&p->arena, mark);
  }
  return prog_const_bits(p, type, small ? copy : words);
}

Val prog_const_u64(Program *p, TypeId type, uint64_t value) {
  return const_word(p, type, value, 0);
}

Val prog_const_i64(Program *p, TypeId type, int64_t value) {
  return const_word(p, type, (uint64_t)value, value < 0 ? ~(uint64_t)0 : 0);
}

Val prog_const_global(Program *p, GlobalId global, int64_t offset) {
  require(global.id && global.id < p->globals.n);
  return const_intern(p, (Const){.kind = CONST_GLOBAL,
                                 .type = prog_type_ptr(p),
                                 .global = global,
                                 .offset = offset});
}

Val prog_const_func(Program *p, FuncId func) {
  require(func.id && func.id < p->funcs.n);
  return const_intern(
      p, (Const){.kind = CONST_FUNC, .type = prog_type_ptr(p), .func = func});
}

const Const *prog_const(const Program *p, Val val) {
  require(val_is_const(val) && val_index(val) < p->consts.n);
  return &p->consts.at[val_index(val)];
}

bool prog_const_as_u64(const Program *p, Val val, uint64_t *value) {
  if (!val_is_const(val)) return false;
  const Const *c = prog_const(p, val);
  return c->kind == CONST_BITS &&
         bv_fits_u64(c->words, prog_type(p, c->type)->bits, value);
}

bool prog_const_as_i64(const Program *p, Val val, int64_t *value) {
  if (!val_is_const(val)) return false;
  const Const *c = prog_const(p, val);
  return c->kind == CONST_BITS &&
         bv_fits_i64(c->words, prog_type(p, c->type)->bits, value);
}

/* ---- source ---- */

uint32_t prog_file(Program *p, const char *path) {
  for (uint32_t i = 0; i < p->files.n; i++)
    if (strcmp(p->files.at[i], path) == 0) return i;
  VEC_PUSH(p->mem, &p->files, arena_strdup(&p->arena, path));
  return p->files.n - 1;
}

bool prog_is_file(const Program *p, uint32_t file, const char *path) {
  if (file >= p->files.n) return false;
  const char *own = p->files.at[file];
  size_t n = strlen(own), m = strlen(path);
  const char *longer = n > m ? own : path, *shorter = n > m ? path : own;
  size_t rest = n > m ? n - m : m - n;
  return *shorter && strcmp(longer + rest, shorter) == 0 &&
         (rest == 0 || longer[rest - 1] == '/');
}

LocId prog_loc(Program *p, uint32_t file, uint32_t line, uint32_t col,
               FuncId func) {
  require(file == UINT32_MAX || file < p->files.n);
  assert(func.id < p->funcs.n && p->locs.n == p->loc_next.n);
  uint64_t hash = hash_mix(hash_mix(hash_mix(file, line), col), func.id);
  uint32_t head = (uint32_t)map_get(&p->loc_index, hash, 0);
  for (uint32_t i = head; i; i = p->loc_next.at[i]) {
    const SrcLoc *at = &p->locs.at[i];
    if (at->file == file && at->line == line && at->col == col &&
        at->func.id == func.id)
      return (LocId){i};
  }
  VEC_PUSH(p->mem, &p->locs, ((SrcLoc){file, line, col, func}));
  VEC_PUSH(p->mem, &p->loc_next, head);
  map_put(&p->loc_index, hash, p->locs.n - 1);
  return (LocId){p->locs.n - 1};
}

const SrcLoc *prog_loc_get(const Program *p, LocId loc) {
  require(loc.id < p->locs.n);
  return &p->locs.at[loc.id];
}

void prog_print_loc(Text *out, const Program *p, LocId loc) {
  const SrcLoc *at = prog_loc_get(p, loc);
  if (at->file == UINT32_MAX) {
    text_char(out, '?');
    return;
  }
  text_printf(out, "%s:%u", p->files.at[at->file], at->line);
  if (at->col) text_printf(out, ":%u", at->col);
}

VarId prog_add_var(Program *p, CVar var) {
  require(var.name && var.decl.id < p->locs.n);
  var.name = arena_strdup(&p->arena, var.name);
  var.type_name = arena_strdup(&p->arena, var.type_name ? var.type_name : "");
  VEC_PUSH(p->mem, &p->vars, var);
  return (VarId){p->vars.n - 1};
}

uint32_t prog_add_context(Program *p, Context context) {
  require(context.parent < p->contexts.n);
  VEC_PUSH(p->mem, &p->contexts, context);
  return p->contexts.n - 1;
}

uint32_t prog_new_site(Program *p) {
  require(p->n_sites < UINT32_MAX);
  return ++p->n_sites;
}

void prog_ledger(Program *p, Direction direction, LocId loc, const char *format,
                 ...) {
  char reason[512];
  va_list args;
  va_start(args, format);
  vsnprintf(reason, sizeof reason, format, args);
  va_end(args);
  ledger_add(&p->ledger, p->mem, &p->arena,
             (LedgerEntry){direction, reason, loc});
}

uint32_t prog_add_error(Program *p, const char *property, const char *message,
                        LocId loc) {
  require(property && message && loc.id < p->locs.n);
  VEC_PUSH(p->mem, &p->errors,
           ((ErrorSite){arena_strdup(&p->arena, property),
                        arena_strdup(&p->arena, message), loc}));
  return p->errors.n - 1;
}

/* ---- functions and globals ---- */

FuncId prog_add_function(Program *p, const char *name, TypeId ret,
                         const TypeId *params, uint32_t n_params) {
  require(ret.id < p->types.n);
  Function f = {
      .name = arena_strdup(&p->arena, name), .ret = ret, .n_params = n_params};
  f.params = ARENA_ARRAY(&p->arena, TypeId, n_params);
  VEC_PUSH(p->mem, &f.insts, (Inst){.name = UINT32_MAX});
  for (uint32_t i = 0; i < n_params; i++) {
    require(params[i].id < p->types.n);
    f.params[i] = params[i];
    VEC_PUSH(
        p->mem, &f.insts,
        ((Inst){
            .op = OP_PARAM, .type = params[i], .imm = i, .name = UINT32_MAX}));
  }
  VEC_PUSH(p->mem, &p->funcs, f);
  return (FuncId){p->funcs.n - 1};
}

FuncId prog_find_function(const Program *p, const char *name) {
  for (uint32_t i = 1; i < p->funcs.n; i++)
    if (strcmp(p->funcs.at[i].name, name) == 0) return (FuncId){i};
  return (FuncId){0};
}

FuncId prog_find_entry(const Program *p, const char *name) {
  FuncId start = prog_find_function(p, PROG_START);
  if (start.id && strcmp(name, "main") == 0) return start;
  return prog_find_function(p, name);
}

const char *prog_without_twin(const char *name) {
  static const char *const prefixes[] = {
      "__cutpoint_sign_", "__cutpoint_truth_", "__cutpoint_pure_"};
  assert(name && *name);
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (text_starts_with(name, prefixes[i])) return name + strlen(prefixes[i]);
  return name;
}

size_t prog_plain_length(const char *name) {
  require(name != NULL);
  for (size_t n = strlen(name);;) { /* linked twice: ".7.3" */
    size_t end = n;
    while (end > 0 && name[end - 1] >= '0' && name[end - 1] <= '9') end--;
    if (end == n || end <= 1 || name[end - 1] != '.') return n;
    n = end - 1;
  }
}

bool prog_is_library(const Program *p, FuncId func) {
  FuncId of = prog_func(p, func)->copy_of;
  assert(!of.id || !prog_func(p, of)->copy_of.id);
  return prog_func(p, of.id ? of : func)->origin == FUNC_MODEL;
}

bool prog_is_main(const Function *f) {
  if (strncmp(f->name, "main", 4) != 0) return false;
  const char *number = f->name + 4;
  return !*number || (*number == '.' && strspn(number + 1, "0123456789") > 0 &&
                      !number[1 + strspn(number + 1, "0123456789")]);
}

Function *prog_func(const Program *p, FuncId func) {
  require(func.id && func.id < p->funcs.n);
  return &p->funcs.at[func.id];
}

GlobalId prog_add_global(Program *p, const char *name, TypeId type) {
  const Type *of = prog_type(p, type);
  VEC_PUSH(p->mem, &p->globals,
           ((Global){.name = arena_strdup(&p->arena, name),
                     .type = type,
                     .size = of->size,
                     .align = of->align}));
  return (GlobalId){p->globals.n - 1};
}

GlobalId prog_find_global(const Program *p, const char *name) {
  for (uint32_t i = 1; i < p->globals.n; i++)
    if (strcmp(p->globals.at[i].name, name) == 0) return (GlobalId){i};
  return (GlobalId){0};
}

Global *prog_global(const Program *p, GlobalId global) {
  require(global.id && global.id < p->globals.n);
  return &p->globals.at[global.id];
}

/* ---- blocks and instructions ---- */

BlockId prog_add_block(Program *p, Function *f, const char *name) {
  uint32_t index = name && *name ? names_add(&p->names, name) : UINT32_MAX;
  VEC_PUSH(p->mem, &f->blocks, ((Block){.name = index}));
  return (BlockId){f->blocks.n - 1};
}

uint32_t prog_new_inst(Program *p, Function *f, Op op, TypeId type,
                       const Val *ops, uint32_t n_ops, const BlockId *blocks,
                       uint32_t n_blocks) {
  require(op < OP_COUNT && type.id < p->types.n);
  require(f->insts.n < UINT32_MAX / 2); /* a Val has one bit less */
  Inst inst = {.op = op,
               .type = type,
               .n_ops = n_ops,
               .n_blocks = n_blocks,
               .name = UINT32_MAX};
  if (n_ops) {
    inst.ops = ARENA_ARRAY(&p->arena, Val, n_ops);
    memcpy(inst.ops, ops, sizeof *ops * n_ops);
  }
  if (n_blocks) {
    inst.blocks = ARENA_ARRAY(&p->arena, BlockId, n_blocks);
    memcpy(inst.blocks, blocks, sizeof *blocks * n_blocks);
  }
  VEC_PUSH(p->mem, &f->insts, inst);
  return f->insts.n - 1;
}

uint32_t prog_append(Program *p, Function *f, BlockId block, Op op, TypeId type,
                     const Val *ops, uint32_t n_ops, const BlockId *blocks,
                     uint32_t n_blocks) {
  require(block.id < f->blocks.n);
  uint32_t inst = prog_new_inst(p, f, op, type, ops, n_ops, blocks, n_blocks);
  VEC_PUSH(p->mem, &f->blocks.at[block.id].insts, inst);
  return inst;
}

uint32_t *prog_number_insts(Mem *mem, const Function *f, uint32_t *n) {
  uint32_t *numbers = MEM_ARRAY(mem, uint32_t, f->insts.n);
  *n = 1;
  for (uint32_t i = 1; i <= f->n_params && i < f->insts.n; i++)
    numbers[i] = (*n)++;
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++)
      numbers[f->blocks.at[b].insts.at[i]] = (*n)++;
  assert(*n <= f->insts.n || f->insts.n == 0); /* none is listed twice */
  return numbers;
}

TypeId prog_val_type(const Program *p, const Function *f, Val val) {
  if (val_is_const(val)) return prog_const(p, val)->type;
  require(val_is_local(val) && val_index(val) < f->insts.n);
  return f->insts.at[val_index(val)].type;
}

uint32_t prog_val_bits(const Program *p, const Function *f, Val val) {
  return prog_type(p, prog_val_type(p, f, val))->bits;
}

FuncId prog_callee(const Program *p, const Inst *inst) {
  if (inst->op != OP_CALL || !val_is_const(inst->ops[0])) return (FuncId){0};
  const Const *c = prog_const(p, inst->ops[0]);
  return c->kind == CONST_FUNC ? c->func : (FuncId){0};
}

const Inst *prog_terminator(const Function *f, BlockId block) {
  require(block.id < f->blocks.n);
  const Block *b = &f->blocks.at[block.id];
  require(b->insts.n > 0);
  return &f->insts.at[VEC_LAST(&b->insts)];
}

uint32_t prog_func_size(const Function *f) {
  uint32_t n = 0;
  for (uint32_t b = 0; b < f->blocks.n; b++) n += f->blocks.at[b].insts.n;
  return n;
}
