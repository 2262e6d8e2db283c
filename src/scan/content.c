/* SPDX-License-Identifier: MIT
 *
 * What a function says, as hashes.
 *
 * Its body: instructions with operands numbered in order, types by their
 * layout, positions relative to the function's first line (so that an edit
 * above does not matter), constant globals by their contents and what these
 * lead to, other names as they are.  Facts about the whole program enter as far
 * as they concern what the body names: whether a global keeps its first value
 * or may be pointed to, how the structs and their members are used, and of each
 * function it names what is known without looking inside.
 *
 * Its entry, apart from the body: what the rest of the program says about its
 * being called, which matters only where it is executed for its own sake.
 *
 * And the things it names (regions of memory, globals, functions) by their
 * numbers in the program, in order: which of them are the same in two
 * functions is seen when these are looked at together (keys.c).
 *
 * Not in the hashes: numbers that linking or the order of files gives (handles,
 * "f.12", ".str.7"), but for functions of one name in one file. */
#include "scan/keys_int.h"
#include "base/sha256.h"

const char *scan_plain_name(const Function *f, Arena *texts) {
  require(f->name && *f->name);
  return arena_strndup(texts, f->name, prog_plain_length(f->name));
}

/* Seven bits a byte: most numbers are small. */
void scan_put_number(Text *out, uint64_t value) {
  char bytes[10];
  size_t n = 0;
  for (; value >= 0x80; value >>= 7) bytes[n++] = (char)(value | 0x80);
  bytes[n++] = (char)value;
  text_add_n(out, bytes, n);
}

/* ---- functions by name ---- */

static const char *file_of(const Program *p, const Function *f) {
  const SrcLoc *home = prog_loc_get(p, f->loc);
  return home->file == UINT32_MAX ? "" : p->files.at[home->file];
}

/* "name.12#unrolled" is "name#unrolled". */
static const char *plain_with_file(const Program *p, const Function *f,
                                   Arena *texts) {
  const char *mark = strchr(f->name, '#');
  const char *first = arena_strndup(
      texts, f->name, mark ? (size_t)(mark - f->name) : strlen(f->name));
  return arena_printf(texts, "%.*s%s %s", (int)prog_plain_length(first), first,
                      mark ? mark : "", file_of(p, f));
}

static const char **name_functions(const Program *p, Arena *texts, Mem *mem) {
  const char **names = ARENA_ARRAY(texts, const char *, p->funcs.n);
  Names seen;
  Vec(uint32_t) count = {0};
  names_init(&seen, mem);
  for (uint32_t f = 1; f < p->funcs.n; f++) {
    names[f] = plain_with_file(p, &p->funcs.at[f], texts);
    uint32_t number = names_add(&seen, names[f]);
    if (number == count.n) VEC_PUSH(mem, &count, 0);
    count.at[number]++;
  }
  for (uint32_t f = 1; f < p->funcs.n; f++)
    if (count.at[names_find(&seen, names[f])] > 1)
      names[f] = arena_printf(texts, "%s %s", p->funcs.at[f].name,
                              file_of(p, &p->funcs.at[f]));
  VEC_DONE(mem, &count);
  names_done(&seen);
  return names;
}

/* ---- one function ---- */

typedef struct Hasher {
  Text out;
  Text layout; /* what only matters where something is told: lines, columns,
                  names of values */
  Look look;
  const Effects *effects;
  const uint64_t *types; /* by type: its layout and names as a hash */
  const char **names;    /* by function */
  char (*globals)[65];   /* by global: as a hash, or empty */
  FuncId id;             /* the function */
  const Function *f;
  bool is_straight; /* it has no loop */
  uint32_t *number; /* by instruction: its place in the block order, 1.. */
  Map *things;      /* that were named -> in which place */
} Hasher;

static void put_number(Hasher *h, uint64_t value) {
  scan_put_number(&h->out, value);
}

static void put_text(Hasher *h, const char *text, size_t n) {
  put_number(h, n);
  text_add_n(&h->out, text, n);
}

static void put_name(Hasher *h, const char *name) {
  put_text(h, name, prog_plain_length(name));
}

static void put_type(Hasher *h, TypeId id) {
  const Type *type = prog_type(h->look.program, id);
  put_number(h, (uint64_t)type->kind << 32 | type->bits);
  put_number(h, type->size);
}

