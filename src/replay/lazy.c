/* SPDX-License-Identifier: MIT
 *
 * Memory that is made up while it is read.
 *
 * A trace of a program that forgot its memory (pass/over/local.c) says what
 * loads gave, but not where that lay.  And what was sliced away follows
 * pointers of which a trace says nothing at all.  So a first run finds out:
 * when it looks at bytes that nobody wrote (INTERP_FRESH_ASKED), they get the
 * value that the trace has for that load, by position, calls and occurrence;
 * without one, a pointer gets an object of its own.  What was made up belongs
 * to the first contents of an object, or to private memory.  The run that
 * counts starts with these contents, so that it goes the same way, and knows
 * nothing of how they were found.
 *
 * A load from bytes that the run wrote itself has what was written, whatever
 * the trace says.  If that leads elsewhere, the error is none; the last load
 * that gave something else than in the trace is the likely reason, for what
 * comes behind the place where they part is no load of the trace. */
#include "replay/replay_int.h"

enum { PIECE_BITS = 16, MOST_INVENTED = 3000, MOST_BYTES = 8 };

void lazy_init(Lazy *lazy, Mem *mem) {
  *lazy = (Lazy){.mem = mem};
  map_init(&lazy->values, mem);
  map_init(&lazy->places, mem);
  map_init(&lazy->counts, mem);
  map_init(&lazy->invented, mem);
  map_init(&lazy->pieces, mem);
}

void lazy_done(Lazy *lazy) {
  map_done(&lazy->values);
  map_done(&lazy->places);
  map_done(&lazy->counts);
  map_done(&lazy->invented);
  map_done(&lazy->pieces);
  VEC_DONE(lazy->mem, &lazy->loads);
  VEC_DONE(lazy->mem, &lazy->objects);
  VEC_DONE(lazy->mem, &lazy->found);
}

/* ---- what the trace read ---- */

/* The trace's program and the one that is run are different, but their
 * positions are the same. */
static uint64_t position(const Program *p, const Inst *inst) {
  const SrcLoc *at = prog_loc_get(p, inst->loc);
  return replay_key3(at->line, at->col, prog_store_size(p, inst->type));
}

bool lazy_is_forgotten(const Inst *inst) {
  return inst->op == OP_NONDET && inst->region.id;
}

void lazy_add(Lazy *lazy, const Program *p, uint64_t chain, LazyLoad load) {
  const Inst *inst = &prog_func(p, p->entry)->insts.at[load.inst];
  require(lazy_is_forgotten(inst));
  uint64_t at = position(p, inst);
  map_put(&lazy->places, at, 1);
  uint32_t nth = replay_count_up(&lazy->counts, replay_key3(at, chain, 0));
  map_put(&lazy->values, replay_key3(at, chain, nth), lazy->loads.n);
  VEC_PUSH(lazy->mem, &lazy->loads, load);
}

void lazy_give(Lazy *lazy, const EvMade *made, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    const EvMade *m = &made[i];
    require(m->n <= MOST_BYTES);
    LazyBytes found = {
        .object = {.key = replay_key3(m->site, m->chain, m->occurrence),
                   .site = m->site,
                   .occurrence = m->occurrence,
                   .chain = m->chain},
        .at = m->at,
        .n = m->n,
        .is_pointer = m->is_pointer,
        .value = m->value};
    if (m->site) VEC_PUSH(lazy->mem, &lazy->found, found);
  }
}

/* ---- the run that finds out ---- */

void lazy_start(Lazy *lazy) {
  map_clear(&lazy->counts);
  VEC_CLEAR(&lazy->objects);
  VEC_CLEAR(&lazy->found);
  lazy->other = 0;
}

/* Of pointers it only matters whether they are NULL. */
static bool differs(const Program *p, const Inst *inst, uint64_t trace,
                    uint64_t run) {
  if (prog_type(p, inst->type)->kind == TYPE_PTR) return !trace != !run;
  return trace != run;
}

void lazy_count(Lazy *lazy, const Program *p, const InterpPlace *place,
                const BvWord *value) {
  if (!place->inst || place->inst->op != OP_LOAD) return;
  uint64_t at = position(p, place->inst), chain = place->chain;
  if (!map_find(&lazy->places, at)) return;
  uint32_t nth = replay_count_up(&lazy->counts, replay_key3(at, chain, 0));
  const uint64_t *known = map_find(&lazy->values, replay_key3(at, chain, nth));
  if (!known) return;
  const LazyLoad *load = &lazy->loads.at[*known];
  if (differs(p, place->inst, load->value, value[0])) lazy->other = load->inst;
}

