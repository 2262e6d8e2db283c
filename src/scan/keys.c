/* SPDX-License-Identifier: MIT
 *
 * A function's key: what a result about it can depend on, as a hash.
 *
 * Its own content (content.c), and the keys of all functions that it calls or
 * that its constants lead to, transitively.  Functions that call each other
 * form a component, found as in [Tarjan 1972] with an explicit stack; its
 * members' contents are hashed together.  Which accesses of a function may meet
 * those of what it calls is a fact about the whole program: regions are
 * numbered once more, over both.  Last come the callers, where they are few: an
 * engine may ask them about parameters. */
#include "scan/keys_int.h"
#include "base/sha256.h"

#include <stdlib.h>

/* ---- with what it calls ---- */

typedef struct Frame {
  uint32_t func, next; /* the callee to look at next */
} Frame;

typedef struct Callees {
  Numbers all;
  uint32_t direct; /* so many it names itself, the rest by constants */
  bool calls_pointers;
} Callees;

typedef struct Keying {
  Look look;
  Mem *mem;
  const char *settings;
  char (*own)[65], (*keys)[65];
  Callees *callees;
  Numbers *regions;    /* it accesses; then: with all it calls, in its order */
  uint8_t *is_wide;    /* too many: `everywhere` stands for them */
  char everywhere[65]; /* which accesses of the whole program may meet */
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

static void find_callees(Keying *k, uint32_t func, Map *constants) {
  assert(func > 0 && func < k->look.program->funcs.n);
  const Function *f = &k->look.program->funcs.at[func];
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[i]];
      k->callees[func].calls_pointers |=
          inst->op == OP_CALL && !val_is_const(inst->ops[0]);
      for (uint32_t j = 0; j < inst->n_ops; j++) {
        if (!val_is_const(inst->ops[j])) continue;
        const Const *c = prog_const(k->look.program, inst->ops[j]);
        if (c->kind == CONST_FUNC && !constants) add_callee(k, func, c->func);
        if (c->kind == CONST_GLOBAL && constants &&
            !map_find(constants, c->global.id))
          content_find(&k->look, c->global, constants);
      }
    }
  if (!constants) k->callees[func].direct = k->callees[func].all.n;
}

/* A pointer that is read from a constant is a known function. */
static void add_named(Keying *k, uint32_t func) {
  Map constants;
  map_init(&constants, k->mem);
  find_callees(k, func, &constants);
  for (uint32_t i = 0; i < constants.n; i++) {
    GlobalId id = {(uint32_t)constants.entries[i].key};
    const Global *g = prog_global(k->look.program, id);
    for (uint32_t r = 0; r < g->n_relocs && content_is_known(&k->look, id); r++)
      add_callee(k, func, g->relocs[r].func);
  }
  map_done(&constants);
}

/* Where pointers are called, by a function or by what it calls, those that its
 * constants name are called, too. */
static void find_all_callees(Keying *k) {
  uint32_t n = k->look.program->funcs.n;
  for (uint32_t f = 1; f < n; f++)
    if (k->look.program->funcs.at[f].state == FUNC_DEFINED)
      find_callees(k, f, NULL);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t f = n; f-- > 1;)
      for (uint32_t i = 0;
           i < k->callees[f].all.n && !k->callees[f].calls_pointers; i++)
        changed |= k->callees[f].calls_pointers =
            k->callees[k->callees[f].all.at[i]].calls_pointers;
  }
  for (uint32_t f = 1; f < n; f++)
    if (k->callees[f].calls_pointers) add_named(k, f);
}