/* A region, a global or a function is named: which of those that were. */
static void put_thing(Hasher *h, ScanThing kind, uint32_t id) {
  assert(h->things != NULL);
  uint64_t thing = SCAN_THING(kind, id);
  const uint64_t *known = map_find(h->things, thing);
  if (!known) known = map_put(h->things, thing, h->things->n + 1);
  put_number(h, *known);
}

/* All that is known of a function without looking inside. */
static void put_outside(Hasher *h, FuncId id) {
  const Function *f = prog_func(h->look.program, id);
  bool is_defined = f->state == FUNC_DEFINED;
  put_number(h, (uint64_t)f->arity << 2 | (uint64_t)f->origin << 1 |
                    (uint64_t)is_defined);
  put_type(h, f->ret);
  put_number(h, f->n_params);
  for (uint32_t i = 0; i < f->n_params; i++) put_type(h, f->params[i]);
  put_number(h, h->look.engine->function(h->look.state, id, SITE_FROM_OUTSIDE));
  /* What it writes is told for the regions that are met (keys.c). */
  if (is_defined && h->effects)
    put_number(h, (prog_effects_flags(h->effects, id) & EFFECT_STOPS) |
                      (uint64_t)prog_effects_is_pure(h->effects, id) << 32 |
                      (uint64_t)prog_effects_is_fresh(h->effects, id) << 33);
}

static void put_function(Hasher *h, FuncId id) {
  put_text(h, h->names[id.id], strlen(h->names[id.id]));
  put_outside(h, id);
}

static void put_pointer(Hasher *h, SitePointer at) {
  assert(at.type.id < h->look.program->types.n);
  put_number(h, at.class != 0);
  put_thing(h, SCAN_THING_POINTERS, at.class);
  put_number(h, h->types[at.type.id]);
  put_number(h, at.param);
}

/* What calls of the function may free. */
static void put_freed(Hasher *h, FuncId id) {
  SitePointer at = {0};
  for (uint32_t i = 0; h->look.engine->freed(h->look.state, id, i, &at); i++)
    put_pointer(h, at);
}

/* A constant's contents may be looked into; a variable has a name.  What the
 * rest of the program does with it decides which of them it is. */
static bool is_known(const Look *look, GlobalId id) {
  const Global *g = prog_global(look->program, id);
  return g->state != GLOBAL_EXTERNAL &&
         (g->kind == GLOBAL_CONSTANT ||
          (look->engine->global(look->state, id) & 2));
}

/* Adds the global and all that it leads to by way of contents, numbered from 1
 * in the order they are met. */
static void find_behind(const Look *look, GlobalId from, Map *found) {
  assert(from.id > 0 && from.id < look->program->globals.n);
  map_put(found, from.id, 1);
  for (uint32_t i = 0; i < found->n; i++) {
    GlobalId id = {(uint32_t)found->entries[i].key};
    const Global *g = prog_global(look->program, id);
    for (uint32_t r = 0; r < g->n_relocs && is_known(look, id); r++) {
      GlobalId to = g->relocs[r].global;
      if (to.id && !map_find(found, to.id)) map_put(found, to.id, found->n + 1);
    }
  }
}

static void put_contents(Hasher *h, GlobalId id, const Map *found) {
  const Global *g = prog_global(h->look.program, id);
  put_number(h, g->size);
  put_number(h, (uint64_t)g->align << 8 | (uint64_t)g->state << 4 |
                    (uint64_t)g->kind);
  put_number(h, h->types[g->type.id]);
  put_number(h, h->look.engine->global(h->look.state, id));
  if (g->kind != GLOBAL_CONSTANT || g->state == GLOBAL_EXTERNAL)
    put_name(h, g->name);
  if (!is_known(&h->look, id)) return;
  if (g->init) text_add_n(&h->out, (const char *)g->init, g->size);
  for (uint32_t i = 0; i < g->n_relocs; i++) {
    const Reloc *r = &g->relocs[i];
    put_number(h, r->offset);
    put_number(h, (uint64_t)r->addend);
    if (r->func.id) put_function(h, r->func);
    if (r->global.id) put_number(h, *map_find(found, r->global.id));
  }
}

