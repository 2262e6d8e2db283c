/* SPDX-License-Identifier: MIT
 *
 * The answers of a trace as a table of inputs for the program as it was read.
 */
#include "replay/replay_int.h"
#include "pass/pass.h"

/* ---- from answers to a table ---- */

uint64_t replay_key3(uint64_t a, uint64_t b, uint64_t c) {
  return hash_mix(hash_mix(hash_mix(0x51, a), b), c);
}

uint32_t replay_count_up(Map *counts, uint64_t key) {
  uint64_t *count = map_find(counts, key);
  if (!count) count = map_put(counts, key, 0);
  return (uint32_t)(*count)++;
}

static void find_memory_sites(Gather *g) {
  const Program *p = g->out->original;
  g->is_memory = MEM_ARRAY(g->out->mem, uint8_t, p->n_sites + 1);
  for (uint32_t f = 1; f < p->funcs.n; f++)
    for (uint32_t i = 1; i < p->funcs.at[f].insts.n; i++) {
      const Inst *inst = &p->funcs.at[f].insts.at[i];
      if (inst->op == OP_ALLOCA || inst->op == OP_ALLOC || inst->op == OP_HAVOC)
        g->is_memory[inst->site] = 1;
    }
}

static Image *image_of(Gather *g, uint32_t site, uint64_t chain,
                       uint32_t occurrence) {
  uint64_t key = replay_key3(site, chain, occurrence);
  uint64_t *found = map_find(&g->found, key);
  if (found) return &g->images.at[*found];
  assert(site != 0);
  map_put(&g->found, key, g->images.n);
  Image image = {.site = site, .chain = chain, .occurrence = occurrence};
  VEC_PUSH(g->out->mem, &g->images, image);
  return &VEC_LAST(&g->images);
}

static void grow(Mem *mem, Image *image, uint32_t end) {
  assert(end > image->n);
  image->bytes = mem_resize(mem, image->bytes, image->n, end);
  image->known = mem_resize(mem, image->known, image->n, end);
  memset(image->bytes + image->n, 0, end - image->n);
  memset(image->known + image->n, 0, end - image->n);
  image->n = end;
}

/* `known` may be NULL: all bytes are. */
static void put_piece(Gather *g, Image *image, uint64_t offset,
                      const uint8_t *bytes, const uint8_t *known, uint64_t n) {
  enum { MOST_IMAGE = 1 << 24 };
  if (n > MOST_IMAGE || offset > MOST_IMAGE) return;
  uint32_t end = (uint32_t)(offset + n);
  if (end > image->n) grow(g->out->mem, image, end);
  assert(end <= image->n);
  for (uint64_t i = 0; i < n; i++) {
    image->bytes[offset + i] |= bytes[i];
    image->known[offset + i] |= known ? known[i] != 0 : 1;
  }
}

static void gather_answer(Gather *g, const TsAnswer *answer) {
  assert(answer->inst <
         prog_func(g->setup->program, g->setup->program->entry)->insts.n);
  const Program *p = g->setup->program;
  const Function *f = prog_func(p, p->entry);
  const Inst *inst = &f->insts.at[answer->inst];
  uint64_t chain = interp_chain(p, answer->context);
  uint32_t site = answer->site, n = (answer->bits + 7) / 8;
  const uint8_t *bytes = (const uint8_t *)answer->words;
  bool is_pointer = prog_type(p, inst->type)->kind == TYPE_PTR;
  if (lazy_is_forgotten(inst)) {
    if (g->lazy && n <= sizeof(uint64_t))
      lazy_add(g->lazy, p, chain, (LazyLoad){answer->words[0], answer->inst});
  } else if (answer->kind == TS_INPUT_LOAD) {
    AddrLoad load = {answer->address, bytes, n, is_pointer};
    VEC_PUSH(g->out->mem, &g->addresses->loads, load);
  } else if (answer->kind == TS_INPUT_MEMORY) {
    uint32_t nth =
        replay_count_up(&g->counts, replay_key3(site, chain, UINT64_MAX));
    addr_add_made(g->addresses, replay_key3(site, chain, nth), answer->words[0],
                  answer->n_bytes);
    const uint8_t *known = answer->known;
    if (g->addresses->filling == FILL_POINTERS_OVER_ZEROS)
      known = answer->bytes;
    if (answer->bytes)
      put_piece(g, image_of(g, site, chain, nth), 0, answer->bytes, known,
                answer->n_bytes);
  } else if (site < g->out->original->n_sites + 1 && g->is_memory[site]) {
    uint64_t offset = (uint64_t)inst->stride;
    uint32_t nth =
        replay_count_up(&g->counts, replay_key3(site, chain, offset));
    put_piece(g, image_of(g, site, chain, nth), offset, bytes, NULL, n);
    if (is_pointer)
      VEC_PUSH(g->out->mem, g->pointers,
               ((Pointer){replay_key3(site, chain, nth), offset}));
  } else {
    uint32_t nth = replay_count_up(&g->counts, replay_key3(site, chain, 0));
    interp_table_add(&g->out->given, site, chain, nth, bytes, n);
    map_put(&g->values, replay_key3(site, chain, nth), 1);
  }
}

