/* SPDX-License-Identifier: MIT
 *
 * What a function says, as a hash.
 *
 * Its instructions with operands numbered in order, types by their layout,
 * positions relative to the function's first line (so that an edit above does
 * not matter), constant globals by their contents and what these lead to, other
 * names as they are.
 *
 * Facts about the whole program enter as far as they concern the function:
 * which of its accesses may meet (regions numbered by their first access), what
 * each call may change of these, which parameters may be NULL, whether a global
 * keeps its first value or may be pointed to, how the structs it names are
 * made.
 *
 * Not in it: numbers that linking or the order of files gives (handles, "f.12",
 * ".str.7"), so that the same function in another tree has the same hash. */
#include "scan/keys_int.h"
#include "base/sha256.h"

/* "name.12" is "name": the number comes from linking. */
static size_t plain_length(const char *name) {
  size_t n = strlen(name), end = n;
  while (end > 0 && name[end - 1] >= '0' && name[end - 1] <= '9') end--;
  return end < n && end > 1 && name[end - 1] == '.' ? end - 1 : n;
}

const char *scan_plain_name(const Function *f, Arena *texts) {
  require(f->name && *f->name);
  return arena_strndup(texts, f->name, plain_length(f->name));
}

/* ---- one function ---- */

typedef struct Hasher {
  Text out;
  Look look;
  const Effects *effects;
  const uint64_t *types; /* by type: its layout and names as a hash */
  char (*globals)[65];   /* by global: as a hash, or empty */
  FuncId id;             /* the function */
  const Function *f;
  uint32_t *number; /* by instruction: its place in the block order, 1.. */
  Map regions;      /* of memory accessed -> number of its first access */
} Hasher;

static void put_number(Hasher *h, uint64_t value) {
  text_add_n(&h->out, (const char *)&value, sizeof value);
}

static void put_text(Hasher *h, const char *text, size_t n) {
  put_number(h, n);
  text_add_n(&h->out, text, n);
}

static void put_name(Hasher *h, const char *name) {
  put_text(h, name, plain_length(name));
}

static void put_type(Hasher *h, TypeId id) {
  const Type *type = prog_type(h->look.program, id);
  put_number(h, (uint64_t)type->kind << 32 | type->bits);
  put_number(h, type->size);
}

/* A constant's contents may be looked into; a variable has a name.  What the
 * rest of the program does with it decides which of them it is. */
bool content_is_known(const Look *look, GlobalId id) {
  const Global *g = prog_global(look->program, id);
  return g->state != GLOBAL_EXTERNAL &&
         (g->kind == GLOBAL_CONSTANT ||
          (look->engine->global(look->state, id) & 2));
}

void content_find(const Look *look, GlobalId from, Map *found) {
  assert(from.id > 0 && from.id < look->program->globals.n);
  uint32_t start = found->n;
  map_put(found, from.id, start + 1);
  for (uint32_t i = start; i < found->n; i++) {
    GlobalId id = {(uint32_t)found->entries[i].key};
    const Global *g = prog_global(look->program, id);
    for (uint32_t r = 0; r < g->n_relocs && content_is_known(look, id); r++) {
      GlobalId to = g->relocs[r].global;
      if (to.id && !map_find(found, to.id)) map_put(found, to.id, found->n + 1);
    }
  }
}

static void put_contents(Hasher *h, GlobalId id, const Map *found) {
  const Global *g = prog_global(h->look.program, id);
  put_number(h, g->size);
  put_number(h, h->look.engine->global(h->look.state, id));
  if (g->kind != GLOBAL_CONSTANT || g->state == GLOBAL_EXTERNAL)
    put_name(h, g->name);
  if (!content_is_known(&h->look, id)) return;
  if (g->init) text_add_n(&h->out, (const char *)g->init, g->size);
  for (uint32_t i = 0; i < g->n_relocs; i++) {
    const Reloc *r = &g->relocs[i];
    put_number(h, r->offset);
    put_number(h, (uint64_t)r->addend);
    if (r->func.id) put_name(h, prog_func(h->look.program, r->func)->name);
    if (r->global.id) put_number(h, *map_find(found, r->global.id));
  }
}

static void hash_global(const Hasher *like, GlobalId id, char out[65]) {
  Mem *mem = like->out.mem;
  Hasher h = *like;
  Map found;
  map_init(&found, mem);
  text_init(&h.out, mem);
  content_find(&h.look, id, &found);
  for (uint32_t i = 0; i < found.n; i++)
    put_contents(&h, (GlobalId){(uint32_t)found.entries[i].key}, &found);
  sha256_hex(out, text_get(&h.out), h.out.n);
  text_done(&h.out);
  map_done(&found);
}