/* The first that was found, with the others. */
static void hash_global(const Hasher *like, const Map *found, char out[65]) {
  Hasher h = *like;
  text_init(&h.out, like->out.mem);
  for (uint32_t i = 0; i < found->n; i++)
    put_contents(&h, (GlobalId){(uint32_t)found->entries[i].key}, found);
  sha256_hex(out, text_get(&h.out), h.out.n);
  text_done(&h.out);
}

/* With all it leads to; many functions name the same tables. */
static void put_global(Hasher *h, GlobalId id) {
  char *known = h->globals[id.id];
  bool is_new = !map_find(h->things, SCAN_THING(SCAN_THING_GLOBAL, id.id));
  put_thing(h, SCAN_THING_GLOBAL, id.id);
  if (is_new) {
    Map found;
    map_init(&found, h->out.mem);
    find_behind(&h->look, id, &found);
    if (!*known) hash_global(h, &found, known);
    for (uint32_t i = 0; i < found.n; i++) {
      GlobalId at = {(uint32_t)found.entries[i].key};
      const Global *g = prog_global(h->look.program, at);
      put_thing(h, SCAN_THING_GLOBAL, at.id);
      for (uint32_t r = 0; r < g->n_relocs && is_known(&h->look, at); r++)
        if (g->relocs[r].func.id) {
          put_thing(h, SCAN_THING_FUNCTION, g->relocs[r].func.id);
          put_freed(h, g->relocs[r].func);
        }
    }
    map_done(&found);
  }
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
    put_thing(h, SCAN_THING_FUNCTION, c->func.id);
    put_function(h, c->func);
    put_freed(h, c->func);
    break;
  }
}

/* What is put goes to the layout, or no longer. */
static void turn(Hasher *h) {
  Text out = h->out;
  h->out = h->layout;
  h->layout = out;
}

/* Whose text it is matters everywhere; where it stands, for what is told. */
static void put_place(Hasher *h, LocId loc) {
  const SrcLoc *at = prog_loc_get(h->look.program, loc);
  const SrcLoc *home = prog_loc_get(h->look.program, h->f->loc);
  bool is_elsewhere = at->file != home->file && at->file != UINT32_MAX;
  const char *author =
      at->func.id && at->func.id != h->id.id ? h->names[at->func.id] : "";
  put_number(h, at->func.id != 0);
  put_text(h, author, strlen(author));
  turn(h);
  if (is_elsewhere) {
    const char *file = h->look.program->files.at[at->file];
    put_text(h, file, strlen(file));
  }
  put_number(h, !at->line      ? 0
                : is_elsewhere ? at->line
                               : (uint64_t)at->line - home->line);
  put_number(h, at->col);
  turn(h);
}

static void put_region(Hasher *h, uint32_t inst) {
  if (!h->effects) return;
  RegionId region = prog_effects_region(h->effects, h->id, inst);
  put_thing(h, SCAN_THING_REGION, region.id);
  if (region.id) put_number(h, prog_effects_is_escaped(h->effects, region));
}

/* Objects that the instruction frees, asks about or passes. */
static void put_pointers(Hasher *h, uint32_t index) {
  assert(index < h->f->insts.n);
  const Program *p = h->look.program;
  const ScanEngine *engine = h->look.engine;
  const Inst *inst = &h->f->insts.at[index];
  bool is_call = inst->op == OP_CALL;
  if (!is_call && inst->op != OP_FREE && inst->op != OP_VALID) return;
  for (uint32_t i = is_call; i < (is_call ? inst->n_ops : 1); i++)
    if (prog_type(p, prog_val_type(p, h->f, inst->ops[i]))->kind == TYPE_PTR)
      put_pointer(h, engine->pointer(h->look.state, h->id, index, i));
}

/* Sites count from the function's first.  Those of passes are numbers of the
 * whole program, which every function before changes; nothing is told by
 * them. */
static void put_site(Hasher *h, uint32_t site) {
  bool is_read =
      site >= h->f->first_site && site - h->f->first_site < h->f->n_sites;
  put_number(h, is_read ? 1 + (uint64_t)(site - h->f->first_site) : 0);
}

