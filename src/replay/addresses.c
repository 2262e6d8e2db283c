/* SPDX-License-Identifier: MIT
 *
 * One address in three worlds: see replay_int.h. */
#include "replay/replay_int.h"

enum { PIECE_BITS = 16, MOST_PIECES = 4096, MOST_LIVE = 1 << 20, ALIGN = 16 };

void addr_init(Addresses *a, Mem *mem, const Ts *ts, const Program *program,
               Filling filling) {
  require(filling < N_FILLINGS);
  *a =
      (Addresses){.mem = mem, .ts = ts, .program = program, .filling = filling};
  map_init(&a->made_by_key, mem);
  map_init(&a->pieces, mem);
}

void addr_done(Addresses *a) {
  VEC_DONE(a->mem, &a->made);
  VEC_DONE(a->mem, &a->live);
  VEC_DONE(a->mem, &a->loads);
  map_done(&a->made_by_key);
  map_done(&a->pieces);
}

void addr_add_made(Addresses *a, uint64_t key, uint64_t trace, uint64_t size) {
  require(!map_find(&a->made_by_key, key));
  map_put(&a->made_by_key, key, a->made.n);
  VEC_PUSH(a->mem, &a->made, ((AddrMade){trace, size, key, 0}));
}

void addr_make(Addresses *a, uint64_t key, uint64_t address, uint64_t size,
               uint32_t site) {
  assert(a->live.n <= MOST_LIVE);
  const uint64_t *found = map_find(&a->made_by_key, key);
  if (found) a->made.at[*found].address = address;
  if (a->live.n < MOST_LIVE)
    VEC_PUSH(a->mem, &a->live, ((AddrLive){address, size, site}));
}

static bool is_in(uint64_t address, uint64_t start, uint64_t size) {
  return address - start < (size ? size : 1);
}

/* Pieces begin in the middle between multiples of 64 KB: solvers like the ends
 * of the number range, and an object may lie across them.  A pointer of which
 * nothing is asked but that it is not NULL may be 1; where pointers are to be
 * filled in, the first one into a piece is moved up so that it is aligned, and
 * the others with it. */
static uint64_t private_piece(Addresses *a, uint64_t trace) {
  assert(trace != 0);
  uint64_t mask = ~(uint64_t)0 >> (64 - a->program->pointer_bits);
  trace = (trace + ((uint64_t)1 << (PIECE_BITS - 1))) & mask;
  uint64_t key = trace >> PIECE_BITS;
  uint64_t *piece = map_find(&a->pieces, key);
  assert(a->pieces.n < MOST_PIECES);
  if (!piece && a->pieces.n >= MOST_PIECES - 1) return trace;
  uint64_t up = a->filling == FILL_ZEROS ? 0 : -trace % ALIGN;
  if (!piece) piece = map_put(&a->pieces, key, up << 32 | a->pieces.n);
  return interp_free_room(a->program) +
         ((uint64_t)(uint32_t)*piece << PIECE_BITS) + (*piece >> 32) +
         (trace & (((uint64_t)1 << PIECE_BITS) - 1));
}

/* The global that an address was placed in; 0: none. */
static uint64_t placed_global(const Addresses *a, uint64_t trace) {
  for (uint32_t i = 0; i < a->n_placed; i++) {
    const EvPlaced *placed = &a->placed[i];
    if (!is_in(trace, placed->address, placed->size)) continue;
    GlobalId id = prog_find_global(a->program, placed->global);
    if (id.id)
      return interp_global_address(a->run, id) + trace - placed->address;
  }
  return 0;
}

/* Is it in the first or last page?  No object is there. */
static bool is_number(const Addresses *a, uint64_t trace) {
  enum { PAGE = 4096 };
  uint64_t last = ~(uint64_t)0 >> (64 - a->program->pointer_bits);
  return trace < PAGE || trace > last - PAGE;
}

uint64_t addr_to_run(Addresses *a, uint64_t trace) {
  if (trace == 0) return 0;
  if (is_number(a, trace)) {
    a->met_numbers = true;
    if (a->numbers_stay) return trace;
  }
  if (a->room_stays && addr_is_private(a, trace)) return trace;
  assert(a->run != NULL);
  uint64_t placed = placed_global(a, trace);
  if (placed) return placed;
  for (uint32_t i = 0; a->ts && i < a->ts->objects.n; i++) {
    const TsObject *o = &a->ts->objects.at[i];
    if (o->kind == TS_OBJECT_LOCAL || !is_in(trace, o->address, o->size))
      continue;
    if (o->kind == TS_OBJECT_FUNC)
      return o->id < a->program->funcs.n
                 ? interp_func_address(a->run, (FuncId){o->id})
                 : trace;
    return interp_global_address(a->run, (GlobalId){o->id}) + trace -
           o->address;
  }
  for (uint32_t i = a->made.n; i > 0; i--) {
    const AddrMade *made = &a->made.at[i - 1];
    if (made->address && is_in(trace, made->trace, made->size))
      return made->address + trace - made->trace;
  }
  return private_piece(a, trace);
}