void lazy_object(Lazy *lazy, const InterpPlace *place, uint64_t key,
                 uint32_t occurrence, uint64_t size) {
  assert(place->site && place->address);
  LazyObject object = {.address = place->address,
                       .size = size,
                       .key = key,
                       .site = place->site,
                       .occurrence = occurrence,
                       .chain = place->chain};
  VEC_PUSH(lazy->mem, &lazy->objects, object);
}

uint64_t lazy_invent(Lazy *lazy, const Program *p, uint64_t key) {
  uint64_t *known = map_find(&lazy->invented, key);
  if (!known) known = map_put(&lazy->invented, key, lazy->invented.n);
  uint64_t first = p->pointer_bits == 32 ? 0xE000 : (uint64_t)0x70000000;
  return (first + *known % MOST_INVENTED) << PIECE_BITS;
}

/* The newest object there; NULL: none whose first contents are an input. */
static const LazyObject *object_at(const Lazy *lazy, uint64_t address,
                                   uint64_t n) {
  for (uint32_t i = lazy->objects.n; i > 0; i--) {
    const LazyObject *o = &lazy->objects.at[i - 1];
    if (address - o->address < o->size && n <= o->size - (address - o->address))
      return o;
  }
  return NULL;
}

/* Does the trace say what the bytes hold? */
static bool is_known(const LazyLook *look, const LazyObject *o) {
  Addresses *a = look->addresses;
  for (uint32_t i = 0; !o && i < a->loads.n; i++)
    if (addr_to_run(a, a->loads.at[i].address) == look->address) return true;
  const uint64_t *found = o ? map_find(&look->gathered->found, o->key) : NULL;
  if (!found) return false;
  const Image *image = &look->gathered->images.at[*found];
  uint64_t offset = look->address - o->address;
  for (uint64_t i = offset; i < offset + look->n && i < image->n; i++)
    if (image->known[i]) return true;
  return false;
}

void lazy_look(Lazy *lazy, const LazyLook *look, uint8_t *bytes) {
  const Program *p = look->addresses->program;
  const InterpPlace *place = look->place;
  assert(place->inst && place->inst->op == OP_LOAD);
  const LazyObject *o = object_at(lazy, look->address, look->n);
  bool is_private = !o && (addr_is_private(look->addresses, look->address) ||
                           addr_external(look->addresses, look->address));
  if (look->n > MOST_BYTES || (!o && !is_private) || is_known(look, o)) return;
  bool is_pointer = prog_type(p, place->inst->type)->kind == TYPE_PTR;
  uint64_t at = position(p, place->inst), chain = place->chain;
  uint64_t nth = map_get(&lazy->counts, replay_key3(at, chain, 0), 0);
  uint64_t key = replay_key3(at, chain, nth);
  const uint64_t *known = map_find(&lazy->values, key);
  if (!known && !is_pointer) return;
  LazyBytes found = {.object = o ? *o : (LazyObject){0},
                     .at = look->address - (o ? o->address : 0),
                     .n = (uint32_t)look->n,
                     .is_pointer = is_pointer,
                     .value = known ? lazy->loads.at[*known].value
                                    : lazy_invent(lazy, p, key)};
  uint64_t in_run =
      is_pointer ? addr_to_run(look->addresses, found.value) : found.value;
  memcpy(bytes, &in_run, look->n);
  VEC_PUSH(lazy->mem, &lazy->found, found);
}

/* ---- the run that counts ---- */

static void copy_map(Map *to, const Map *from) {
  for (uint32_t i = 0; i < from->n; i++)
    map_put(to, from->entries[i].key, from->entries[i].value);
}

void lazy_keep_pieces(Lazy *lazy, const Addresses *a) {
  copy_map(&lazy->pieces, &a->pieces);
}

void lazy_give_pieces(const Lazy *lazy, Addresses *a) {
  assert(a->pieces.n == 0);
  copy_map(&a->pieces, &lazy->pieces);
}

void lazy_fill_private(const Lazy *lazy, Addresses *a, uint64_t address,
                       uint8_t *bytes, uint8_t *known, uint64_t n) {
  for (uint32_t i = 0; i < lazy->found.n; i++) {
    const LazyBytes *found = &lazy->found.at[i];
    uint64_t offset = found->at - address;
    if (found->object.site || offset >= n || found->n > n - offset) continue;
    uint64_t value =
        found->is_pointer ? addr_to_run(a, found->value) : found->value;
    memcpy(bytes + offset, &value, found->n);
    memset(known + offset, 1, found->n);
  }
}
