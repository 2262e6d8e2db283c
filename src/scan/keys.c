/* SPDX-License-Identifier: MIT
 *
 * When is a result of an earlier scan one of this scan, too?
 *
 * Problem.  After an edit of one function nearly all results still hold, but a
 * result may rest on far more than its function: on callees that were looked
 * into, on callers that were asked, on facts about the whole program.  To check
 * anew whatever calls or is called by something that changed is safe and checks
 * most of a program.
 *
 * Idea, as in build systems that record what a step has really read
 * [MMP18].  A check tells which functions it used and how (SiteUse): their
 * bodies, what is known at their entry, who calls them; and whether something
 * in a body is told, so that its lines matter, too.  Their names are kept
 * with the results, and one hash of all that these names stood for.  A later
 * scan looks the names up in its own program and makes the hash again: if it is
 * the same, the check would do step by step what it did.  An edit of a callee
 * that was not looked into, or that changes none of the facts that its callers
 * use, ends there.
 *
 * Facts about the whole program enter where a body names what they are about
 * (content.c), but for those about two functions at a time: which of the
 * regions, globals and functions that they name are the same, and which calls
 * may write which regions.  They enter by numbering what all of the used
 * functions name together, in order, and by a table of calls and regions.
 *
 * A function is found by its head, the hash of its body and of the settings;
 * there may be results for one head from different surroundings.  Its key names
 * the results of this program: nothing that changed has the same.
 *
 * Runs of violations execute all that the function can reach, data included,
 * which is much more: where there are such, that has a hash of its own. */
#include "scan/keys_int.h"
#include "base/sha256.h"

#include <stdlib.h>

/* ---- one hash of several things ---- */

/* Also ends the text. */
static void hash_text(char hash[65], Text *all) {
  sha256_hex(hash, text_get(all), all->n);
  text_done(all);
}

/* ---- who calls ---- */

static void add_call(ScanKeys *k, uint32_t caller, const Inst *inst) {
  FuncId to = prog_callee(k->program, inst);
  if (!to.id) return;
  assert(caller < k->n && to.id < k->n);
  Numbers *callers = &k->callers[to.id];
  if (callers->n <= SITE_CALLERS_MOST) VEC_PUSH(k->mem, callers, caller);
}

static void find_callers(ScanKeys *k) {
  k->callers = MEM_ARRAY(k->mem, Numbers, k->n);
  for (uint32_t id = 1; id < k->n; id++) {
    const Function *f = &k->program->funcs.at[id];
    for (uint32_t b = 0; b < f->blocks.n; b++)
      for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++)
        add_call(k, id, &f->insts.at[f->blocks.at[b].insts.at[i]]);
  }
}

static void put_callers(const ScanKeys *k, uint32_t func, Text *out) {
  assert(func > 0 && func < k->n);
  const Numbers *callers = &k->callers[func];
  scan_put_number(out, callers->n);
  for (uint32_t i = 0; i < callers->n && callers->n <= SITE_CALLERS_MOST; i++) {
    text_add(out, content_name(k->contents, (FuncId){callers->at[i]}));
    text_char(out, '\n');
  }
}

/* ---- what was used ---- */

void scan_put_uses(const ScanKeys *k, FuncId self, const SiteUse *uses,
                   uint32_t n, Text *out) {
  require(self.id > 0 && self.id < k->n);
  for (uint32_t i = 0; i < n; i++)
    text_printf(out, "%u %s\n", uses[i].how,
                uses[i].func.id == self.id
                    ? ""
                    : content_name(k->contents, uses[i].func));
}

/* The next of such a text; false: it ends, or there is no such function. */
static bool take_use(const ScanKeys *k, FuncId self, const char **at,
                     SiteUse *out) {
  char *end;
  if (!**at) return false;
  out->how = (unsigned)strtoul(*at, &end, 10);
  const char *name = end + 1, *stop = *end ? strchr(name, '\n') : NULL;
  if (!stop) return false;
  *at = stop + 1;
  out->func = self;
  if (stop == name) return true;
  Arena texts;
  arena_init(&texts, k->mem);
  uint32_t number =
      names_find(&k->names, arena_strndup(&texts, name, (size_t)(stop - name)));
  arena_done(&texts);
  out->func = (FuncId){number == UINT32_MAX ? 0 : k->named.at[number]};
  return out->func.id != 0;
}

/* Which things of the function are the same as those that were met. */
static void put_things(const Content *content, Map *met, Text *out) {
  scan_put_number(out, content->things.n);
  for (uint32_t i = 0; i < content->things.n; i++) {
    const uint64_t *known = map_find(met, content->things.at[i]);
    if (!known) known = map_put(met, content->things.at[i], met->n + 1);
    scan_put_number(out, *known);
  }
}

