/* SPDX-License-Identifier: MIT
 *
 * A function's content as a hash.
 *
 * What a result about a function can depend on is hashed: its instructions
 * with operands numbered in order, types by their layout, positions relative
 * to the function's first line (so that an edit above does not matter),
 * constant globals by their contents and what these lead to, other names as
 * they are; and the hashes of all functions it calls or that its constants lead
 * to, transitively.  Functions that call each other form a component, found as
 * in [Tarjan 1972] with an explicit stack; its members' contents are hashed
 * together.  Last come the callers, where they are few: an engine may ask them
 * about parameters.
 *
 * Facts about the whole program enter as far as they concern the function:
 * which of its accesses may meet (regions numbered by their first access), what
 * each call may change of these, which parameters may be NULL, whether a global
 * keeps its first value or may be pointed to, how the structs it names are
 * made.
 *
 * Not in it: numbers that linking or the order of files gives (handles, "f.12",
 * ".str.7"), so that the same function in another tree has the same key. */
#include "scan/scan_int.h"
#include "base/sha256.h"

#include <stdlib.h>

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

/* ---- one function's own content ---- */

typedef struct Look {
  const Program *program;
  const ScanEngine *engine;
  void *state; /* the engine's */
} Look;

typedef struct Hasher {
  Text out;
  Look look;
  const Effects *effects;
  const uint64_t *types; /* by type: its layout and names as a hash */
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
static bool has_contents(const Look *look, GlobalId id) {
  const Global *g = prog_global(look->program, id);
  return g->state != GLOBAL_EXTERNAL &&
         (g->kind == GLOBAL_CONSTANT ||
          (look->engine->global(look->state, id) & 2));
}

/* Adds the global and all that it leads to by way of contents, numbered from 1
 * in the order they are met. */
static void find_constants(const Look *look, GlobalId from, Map *found) {
  assert(from.id > 0 && from.id < look->program->globals.n);
  uint32_t start = found->n;
  map_put(found, from.id, start + 1);
  for (uint32_t i = start; i < found->n; i++) {
    GlobalId id = {(uint32_t)found->entries[i].key};
    const Global *g = prog_global(look->program, id);
    for (uint32_t r = 0; r < g->n_relocs && has_contents(look, id); r++) {
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
  if (!has_contents(&h->look, id)) return;
  if (g->init) text_add_n(&h->out, (const char *)g->init, g->size);
  for (uint32_t i = 0; i < g->n_relocs; i++) {
    const Reloc *r = &g->relocs[i];
    put_number(h, r->offset);
    put_number(h, (uint64_t)r->addend);
    if (r->func.id) put_name(h, prog_func(h->look.program, r->func)->name);
    if (r->global.id) put_number(h, *map_find(found, r->global.id));
  }
}

static void put_global(Hasher *h, GlobalId id) {
  Map found;
  map_init(&found, h->out.mem);
  find_constants(&h->look, id, &found);
  for (uint32_t i = 0; i < found.n; i++)
    put_contents(h, (GlobalId){(uint32_t)found.entries[i].key}, &found);
  map_done(&found);
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
  if (to.id && prog_func(h->look.program, to)->state == FUNC_DEFINED)
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

static void hash_own(char out[65], const Hasher *like, FuncId id, Mem *mem) {
  assert(prog_func(like->look.program, id)->state == FUNC_DEFINED);
  const Function *f = prog_func(like->look.program, id);
  const Effects *effects = like->effects;
  Hasher h = *like;
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
  sha256_hex(out, text_get(&h.out), h.out.n);
  MEM_FREE_ARRAY(mem, h.number, f->insts.n);
  map_done(&h.regions);
  text_done(&h.out);
  assert(strlen(out) == 64);
}

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

/* ---- with what it calls ---- */

typedef struct Frame {
  uint32_t func, next; /* the callee to look at next */
} Frame;

typedef Vec(uint32_t) Numbers;

typedef struct Callees {
  Numbers all;
  uint32_t direct; /* so many it names itself, the rest by constants */
} Callees;

typedef struct Keying {
  Look look;
  Mem *mem;
  const char *settings;
  char (*own)[65], (*keys)[65];
  Callees *callees;
  uint32_t *index, *low; /* Tarjan's; index 0: not visited */
  uint8_t *open;         /* on the stack */
  uint32_t visited;
  Numbers stack;
  Vec(Frame) frames;
} Keying;

static void add_callee(Keying *k, uint32_t func, FuncId callee) {
  if (callee.id && prog_func(k->look.program, callee)->state == FUNC_DEFINED)
    VEC_PUSH(k->mem, &k->callees[func].all, callee.id);
}

/* A pointer that is read from a constant is a known function. */
static void add_named(Keying *k, uint32_t func, const Map *constants) {
  for (uint32_t i = 0; i < constants->n; i++) {
    GlobalId id = {(uint32_t)constants->entries[i].key};
    const Global *g = prog_global(k->look.program, id);
    for (uint32_t r = 0; r < g->n_relocs && has_contents(&k->look, id); r++)
      add_callee(k, func, g->relocs[r].func);
  }
}

static void find_callees(Keying *k, uint32_t func) {
  assert(func > 0 && func < k->look.program->funcs.n);
  const Function *f = &k->look.program->funcs.at[func];
  Map constants;
  map_init(&constants, k->mem);
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[i]];
      for (uint32_t j = 0; j < inst->n_ops; j++) {
        if (!val_is_const(inst->ops[j])) continue;
        const Const *c = prog_const(k->look.program, inst->ops[j]);
        if (c->kind == CONST_FUNC) add_callee(k, func, c->func);
        if (c->kind == CONST_GLOBAL && !map_find(&constants, c->global.id))
          find_constants(&k->look, c->global, &constants);
      }
    }
  k->callees[func].direct = k->callees[func].all.n;
  add_named(k, func, &constants);
  map_done(&constants);
}

static int compare_hashes(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The component is what lies on the stack above and with `root`. */
static void close_component(Keying *k, uint32_t root) {
  assert(k->stack.n > 0 && k->open[root]);
  uint32_t from = k->stack.n;
  do k->open[k->stack.at[--from]] = 0;
  while (k->stack.at[from] != root);
  Vec(const char *) hashes = {0};
  for (uint32_t i = from; i < k->stack.n; i++) {
    uint32_t func = k->stack.at[i];
    VEC_PUSH(k->mem, &hashes, k->own[func]);
    for (uint32_t j = 0; j < k->callees[func].all.n; j++) {
      const char *key = k->keys[k->callees[func].all.at[j]];
      if (*key) VEC_PUSH(k->mem, &hashes, key);
    }
  }
  if (hashes.n) qsort(hashes.at, hashes.n, sizeof *hashes.at, compare_hashes);
  Text all;
  text_init(&all, k->mem);
  text_add(&all, k->settings);
  for (uint32_t i = 0; i < hashes.n; i++)
    if (i == 0 || strcmp(hashes.at[i], hashes.at[i - 1]) != 0)
      text_add(&all, hashes.at[i]);
  size_t shared = all.n;
  for (uint32_t i = from; i < k->stack.n; i++) {
    uint32_t func = k->stack.at[i];
    all.n = shared;
    text_add(&all, k->own[func]);
    sha256_hex(k->keys[func], text_get(&all), all.n);
  }
  text_done(&all);
  VEC_DONE(k->mem, &hashes);
  k->stack.n = from;
  assert(!k->open[root] && k->keys[root][0]);
}

static void enter(Keying *k, uint32_t func) {
  assert(!k->index[func]);
  Frame frame = {func, 0};
  k->index[func] = k->low[func] = ++k->visited;
  k->open[func] = 1;
  VEC_PUSH(k->mem, &k->stack, func);
  VEC_PUSH(k->mem, &k->frames, frame);
}

static void visit(Keying *k, uint32_t start) {
  enter(k, start);
  while (k->frames.n) {
    Frame *top = &VEC_LAST(&k->frames);
    uint32_t func = top->func;
    if (top->next < k->callees[func].all.n) {
      uint32_t callee = k->callees[func].all.at[top->next++];
      if (!k->index[callee])
        enter(k, callee);
      else if (k->open[callee] && k->index[callee] < k->low[func])
        k->low[func] = k->index[callee];
      continue;
    }
    k->frames.n--;
    if (k->low[func] == k->index[func]) close_component(k, func);
    if (k->frames.n) {
      uint32_t caller = VEC_LAST(&k->frames).func;
      if (k->low[func] < k->low[caller]) k->low[caller] = k->low[func];
    }
  }
  assert(k->index[start] && !k->open[start]);
}

/* ---- with what calls it ---- */

/* An engine may ask callers about parameters, unless there are many; and their
 * callers. */
enum { CALLERS_MOST = 8, LEVELS = 3 };

/* One level more: from `below` of the callers and the function's own content to
 * its key. */
static void add_level(Keying *k, const Numbers *callers, char (*below)[65]) {
  for (uint32_t f = 1; f < k->look.program->funcs.n; f++) {
    const char *hashes[CALLERS_MOST];
    Text all;
    if (!callers[f].n || callers[f].n > CALLERS_MOST) continue;
    text_init(&all, k->mem);
    text_add(&all, k->own[f]);
    for (uint32_t i = 0; i < callers[f].n; i++)
      hashes[i] = below[callers[f].at[i]];
    qsort(hashes, callers[f].n, sizeof *hashes, compare_hashes);
    for (uint32_t i = 0; i < callers[f].n; i++) text_add(&all, hashes[i]);
    sha256_hex(k->keys[f], text_get(&all), all.n);
    text_done(&all);
  }
}

static void add_callers(Keying *k) {
  assert(k->stack.n == 0 && k->frames.n == 0);
  uint32_t n = k->look.program->funcs.n;
  size_t bytes = (size_t)n * sizeof *k->keys;
  Numbers *callers = MEM_ARRAY(k->mem, Numbers, n);
  char(*below)[65] = mem_zalloc(k->mem, bytes);
  memcpy(k->own, k->keys, bytes); /* with all that is called, from now on */
  for (uint32_t f = 1; f < n; f++)
    for (uint32_t i = 0; i < k->callees[f].direct; i++) {
      Numbers *to = &callers[k->callees[f].all.at[i]];
      if (to->n <= CALLERS_MOST && (!to->n || VEC_LAST(to) != f))
        VEC_PUSH(k->mem, to, f);
    }
  for (uint32_t level = 0; level < LEVELS; level++) {
    memcpy(below, k->keys, bytes);
    add_level(k, callers, below);
  }
  for (uint32_t f = 0; f < n; f++) VEC_DONE(k->mem, &callers[f]);
  mem_free(k->mem, below, bytes);
  MEM_FREE_ARRAY(k->mem, callers, n);
}

void scan_make_keys(ScanKeys *keys, const Program *program,
                    const ScanEngine *engine, void *state, const char *settings,
                    Mem *mem) {
  require(engine->effects && engine->global && engine->type);
  uint32_t n = program->funcs.n;
  *keys = (ScanKeys){.mem = mem, .n = n};
  keys->keys = mem_zalloc(mem, (size_t)n * sizeof *keys->keys);
  Look look = {program, engine, state};
  Keying k = {.look = look,
              .mem = mem,
              .settings = settings,
              .own = mem_zalloc(mem, (size_t)n * sizeof *k.own),
              .keys = keys->keys,
              .callees = MEM_ARRAY(mem, Callees, n),
              .index = MEM_ARRAY(mem, uint32_t, n),
              .low = MEM_ARRAY(mem, uint32_t, n),
              .open = MEM_ARRAY(mem, uint8_t, n)};
  uint64_t *types = hash_types(program, mem);
  Hasher like = {
      .look = look, .effects = engine->effects(state), .types = types};
  for (uint32_t i = 1; i < n; i++) {
    if (program->funcs.at[i].state != FUNC_DEFINED) continue;
    hash_own(k.own[i], &like, (FuncId){i}, mem);
    find_callees(&k, i);
  }
  for (uint32_t i = 1; i < n; i++)
    if (program->funcs.at[i].state == FUNC_DEFINED && !k.index[i]) visit(&k, i);
  add_callers(&k);
  MEM_FREE_ARRAY(mem, types, program->types.n);
  for (uint32_t i = 0; i < n; i++) VEC_DONE(mem, &k.callees[i].all);
  MEM_FREE_ARRAY(mem, k.callees, n);
  MEM_FREE_ARRAY(mem, k.index, n);
  MEM_FREE_ARRAY(mem, k.low, n);
  MEM_FREE_ARRAY(mem, k.open, n);
  mem_free(mem, k.own, (size_t)n * sizeof *k.own);
  VEC_DONE(mem, &k.stack);
  VEC_DONE(mem, &k.frames);
}

void scan_keys_done(ScanKeys *keys) {
  mem_free(keys->mem, keys->keys, (size_t)keys->n * sizeof *keys->keys);
}