static void add_given(Gather *g, const InterpTable *from,
                      const InterpGiven *row) {
  interp_table_add(&g->out->given, row->site, row->chain, row->occurrence,
                   from->bytes.at + row->at, row->n);
  map_put(&g->values, replay_key3(row->site, row->chain, row->occurrence), 1);
}

/* What was made up of objects. */
static void add_found(Gather *g, const Lazy *lazy) {
  for (uint32_t i = 0; i < lazy->found.n; i++) {
    const LazyBytes *found = &lazy->found.at[i];
    const LazyObject *o = &found->object;
    if (!o->site) continue;
    put_piece(g, image_of(g, o->site, o->chain, o->occurrence), found->at,
              (const uint8_t *)&found->value, NULL, found->n);
    if (found->is_pointer)
      VEC_PUSH(g->out->mem, g->pointers, ((Pointer){o->key, found->at}));
  }
}

/* Of no object of the program. */
static void add_made(Gather *g, const EvMade *made) {
  AddrLoad load = {made->at, (const uint8_t *)&made->value, made->n,
                   made->is_pointer};
  if (!made->site) VEC_PUSH(g->out->mem, &g->addresses->loads, load);
}

void replay_gather(Gather *g) {
  EvReplay *out = g->out;
  map_init(&g->counts, out->mem);
  map_init(&g->found, out->mem);
  map_init(&g->values, out->mem);
  find_memory_sites(g);
  const TsTrace *trace = g->setup->trace;
  for (uint32_t i = 0; trace && i < trace->answers.n; i++)
    gather_answer(g, &trace->answers.at[i]);
  const InterpTable *given = g->setup->given;
  for (uint32_t i = 0; given && i < given->given.n; i++)
    add_given(g, given, &given->given.at[i]);
  for (uint32_t i = 0; i < out->more.given.n; i++)
    add_given(g, &out->more, &out->more.given.at[i]);
  for (uint32_t i = 0; i < g->setup->n_made; i++)
    add_made(g, &g->setup->made[i]);
  if (g->addresses->lazy) add_found(g, g->addresses->lazy);
  for (uint32_t i = 0; i < g->images.n; i++) {
    const Image *image = &g->images.at[i];
    interp_table_add(&out->given, image->site, image->chain, image->occurrence,
                     image->bytes, image->n);
  }
}

void replay_gather_done(Gather *g) {
  Mem *mem = g->out->mem;
  for (uint32_t i = 0; i < g->images.n; i++) {
    mem_free(mem, g->images.at[i].bytes, g->images.at[i].n);
    mem_free(mem, g->images.at[i].known, g->images.at[i].n);
  }
  MEM_FREE_ARRAY(mem, g->is_memory, g->out->original->n_sites + 1);
  VEC_DONE(mem, &g->images);
  map_done(&g->counts);
  map_done(&g->found);
  map_done(&g->values);
}