bool addr_is_private(const Addresses *a, uint64_t address) {
  uint64_t room = interp_free_room(a->program);
  return is_in(address, room, (uint64_t)MOST_PIECES << PIECE_BITS);
}

uint32_t addr_external(const Addresses *a, uint64_t address) {
  assert(a->run != NULL);
  for (uint32_t i = 1; i < a->program->globals.n; i++) {
    const Global *g = &a->program->globals.at[i];
    if (g->state == GLOBAL_EXTERNAL &&
        is_in(address, interp_global_address(a->run, (GlobalId){i}), g->size))
      return fe_replay_starts(g->name) ? i : 0;
  }
  return 0;
}

bool addr_to_native(const Addresses *a, uint64_t address, EvReloc *out) {
  assert(a->run != NULL);
  if (address == 0 || addr_is_private(a, address)) return false;
  for (uint32_t i = 1; i < a->program->funcs.n; i++)
    if (address == interp_func_address(a->run, (FuncId){i})) {
      *out = (EvReloc){.kind = EV_RELOC_FUNC, .id = i};
      return true;
    }
  for (uint32_t i = 1; i < a->program->globals.n; i++) {
    uint64_t start = interp_global_address(a->run, (GlobalId){i});
    if (!is_in(address, start, a->program->globals.at[i].size)) continue;
    *out =
        (EvReloc){.kind = EV_RELOC_GLOBAL, .id = i, .offset = address - start};
    return true;
  }
  for (uint32_t i = a->live.n; i > 0; i--) {
    const AddrLive *o = &a->live.at[i - 1];
    if (!is_in(address, o->address, o->size)) continue;
    *out = (EvReloc){
        .kind = EV_RELOC_OBJECT, .id = o->site, .offset = address - o->address};
    return true;
  }
  return false;
}

/* In the middle of the last piece, which no address of the trace gets. */
uint64_t addr_spare(const Addresses *a) {
  assert(a->program->pointer_bits == 32 || a->program->pointer_bits == 64);
  return interp_free_room(a->program) +
         ((uint64_t)(MOST_PIECES - 1) << PIECE_BITS) + (1 << (PIECE_BITS - 1));
}

void addr_fill_unknown(const Addresses *a, uint64_t start, uint8_t *bytes,
                       const uint8_t *known, uint64_t n) {
  assert(n == 0 || (bytes && known));
  uint64_t size = a->program->pointer_bits / 8, spare = addr_spare(a);
  if (a->filling == FILL_ZEROS || a->filling == FILL_ASKED) return;
  for (uint64_t at = (size - start % size) % size; at + size <= n; at += size) {
    bool free = true;
    for (uint64_t i = at; i < at + size; i++) free &= !known[i] && !bytes[i];
    if (free) memcpy(bytes + at, &spare, size);
  }
}

/* The first read of a byte shows its first contents. */
void addr_fill_private(Addresses *a, uint64_t address, uint8_t *bytes,
                       uint64_t n) {
  uint8_t *known = MEM_ARRAY(a->mem, uint8_t, n);
  memset(bytes, 0, n);
  for (uint32_t i = 0; i < a->loads.n; i++) {
    const AddrLoad *load = &a->loads.at[i];
    uint64_t at = addr_to_run(a, load->address) - address, pointer = 0;
    const uint8_t *from = load->bytes;
    if (load->is_pointer) {
      memcpy(&pointer, from, load->n);
      pointer = addr_to_run(a, pointer);
      from = (const uint8_t *)&pointer;
    }
    for (uint32_t k = 0; k < load->n; k++, at++)
      if (at < n && !known[at]) known[at] = 1, bytes[at] = from[k];
  }
  if (a->lazy) lazy_fill_private(a->lazy, a, address, bytes, known, n);
  addr_fill_unknown(a, address, bytes, known, n);
  MEM_FREE_ARRAY(a->mem, known, n);
}