static void put_inst(Hasher *h, uint32_t index) {
  const Program *p = h->look.program;
  const Inst *inst = &h->f->insts.at[index];
  put_region(h, index);
  put_pointers(h, index);
  put_number(h, (uint64_t)inst->op << 32 | inst->flags);
  put_type(h, inst->type);
  put_type(h, inst->aux);
  if (inst->aux.id) {
    put_number(h, h->types[inst->aux.id]);
    put_number(h, h->look.engine->member(h->look.state, inst->aux,
                                         (uint64_t)inst->imm));
  }
  if (inst->op == OP_ERROR) { /* a check: its number is the program's */
    const ErrorSite *error = &p->errors.at[inst->imm];
    assert((uint64_t)inst->imm < p->errors.n);
    put_text(h, error->property, strlen(error->property));
    turn(h);
    put_text(h, error->message, strlen(error->message));
    turn(h);
  } else {
    put_number(h, (uint64_t)inst->imm);
  }
  put_number(h, (uint64_t)inst->stride);
  put_site(h, inst->site);
  put_place(h, inst->loc);
  if (inst->name != UINT32_MAX) put_name(h, names_text(&p->names, inst->name));
  if (inst->var.id) {
    const CVar *var = &p->vars.at[inst->var.id];
    put_text(h, var->name, strlen(var->name));
    put_number(h, (uint64_t)var->encoding << 32 | var->size);
  }
  for (uint32_t i = 0; i < inst->n_ops; i++) put_value(h, inst->ops[i]);
  for (uint32_t i = 0; i < inst->n_blocks; i++)
    put_number(h, inst->blocks[i].id);
}

/* Is there no way back?  Each has an edge that does not lead forward. */
static bool is_straight(const Function *f) {
  for (uint32_t b = 0; b < f->blocks.n; b++) {
    const Inst *end = prog_terminator(f, (BlockId){b});
    for (uint32_t i = 0; i < end->n_blocks; i++)
      if (end->blocks[i].id <= b) return false;
  }
  return true;
}

/* That a variable of the source is some value now: names alone, but where
 * loops are unrolled, which takes them for uses. */
static bool is_naming(const Hasher *h, uint32_t index) {
  return h->is_straight && h->f->insts.at[index].op == OP_DBG;
}

static void put_naming(Hasher *h, uint32_t index) {
  Map *things = h->things, own;
  map_init(&own, h->out.mem);
  h->things = &own;
  turn(h);
  put_number(h, h->number[index]); /* of what is before it */
  put_inst(h, index);
  turn(h);
  h->things = things;
  map_done(&own);
}

/* Nothing uses what names a value; it has the number of what is before it. */
static void number_insts(Hasher *h) {
  assert(h->f->insts.n > h->f->n_params);
  uint32_t last = 0;
  for (uint32_t i = 0; i < h->f->n_params; i++) h->number[1 + i] = ++last;
  for (uint32_t b = 0; b < h->f->blocks.n; b++)
    for (uint32_t i = 0; i < h->f->blocks.at[b].insts.n; i++) {
      uint32_t index = h->f->blocks.at[b].insts.at[i];
      h->number[index] = is_naming(h, index) ? last : ++last;
    }
}

struct Contents {
  Mem *mem;
  Arena texts;
  Hasher like;
  uint64_t *types;
  char (*globals)[65];
};

static uint64_t hash_text(uint64_t hash, const char *text, size_t n) {
  for (size_t i = 0; i < n; i++) hash = hash_mix(hash, (uint8_t)text[i]);
  return hash;
}

/* Parts come before what is made of them. */
static uint64_t *hash_types(const Look *look, Mem *mem) {
  const Program *p = look->program;
  uint64_t *hashes = MEM_ARRAY(mem, uint64_t, p->types.n);
  for (uint32_t t = 1; t < p->types.n; t++) {
    const Type *type = &p->types.at[t];
    assert(type->kind != TYPE_ARRAY || type->elem.id < t);
    uint64_t hash =
        hash_mix((uint64_t)type->kind << 32 | type->bits, type->size);
    hash = hash_mix(hash, type->count);
    hash = hash_mix(hash, look->engine->type(look->state, (TypeId){t}));
    if (type->name)
      hash = hash_text(hash, type->name, prog_plain_length(type->name));
    if (type->kind == TYPE_ARRAY) hash = hash_mix(hash, hashes[type->elem.id]);
    for (uint32_t i = 0; i < type->n_fields; i++)
      hash = hash_mix(hash_mix(hash, hashes[type->fields[i].type.id]),
                      type->fields[i].offset);
    hashes[t] = hash;
  }
  return hashes;
}