static bool is_thing(const MapEntry *entry, ScanThing kind) {
  return entry->key >> 32 == (uint64_t)kind;
}

/* Which of the functions that were met write which of the regions. */
static void put_writes(const ScanKeys *k, const Map *met, Text *out) {
  if (!k->effects) return;
  for (uint32_t i = 0; i < met->n; i++) {
    FuncId func = {(uint32_t)met->entries[i].key};
    if (!is_thing(&met->entries[i], SCAN_THING_FUNCTION) ||
        prog_func(k->program, func)->state != FUNC_DEFINED)
      continue;
    unsigned bits = 1;
    for (uint32_t j = 0; j < met->n; j++) {
      if (!is_thing(&met->entries[j], SCAN_THING_REGION)) continue;
      RegionId region = {(uint32_t)met->entries[j].key};
      bits = bits << 1 | prog_effects_writes(k->effects, func, region);
      if (bits < 0x80) continue;
      text_char(out, (char)bits);
      bits = 1;
    }
    text_char(out, (char)bits);
  }
}

bool scan_hash_uses(const ScanKeys *k, FuncId self, const char *uses,
                    char hash[65]) {
  Text all;
  Map met;
  SiteUse use = {0};
  text_init(&all, k->mem);
  map_init(&met, k->mem);
  while (take_use(k, self, &uses, &use)) {
    const Content *content = &k->of[use.func.id];
    scan_put_number(&all, use.how);
    if (use.how & SITE_USED_BODY) {
      bool is_told = use.how & SITE_USED_LAYOUT;
      text_add(&all, is_told ? content->body : content->inside);
      put_things(content, &met, &all);
    }
    if (use.how & SITE_USED_ENTRY) text_add(&all, content->entry);
    if (use.how & SITE_USED_CALLERS) put_callers(k, use.func.id, &all);
  }
  assert(all.n > 0 || !use.func.id);
  put_writes(k, &met, &all);
  content_put_inside(k->contents, &met, &all);
  map_done(&met);
  hash_text(hash, &all);
  return use.func.id != 0 && !*uses;
}

/* ---- what runs can reach ---- */

/* Tells the how-manieth it is of what was reached: numbers of the program would
 * change with every global that is put in elsewhere. */
static void reach_thing(Map *reached, ScanThing kind, uint32_t id, Text *out) {
  assert(id > 0);
  uint64_t thing = SCAN_THING(kind, id);
  const uint64_t *known = map_find(reached, thing);
  if (!known) known = map_put(reached, thing, reached->n + 1);
  scan_put_number(out, *known);
}

static void reach_value(const ScanKeys *k, Val val, Map *reached, Text *out) {
  if (!val_is_const(val)) return;
  const Const *c = prog_const(k->program, val);
  if (c->kind == CONST_FUNC)
    reach_thing(reached, SCAN_THING_FUNCTION, c->func.id, out);
  if (c->kind == CONST_GLOBAL)
    reach_thing(reached, SCAN_THING_GLOBAL, c->global.id, out);
}

static void reach_from_function(const ScanKeys *k, uint32_t id, Map *reached,
                                Text *out) {
  assert(id > 0 && id < k->n);
  const Function *f = &k->program->funcs.at[id];
  text_add_n(out, f->name, prog_plain_length(f->name));
  text_add(out, k->of[id].body);
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[i]];
      for (uint32_t j = 0; j < inst->n_ops; j++)
        reach_value(k, inst->ops[j], reached, out);
    }
}

static void reach_from_global(const ScanKeys *k, uint32_t id, Map *reached,
                              Text *out) {
  assert(id > 0 && id < k->program->globals.n);
  const Global *g = &k->program->globals.at[id];
  assert(g->name && (g->n_relocs == 0 || g->relocs));
  bool has_name = g->kind != GLOBAL_CONSTANT || g->state == GLOBAL_EXTERNAL;
  if (has_name) text_add_n(out, g->name, prog_plain_length(g->name));
  scan_put_number(out, g->size);
  scan_put_number(out, (uint64_t)g->state << 4 | (uint64_t)g->kind);
  if (g->init) text_add_n(out, (const char *)g->init, g->size);
  for (uint32_t i = 0; i < g->n_relocs; i++) {
    const Reloc *r = &g->relocs[i];
    scan_put_number(out, r->offset);
    scan_put_number(out, (uint64_t)r->addend);
    if (r->func.id) reach_thing(reached, SCAN_THING_FUNCTION, r->func.id, out);
    if (r->global.id)
      reach_thing(reached, SCAN_THING_GLOBAL, r->global.id, out);
  }
}