/* With all it leads to; many functions name the same tables. */
static void put_global(Hasher *h, GlobalId id) {
  char *known = h->globals[id.id];
  if (!*known) hash_global(h, id, known);
  put_text(h, known, strlen(known));
}

static void put_value(Hasher *h, Val val) {
  assert(val_is_const(val) || val_is_none(val) ||
         val_index(val) < h->f->insts.n);
  if (!val_is_const(val)) {
    put_number(h, val_is_none(val) ? 0 : h->number[val_index(val)]);
    return;
  }
  const Const *c = prog_const(h->look.program, val);
  put_number(h, UINT64_MAX - (uint64_t)c->kind);
  put_type(h, c->type);
  switch (c->kind) {
  case CONST_BITS:
    text_add_n(&h->out, (const char *)c->words,
               BV_WORDS(prog_type(h->look.program, c->type)->bits) *
                   sizeof *c->words);
    break;
  case CONST_GLOBAL:
    put_number(h, (uint64_t)c->offset);
    put_global(h, c->global);
    break;
  case CONST_FUNC:
    put_name(h, prog_func(h->look.program, c->func)->name);
    break;
  }
}

static void put_place(Hasher *h, LocId loc) {
  const SrcLoc *at = prog_loc_get(h->look.program, loc);
  const SrcLoc *home = prog_loc_get(h->look.program, h->f->loc);
  if (at->file != home->file && at->file != UINT32_MAX) {
    const char *file = h->look.program->files.at[at->file];
    put_text(h, file, strlen(file));
  }
  put_number(h, at->line ? (uint64_t)at->line - home->line : 0);
  put_number(h, at->col);
}

/* Which accesses may meet: regions by their first access. */
static void put_region(Hasher *h, uint32_t inst) {
  RegionId region =
      h->effects ? prog_effects_region(h->effects, h->id, inst) : (RegionId){0};
  if (!region.id) return;
  uint64_t *known = map_find(&h->regions, region.id);
  if (!known) known = map_put(&h->regions, region.id, h->regions.n + 1);
  put_number(h, *known);
}

/* What a call may change of the regions that the function accesses. */
static void put_effects(Hasher *h, uint32_t call) {
  const Inst *inst = &h->f->insts.at[call];
  assert(inst->op == OP_CALL);
  if (!h->effects) return;
  FuncId to = prog_callee(h->look.program, inst);
  bool is_defined =
      to.id && prog_func(h->look.program, to)->state == FUNC_DEFINED;
  if (to.id && !is_defined && h->look.engine->function)
    put_number(h, h->look.engine->function(h->look.state, to));
  if (is_defined)
    put_number(h, prog_effects_flags(h->effects, to) |
                      (uint64_t)prog_effects_is_pure(h->effects, to) << 32 |
                      (uint64_t)prog_effects_is_fresh(h->effects, to) << 33);
  for (uint32_t i = 0; i < h->regions.n; i++) {
    RegionId region = {(uint32_t)h->regions.entries[i].key};
    bool writes = prog_effects_inst_writes(h->effects, h->id, call, region);
    text_char(&h->out, writes ? 'w' : '-');
  }
}

static void put_inst(Hasher *h, uint32_t index) {
  const Program *p = h->look.program;
  const Inst *inst = &h->f->insts.at[index];
  put_region(h, index);
  put_number(h, (uint64_t)inst->op << 32 | inst->flags);
  put_type(h, inst->type);
  put_type(h, inst->aux);
  if (inst->aux.id) {
    put_number(h, h->types[inst->aux.id]);
    put_number(h, h->look.engine->type(h->look.state, inst->aux));
  }
  if (inst->op == OP_ERROR) { /* a check: its number is the program's */
    const ErrorSite *error = &p->errors.at[inst->imm];
    assert((uint64_t)inst->imm < p->errors.n);
    put_text(h, error->property, strlen(error->property));
    put_text(h, error->message, strlen(error->message));
  } else {
    put_number(h, (uint64_t)inst->imm);
  }
  put_number(h, (uint64_t)inst->stride);
  put_place(h, inst->loc);
  if (inst->name != UINT32_MAX) put_name(h, names_text(&p->names, inst->name));
  if (inst->var.id) {
    const char *var = p->vars.at[inst->var.id].name;
    put_text(h, var, strlen(var));
  }
  for (uint32_t i = 0; i < inst->n_ops; i++) put_value(h, inst->ops[i]);
  for (uint32_t i = 0; i < inst->n_blocks; i++)
    put_number(h, inst->blocks[i].id);
}