static int compare_hashes(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* ---- which accesses meet those of other functions ---- */

enum { REGIONS_MOST = 2048 }; /* of a function with all it calls */

/* The numbers of these regions among all that were met so far. */
static void number_regions(Map *met, const Numbers *regions, Text *out) {
  text_printf(out, "%u:", regions->n);
  for (uint32_t i = 0; i < regions->n; i++) {
    const uint64_t *known = map_find(met, regions->at[i]);
    if (!known) known = map_put(met, regions->at[i], met->n + 1);
    text_printf(out, "%llu,", (unsigned long long)*known);
  }
}

/* Those of a component, whose members are given in an order that its contents
 * alone decide, and those of what it calls. */
static void meet(Keying *k, const uint32_t *members, uint32_t n, Text *out) {
  Map met;
  map_init(&met, k->mem);
  bool is_wide = false;
  for (uint32_t i = 0; i < n; i++)
    number_regions(&met, &k->regions[members[i]], out);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t j = 0; j < k->callees[members[i]].all.n; j++) {
      uint32_t callee = k->callees[members[i]].all.at[j];
      if (!*k->keys[callee]) continue; /* a member */
      is_wide |= k->is_wide[callee];
      number_regions(&met, &k->regions[callee], out);
    }
  is_wide |= met.n > REGIONS_MOST;
  if (is_wide) text_add(out, k->everywhere);
  for (uint32_t i = 0; i < n; i++) {
    Numbers *all = &k->regions[members[i]];
    VEC_CLEAR(all);
    k->is_wide[members[i]] = is_wide;
    for (uint32_t r = 0; r < met.n && !is_wide; r++)
      VEC_PUSH(k->mem, all, (uint32_t)met.entries[r].key);
  }
  map_done(&met);
}

static void hash_everywhere(char out[65], const Effects *effects,
                            const Program *p, Mem *mem) {
  Text all;
  text_init(&all, mem);
  for (uint32_t f = 1; f < p->funcs.n && effects; f++)
    for (uint32_t i = 1; i < p->funcs.at[f].insts.n; i++) {
      uint32_t id = prog_effects_region(effects, (FuncId){f}, i).id;
      text_add_n(&all, (const char *)&id, sizeof id);
    }
  sha256_hex(out, text_get(&all), all.n);
  text_done(&all);
}

/* ---- components ---- */

/* By what they do, then by name. */
static void sort_members(Keying *k, uint32_t *members, uint32_t n) {
  for (uint32_t i = 1; i < n; i++) {
    uint32_t member = members[i], j = i;
    for (; j > 0 && strcmp(k->own[members[j - 1]], k->own[member]) > 0; j--)
      members[j] = members[j - 1];
    members[j] = member;
  }
}

/* The component is what lies on the stack above and with `root`. */
static void close_component(Keying *k, uint32_t root) {
  assert(k->stack.n > 0 && k->open[root]);
  uint32_t from = k->stack.n;
  do k->open[k->stack.at[--from]] = 0;
  while (k->stack.at[from] != root);
  sort_members(k, k->stack.at + from, k->stack.n - from);
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
  meet(k, k->stack.at + from, k->stack.n - from, &all);
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
              .regions = MEM_ARRAY(mem, Numbers, n),
              .is_wide = MEM_ARRAY(mem, uint8_t, n),
              .index = MEM_ARRAY(mem, uint32_t, n),
              .low = MEM_ARRAY(mem, uint32_t, n),
              .open = MEM_ARRAY(mem, uint8_t, n)};
  Contents *contents = contents_new(&look, mem);
  hash_everywhere(k.everywhere, engine->effects(state), program, mem);
  for (uint32_t i = 1; i < n; i++) {
    if (program->funcs.at[i].state != FUNC_DEFINED) continue;
    content_hash(contents, (FuncId){i}, k.own[i], &k.regions[i]);
  }
  find_all_callees(&k);
  for (uint32_t i = 1; i < n; i++)
    if (program->funcs.at[i].state == FUNC_DEFINED && !k.index[i]) visit(&k, i);
  add_callers(&k);
  contents_free(contents);
  for (uint32_t i = 0; i < n; i++) VEC_DONE(mem, &k.callees[i].all);
  for (uint32_t i = 0; i < n; i++) VEC_DONE(mem, &k.regions[i]);
  MEM_FREE_ARRAY(mem, k.regions, n);
  MEM_FREE_ARRAY(mem, k.is_wide, n);
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