void scan_hash_reach(const ScanKeys *k, FuncId self, const char *uses,
                     char hash[65]) {
  require(self.id > 0 && self.id < k->n);
  Text all;
  Map reached;
  SiteUse use = {0};
  text_init(&all, k->mem);
  map_init(&reached, k->mem);
  while (take_use(k, self, &uses, &use))
    if (use.how & SITE_USED_ENTRY)
      reach_thing(&reached, SCAN_THING_FUNCTION, use.func.id, &all);
  for (uint32_t i = 0; i < reached.n; i++) {
    uint32_t id = (uint32_t)reached.entries[i].key;
    if (is_thing(&reached.entries[i], SCAN_THING_GLOBAL))
      reach_from_global(k, id, &reached, &all);
    else
      reach_from_function(k, id, &reached, &all);
  }
  map_done(&reached);
  hash_text(hash, &all);
}

/* ---- heads and keys ---- */

static void hash_head(ScanKeys *k, uint32_t func, const char *settings) {
  assert(*k->of[func].body);
  Text all;
  text_init(&all, k->mem);
  text_add(&all, settings);
  text_add(&all, k->of[func].body);
  hash_text(k->heads[func], &all);
}

/* The whole program as a hash. */
static void hash_program(const ScanKeys *k, char hash[65]) {
  Text all;
  text_init(&all, k->mem);
  for (uint32_t f = 1; f < k->n; f++) {
    text_add(&all, content_name(k->contents, (FuncId){f}));
    text_add(&all, k->of[f].body);
    text_add(&all, k->of[f].entry);
    for (uint32_t i = 0; i < k->of[f].things.n; i++)
      scan_put_number(&all, k->of[f].things.at[i]);
  }
  Map things;
  map_init(&things, k->mem);
  for (uint32_t f = 1; f < k->n; f++)
    reach_thing(&things, SCAN_THING_FUNCTION, f, &all);
  for (uint32_t g = 1; g < k->program->globals.n; g++)
    reach_thing(&things, SCAN_THING_GLOBAL, g, &all);
  for (uint32_t g = 1; g < k->program->globals.n; g++)
    reach_from_global(k, g, &things, &all);
  map_done(&things);
  hash_text(hash, &all);
}

static void hash_key(ScanKeys *k, uint32_t func, const char *program) {
  assert(*k->heads[func] && !*k->keys[func]);
  Text all;
  text_init(&all, k->mem);
  text_add(&all, k->heads[func]);
  text_add(&all, content_name(k->contents, (FuncId){func}));
  text_add(&all, program);
  hash_text(k->keys[func], &all);
}

void scan_make_keys(ScanKeys *k, const Program *program,
                    const ScanEngine *engine, void *state, const char *settings,
                    Mem *mem) {
  uint32_t n = program->funcs.n;
  Look look = {program, engine, state};
  char all[65];
  *k = (ScanKeys){.mem = mem,
                  .program = program,
                  .effects = engine->effects(state),
                  .n = n,
                  .of = MEM_ARRAY(mem, Content, n),
                  .heads = mem_zalloc(mem, (size_t)n * sizeof *k->heads),
                  .keys = mem_zalloc(mem, (size_t)n * sizeof *k->keys)};
  k->contents = contents_new(&look, mem);
  names_init(&k->names, mem);
  for (uint32_t f = 1; f < n; f++) {
    if (program->funcs.at[f].state != FUNC_DEFINED) continue;
    content_hash(k->contents, (FuncId){f}, &k->of[f]);
    names_add(&k->names, content_name(k->contents, (FuncId){f}));
    VEC_PUSH(mem, &k->named, f);
    hash_head(k, f, settings);
  }
  require(k->names.list.n == k->named.n);
  find_callers(k);
  hash_program(k, all);
  for (uint32_t i = 0; i < k->named.n; i++) hash_key(k, k->named.at[i], all);
}

void scan_keys_done(ScanKeys *k) {
  for (uint32_t f = 0; f < k->n; f++) {
    VEC_DONE(k->mem, &k->of[f].things);
    VEC_DONE(k->mem, &k->callers[f]);
  }
  MEM_FREE_ARRAY(k->mem, k->of, k->n);
  MEM_FREE_ARRAY(k->mem, k->callers, k->n);
  mem_free(k->mem, k->heads, (size_t)k->n * sizeof *k->heads);
  mem_free(k->mem, k->keys, (size_t)k->n * sizeof *k->keys);
  VEC_DONE(k->mem, &k->named);
  names_done(&k->names);
  contents_free(k->contents);
}