static void number_insts(Hasher *h) {
  assert(h->f->insts.n > h->f->n_params);
  uint32_t next = 1;
  for (uint32_t i = 0; i < h->f->n_params; i++) h->number[1 + i] = next++;
  for (uint32_t b = 0; b < h->f->blocks.n; b++)
    for (uint32_t i = 0; i < h->f->blocks.at[b].insts.n; i++)
      h->number[h->f->blocks.at[b].insts.at[i]] = next++;
}

static void put_calls(Hasher *h) {
  for (uint32_t b = 0; b < h->f->blocks.n; b++)
    for (uint32_t i = 0; i < h->f->blocks.at[b].insts.n; i++) {
      uint32_t number = h->f->blocks.at[b].insts.at[i];
      if (h->f->insts.at[number].op == OP_CALL) put_effects(h, number);
    }
}

struct Contents {
  Mem *mem;
  Hasher like;
  uint64_t *types;
  char (*globals)[65];
};

static uint64_t hash_text(uint64_t hash, const char *text, size_t n) {
  for (size_t i = 0; i < n; i++) hash = hash_mix(hash, (uint8_t)text[i]);
  return hash;
}

/* Parts come before what is made of them. */
static uint64_t *hash_types(const Program *p, Mem *mem) {
  uint64_t *hashes = MEM_ARRAY(mem, uint64_t, p->types.n);
  for (uint32_t t = 1; t < p->types.n; t++) {
    const Type *type = &p->types.at[t];
    assert(type->kind != TYPE_ARRAY || type->elem.id < t);
    uint64_t hash =
        hash_mix((uint64_t)type->kind << 32 | type->bits, type->size);
    hash = hash_mix(hash, type->count);
    if (type->name)
      hash = hash_text(hash, type->name, plain_length(type->name));
    if (type->kind == TYPE_ARRAY) hash = hash_mix(hash, hashes[type->elem.id]);
    for (uint32_t i = 0; i < type->n_fields; i++)
      hash = hash_mix(hash_mix(hash, hashes[type->fields[i].type.id]),
                      type->fields[i].offset);
    hashes[t] = hash;
  }
  return hashes;
}

Contents *contents_new(const Look *look, Mem *mem) {
  require(look->engine->effects && look->engine->global && look->engine->type);
  Contents *c = MEM_NEW(mem, Contents);
  c->mem = mem;
  c->types = hash_types(look->program, mem);
  c->globals = mem_zalloc(mem, look->program->globals.n * sizeof *c->globals);
  c->like = (Hasher){.look = *look,
                     .effects = look->engine->effects(look->state),
                     .types = c->types,
                     .globals = c->globals};
  return c;
}

void contents_free(Contents *contents) {
  Mem *mem = contents->mem;
  const Program *p = contents->like.look.program;
  MEM_FREE_ARRAY(mem, contents->types, p->types.n);
  mem_free(mem, contents->globals, p->globals.n * sizeof *contents->globals);
  MEM_DELETE(mem, contents);
}

void content_hash(const Contents *contents, FuncId id, char out[65],
                  Numbers *regions) {
  Mem *mem = contents->mem;
  Hasher h = contents->like;
  const Effects *effects = h.effects;
  const Function *f = prog_func(h.look.program, id);
  assert(f->state == FUNC_DEFINED);
  h.id = id;
  h.f = f;
  text_init(&h.out, mem);
  map_init(&h.regions, mem);
  h.number = MEM_ARRAY(mem, uint32_t, f->insts.n);
  number_insts(&h);
  put_name(&h, f->name);
  if (h.look.engine->function)
    put_number(&h, h.look.engine->function(h.look.state, id));
  put_type(&h, f->ret);
  for (uint32_t i = 0; i < f->n_params; i++) {
    put_type(&h, f->params[i]);
    if (effects) put_number(&h, prog_effects_param_null(effects, id, i));
  }
  for (uint32_t b = 0; b < f->blocks.n; b++) {
    put_number(&h, UINT64_MAX);
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++)
      put_inst(&h, f->blocks.at[b].insts.at[i]);
  }
  put_calls(&h);
  for (uint32_t i = 0; i < h.regions.n; i++) {
    RegionId region = {(uint32_t)h.regions.entries[i].key};
    VEC_PUSH(mem, regions, region.id);
    put_number(&h, prog_effects_is_escaped(effects, region));
  }
  sha256_hex(out, text_get(&h.out), h.out.n);
  MEM_FREE_ARRAY(mem, h.number, f->insts.n);
  map_done(&h.regions);
  text_done(&h.out);
  assert(strlen(out) == 64);
}