Contents *contents_new(const Look *look, Mem *mem) {
  require(look->engine->effects && look->engine->global);
  Contents *c = MEM_NEW(mem, Contents);
  c->mem = mem;
  arena_init(&c->texts, mem);
  c->types = hash_types(look, mem);
  c->globals = mem_zalloc(mem, look->program->globals.n * sizeof *c->globals);
  c->like = (Hasher){.look = *look,
                     .effects = look->engine->effects(look->state),
                     .types = c->types,
                     .names = name_functions(look->program, &c->texts, mem),
                     .globals = c->globals};
  return c;
}

void contents_free(Contents *contents) {
  Mem *mem = contents->mem;
  const Program *p = contents->like.look.program;
  MEM_FREE_ARRAY(mem, contents->types, p->types.n);
  mem_free(mem, contents->globals, p->globals.n * sizeof *contents->globals);
  arena_done(&contents->texts);
  MEM_DELETE(mem, contents);
}

void content_put_inside(const Contents *contents, const Map *met, Text *out) {
  const Look *look = &contents->like.look;
  for (uint32_t i = 0; i < met->n; i++)
    for (uint32_t j = 0; j < met->n; j++) {
      uint64_t a = met->entries[i].key, b = met->entries[j].key;
      if (a >> 32 != SCAN_THING_POINTERS) break;
      if (b >> 32 != SCAN_THING_POINTERS) continue;
      text_char(out, look->engine->inside(look->state, (uint32_t)a, (uint32_t)b)
                         ? 'i'
                         : '-');
    }
}

const char *content_name(const Contents *contents, FuncId id) {
  require(id.id > 0 && id.id < contents->like.look.program->funcs.n);
  return contents->like.names[id.id];
}

static void put_insts(Hasher *h, const Block *block) {
  put_number(h, UINT64_MAX);
  for (uint32_t i = 0; i < block->insts.n; i++) {
    uint32_t index = block->insts.at[i];
    if (is_naming(h, index))
      put_naming(h, index);
    else
      put_inst(h, index);
  }
}

static void hash_body(Hasher *h, Content *out) {
  const Function *f = h->f;
  const char *file = file_of(h->look.program, f);
  h->number = MEM_ARRAY(h->out.mem, uint32_t, f->insts.n);
  number_insts(h);
  put_name(h, f->name);
  put_text(h, file, strlen(file));
  put_outside(h, h->id);
  for (uint32_t b = 0; b < f->blocks.n; b++) put_insts(h, &f->blocks.at[b]);
  sha256_hex(out->inside, text_get(&h->out), h->out.n);
  text_add(&h->layout, out->inside);
  sha256_hex(out->body, text_get(&h->layout), h->layout.n);
  MEM_FREE_ARRAY(h->out.mem, h->number, f->insts.n);
}

static void hash_entry(Hasher *h, char out[65]) {
  text_clear(&h->out);
  put_number(h, h->look.engine->function(h->look.state, h->id, SITE_AT_ENTRY));
  for (uint32_t i = 0; i < h->f->n_params && h->effects; i++)
    put_number(h, prog_effects_param_null(h->effects, h->id, i));
  sha256_hex(out, text_get(&h->out), h->out.n);
}

void content_hash(const Contents *contents, FuncId id, Content *out) {
  Hasher h = contents->like;
  Map things;
  map_init(&things, contents->mem);
  text_init(&h.out, contents->mem);
  text_init(&h.layout, contents->mem);
  h.id = id;
  h.f = prog_func(h.look.program, id);
  h.is_straight = is_straight(h.f);
  h.things = &things;
  assert(h.f->state == FUNC_DEFINED);
  hash_body(&h, out);
  hash_entry(&h, out->entry);
  for (uint32_t i = 0; i < things.n; i++)
    VEC_PUSH(contents->mem, &out->things, things.entries[i].key);
  map_done(&things);
  text_done(&h.out);
  text_done(&h.layout);
  assert(strlen(out->body) == 64 && strlen(out->entry) == 64);
}
