/* SPDX-License-Identifier: MIT
 *
 * The interpreter's memory: a flat address space with an object table.
 *
 * Addresses are numbers and the same in every run.  Functions, globals, heap
 * and stack have a segment each; objects of a segment lie in the order they
 * were made, with gaps, so that an access just past the end meets nothing.
 * Heap addresses are never used twice; stack addresses are, after the return.
 *
 * Finding the object of an address is a binary search.  Most of the time it is
 * not needed: each load and store keeps a hint, the object it accessed last.  A
 * hint may be stale; it is used only if the object, as it is now, holds the
 * bytes.
 *
 * Lazy memory: bytes that lie in no live object belong to a private object,
 * made on first touch from the aligned 4096 bytes around them, less what live
 * objects hold (SOUNDNESS 5: such a pointer never ends the path).  An
 * object made later at these addresses takes their place.  Only the first page,
 * NULL and what is near, is no memory: an access there traps.
 *
 * Fresh bytes are tracked on request: each byte of an object has a second one
 * that says whether it was written.  A declaration without initialiser stores
 * an uninitialised value, which makes the bytes fresh again.  Loads and stores
 * then keep no hints, so all of them are seen here. */
#include "interp/interp_int.h"

enum { PRIVATE_BYTES = 4096, NULL_PAGE = 4096 };

typedef struct Layout {
  uint64_t func_base, gap, bases[SEG_COUNT + 1];
} Layout;

static const Layout layout32 = {
    0x08000000, 64, {0x10000000, 0x40000000, 0xc0000000, 0xfff00000}};
/* As in an executable that is linked for a fixed place: globals and the first
 * objects on the heap lie below 4 GB.  Some programs take larger addresses for
 * error codes. */
static const Layout layout64 = {
    0x400000, 4096, {0x10000000, 0x40000000, 0x7f0000000000, 0x7ffff0000000}};

/* Behind the globals. */
uint64_t interp_free_room(const Program *program) {
  return program->pointer_bits == 32 ? 0x20000000u : 0x30000000u;
}

/* ---- making objects ---- */

/* How many objects of an ordered list start at or below `address`. */
static uint32_t count_below(const Memory *m, const uint32_t *order, uint32_t n,
                            uint64_t address) {
  uint32_t low = 0, high = n;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (m->objects.at[order[middle]].start <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void object_kill(Interp *run, uint32_t id) {
  Object *o = &run->memory.objects.at[id];
  assert(o->size <= run->memory.live_bytes && (o->bytes || !o->size));
  if (o->is_own_block) mem_free(run->mem, o->bytes, o->size);
  if (o->fresh) mem_free(run->mem, o->fresh, o->is_dead ? o->paused : o->size);
  run->memory.live_bytes -= o->size;
  o->is_own_block = false;
  o->is_dead = true;
  o->size = 0;
  o->bytes = o->fresh = NULL;
}

/* Private objects in the way of a new one make room. */
static void evict_private(Interp *run, uint64_t start, uint64_t size) {
  Memory *m = &run->memory;
  uint32_t kept = 0;
  assert(size <= UINT64_MAX - start);
  for (uint32_t i = 0; i < m->private.n; i++) {
    uint32_t id = m->private.at[i];
    const Object *o = &m->objects.at[id];
    if (o->start < start + size && start < o->start + o->size)
      object_kill(run, id);
    else
      m->private.at[kept++] = id;
  }
  m->private.n = kept;
}

static uint32_t object_id(Interp *run, Object object) {
  Memory *m = &run->memory;
  if (m->free_ids.n) {
    uint32_t id = VEC_POP(&m->free_ids);
    assert(m->objects.at[id].is_dead);
    m->objects.at[id] = object;
    return id;
  }
  VEC_PUSH(run->mem, &m->objects, object);
  return m->objects.n - 1;
}

uint32_t interp_object_new(Interp *run, const Inst *inst, SegmentKind kind,
                           uint64_t size, uint32_t align, uint64_t *address) {
  Memory *m = &run->memory;
  Segment *s = &m->segments[kind];
  uint64_t most = run->options.max_bytes;
  require(align && (align & (align - 1)) == 0);
  uint64_t start = (s->next + align - 1) & ~(uint64_t)(align - 1);
  if (m->live_bytes > most || size > most - m->live_bytes || start > s->limit ||
      size + m->gap > s->limit - start) {
    interp_end(run, INTERP_FUEL, inst, INTERP_NO_MEMORY);
    return 0;
  }
  s->next = start + size + m->gap;
  m->live_bytes += size;
  if (m->private.n) evict_private(run, start, size);
  Object object = {.start = start, .size = size};
  if (kind == SEG_STACK) {
    object.bytes = arena_alloc(&m->stack, size);
  } else {
    object.bytes = mem_alloc(run->mem, size);
    object.is_own_block = size > 0;
  }
  uint32_t id = object_id(run, object);
  assert(!s->order.n || m->objects.at[VEC_LAST(&s->order)].start < start);
  VEC_PUSH(run->mem, &s->order, id);
  *address = start;
  return id;
}

void interp_object_is_fresh(Interp *run, uint32_t id) {
  Object *o = &run->memory.objects.at[id];
  if (run->options.fresh == INTERP_FRESH_FILLED || !o->size) return;
  assert(!o->fresh);
  o->fresh = mem_alloc(run->mem, o->size);
  memset(o->fresh, 1, o->size);
}

void interp_stack_release(Interp *run, const Activation *to) {
  Memory *m = &run->memory;
  Segment *s = &m->segments[SEG_STACK];
  assert(s->order.n >= to->n_objects && s->next >= to->stack_next);
  if (s->order.n == to->n_objects) return;
  while (s->order.n > to->n_objects) {
    uint32_t id = VEC_POP(&s->order);
    object_kill(run, id);
    VEC_PUSH(run->mem, &m->free_ids, id);
  }
  if (run->options.memory != INTERP_SURE) s->next = to->stack_next;
  arena_release(&m->stack, to->bytes);
}

bool interp_free_heap(Interp *run, const Inst *inst, uint64_t address) {
  if (!address) return true;
  Memory *m = &run->memory;
  Segment *s = &m->segments[SEG_HEAP];
  uint32_t i = count_below(m, s->order.at, s->order.n, address);
  uint32_t id = i ? s->order.at[i - 1] : 0;
  if (id && m->objects.at[id].start == address && !m->objects.at[id].is_dead) {
    object_kill(run, id);
    return true;
  }
  if (run->options.memory == INTERP_LAZY) {
    run->result.used_fresh = true; /* what the library does then is not known */
    return true;
  }
  run->result.address = address;
  return interp_end(run, INTERP_BAD_ACCESS, inst, INTERP_BAD_FREE);
}

uint32_t interp_around(const Memory *m, SegmentKind kind, uint64_t address) {
  const Segment *s = &m->segments[kind];
  uint32_t i = count_below(m, s->order.at, s->order.n, address);
  const Object *o = i ? &m->objects.at[s->order.at[i - 1]] : NULL;
  return o && !o->is_dead && address - o->start <= o->size ? s->order.at[i - 1]
                                                           : 0;
}

static Object *stack_object(Interp *run, uint64_t address) {
  Memory *m = &run->memory;
  const Segment *s = &m->segments[SEG_STACK];
  uint32_t i = count_below(m, s->order.at, s->order.n, address);
  Object *o = i ? &m->objects.at[s->order.at[i - 1]] : NULL;
  return o && o->start == address ? o : NULL;
}

void interp_begin_lifetime(Interp *run, uint64_t address) {
  Object *o = stack_object(run, address);
  if (!o || !o->is_dead) return;
  run->result.lives_again = true;
  o->size = o->paused;
  o->is_dead = false;
  run->memory.live_bytes += o->size;
}

/* Its bytes stay until the activation returns. */
void interp_end_lifetime(Interp *run, uint64_t address) {
  Object *o = stack_object(run, address);
  if (!o || o->is_dead) return;
  run->memory.live_bytes -= o->size;
  o->paused = o->size;
  o->is_dead = true;
  o->size = 0;
}

/* ---- globals ---- */

static void put_address(Interp *run, uint8_t *bytes, uint64_t address) {
  memcpy(bytes, &address, run->p->pointer_bits / 8);
}

static void global_bytes(Interp *run, uint32_t id, Object *o) {
  const Global *g = &run->p->globals.at[id];
  if (g->state == GLOBAL_EXTERNAL) {
    InterpPlace place = {.chain = hash_bytes(g->name, strlen(g->name)),
                         .address = o->start};
    run->inputs.fill(run->inputs.ctx, &place, o->bytes, o->size);
    interp_object_is_fresh(run, id);
    return;
  }
  if (!o->size) return;
  if (g->init)
    memcpy(o->bytes, g->init, o->size);
  else
    memset(o->bytes, 0, o->size);
  for (uint32_t i = 0; i < g->n_relocs; i++) {
    const Reloc *r = &g->relocs[i];
    require(r->offset + run->p->pointer_bits / 8 <= o->size);
    uint64_t base = r->global.id ? run->global_address[r->global.id]
                                 : interp_func_address(run, r->func);
    put_address(run, o->bytes + r->offset,
                (base + (uint64_t)r->addend) & run->memory.pointer_mask);
  }
}

static void segments_start(Interp *run) {
  Memory *m = &run->memory;
  bool narrow = run->p->pointer_bits == 32;
  const Layout *layout = narrow ? &layout32 : &layout64;
  m->pointer_mask = mask_of(run->p->pointer_bits);
  m->func_base = layout->func_base;
  m->gap = layout->gap;
  for (int i = 0; i < SEG_COUNT; i++) {
    Segment *s = &m->segments[i];
    s->base = s->next = layout->bases[i];
    s->limit = layout->bases[i + 1];
  }
}

void interp_memory_start(Interp *run) {
  interp_memory_done(run);
  Memory *m = &run->memory;
  segments_start(run);
  arena_init(&m->stack, run->mem);
  VEC_PUSH(run->mem, &m->objects, (Object){0});
  uint32_t n = run->p->globals.n;
  for (uint32_t i = 1; i < n; i++) {
    const Global *g = &run->p->globals.at[i];
    uint32_t align = g->align > 16 ? g->align : 16;
    uint32_t id = interp_object_new(run, NULL, SEG_GLOBAL, g->size, align,
                                    &run->global_address[i]);
    if (!id) return;
    assert(id == i); /* read below by the number of the global */
    m->objects.at[id].is_constant = g->kind == GLOBAL_CONSTANT;
  }
  for (uint32_t i = 1; i < n; i++) global_bytes(run, i, &m->objects.at[i]);
}

void interp_memory_done(Interp *run) {
  Memory *m = &run->memory;
  for (uint32_t i = 0; i < m->objects.n; i++) object_kill(run, i);
  for (int i = 0; i < SEG_COUNT; i++) VEC_DONE(run->mem, &m->segments[i].order);
  VEC_DONE(run->mem, &m->private);
  VEC_DONE(run->mem, &m->objects);
  VEC_DONE(run->mem, &m->free_ids);
  if (m->stack.mem) arena_done(&m->stack);
  *m = (Memory){0};
}

/* ---- reaching bytes ---- */

static bool holds(const Object *o, uint64_t address, uint64_t n) {
  uint64_t offset = address - o->start;
  return offset < o->size && n <= o->size - offset;
}

/* The live object around an address, 0 when there is none; `*next` is where
 * the next one of the list starts, if that is nearer than it was. */
static uint32_t search(const Memory *m, const uint32_t *order, uint32_t n,
                       uint64_t address, uint64_t *next) {
  uint32_t i = count_below(m, order, n, address);
  if (i && holds(&m->objects.at[order[i - 1]], address, 1)) return order[i - 1];
  for (; i < n; i++) {
    const Object *o = &m->objects.at[order[i]];
    if (!o->size) continue;
    if (o->start < *next) *next = o->start;
    break;
  }
  return 0;
}

static uint32_t find_object(const Memory *m, uint64_t address, uint64_t *next) {
  for (int i = 0; i < SEG_COUNT; i++) {
    const Segment *s = &m->segments[i];
    if (!s->order.n || address >= s->next) continue;
    uint32_t id = search(m, s->order.at, s->order.n, address, next);
    if (id) return id;
  }
  return search(m, m->private.at, m->private.n, address, next);
}

uint8_t *interp_find(Interp *run, uint64_t address, uint64_t n,
                     uint32_t *hint) {
  Memory *m = &run->memory;
  if (run->options.fresh != INTERP_FRESH_FILLED) return NULL;
  uint64_t next = UINT64_MAX;
  uint32_t id = find_object(m, address, &next);
  if (!id || !holds(&m->objects.at[id], address, n)) return NULL;
  assert(!m->objects.at[id].is_dead);
  *hint = id;
  return m->objects.at[id].bytes + (address - m->objects.at[id].start);
}

bool interp_peek(const Interp *run, uint64_t address, uint8_t *bytes,
                 uint64_t n) {
  const Memory *m = &run->memory;
  uint64_t next = UINT64_MAX;
  uint32_t id = find_object(m, address, &next);
  if (!id || !holds(&m->objects.at[id], address, n)) return false;
  memcpy(bytes, m->objects.at[id].bytes + (address - m->objects.at[id].start),
         n);
  return true;
}

/* The largest end of a live object at or below `address`. */
static uint64_t end_below(const Memory *m, const uint32_t *order, uint32_t n,
                          uint64_t address) {
  uint32_t i = count_below(m, order, n, address);
  while (i && !m->objects.at[order[i - 1]].size) i--;
  if (!i) return 0;
  const Object *o = &m->objects.at[order[i - 1]];
  return o->start + o->size;
}

static uint32_t private_new(Interp *run, const Inst *inst, uint64_t address,
                            uint64_t next) {
  Memory *m = &run->memory;
  uint64_t start = address & ~(uint64_t)(PRIVATE_BYTES - 1);
  uint64_t end =
      start + (PRIVATE_BYTES - 1); /* the last byte: may be the top */
  for (int i = 0; i < SEG_COUNT; i++) {
    const Segment *s = &m->segments[i];
    uint64_t low = end_below(m, s->order.at, s->order.n, address);
    if (low > start) start = low;
  }
  uint64_t low = end_below(m, m->private.at, m->private.n, address);
  if (low > start) start = low;
  if (next != UINT64_MAX && next - 1 < end) end = next - 1;
  assert(start <= address && address <= end);
  uint64_t size = end - start + 1;
  uint64_t most = run->options.max_bytes;
  if (m->live_bytes > most || size > most - m->live_bytes) {
    interp_end(run, INTERP_FUEL, inst, INTERP_NO_MEMORY);
    return 0;
  }
  m->live_bytes += size;
  Object object = {.start = start,
                   .size = size,
                   .bytes = mem_alloc(run->mem, size),
                   .is_own_block = true};
  InterpPlace place = interp_place(run, inst);
  place.site = 0;
  place.chain = start;
  run->inputs.fill(run->inputs.ctx, &place, object.bytes, size);
  uint32_t id = object_id(run, object);
  if (run->options.fresh == INTERP_FRESH_ASKED) interp_object_is_fresh(run, id);
  uint32_t i = count_below(m, m->private.at, m->private.n, start);
  assert(i == m->private.n ||
         end < m->objects.at[m->private.at[i]].start); /* none overlap */
  VEC_PUSH(run->mem, &m->private, id);
  memmove(m->private.at + i + 1, m->private.at + i,
          sizeof *m->private.at * (m->private.n - 1 - i));
  m->private.at[i] = id;
  return id;
}

typedef enum Access { ACCESS_READ, ACCESS_WRITE } Access;

/* The object of an address, made if there is none and memory is lazy; 0 when
 * the run ended. */
static uint32_t reach(Interp *run, const Inst *inst, uint64_t address,
                      Access access) {
  uint64_t next = UINT64_MAX;
  uint32_t id = find_object(&run->memory, address, &next);
  bool strict = run->options.memory != INTERP_LAZY;
  bool bad =
      id ? access == ACCESS_WRITE && run->memory.objects.at[id].is_constant
         : true;
  if (strict && bad) {
    run->result.address = address;
    interp_end(run, INTERP_BAD_ACCESS, inst, id ? "write to a constant" : "");
    return 0;
  }
  if (!id && address < NULL_PAGE) {
    run->result.address = address;
    interp_end(run, INTERP_TRAP, inst, INTERP_NULL_ACCESS);
    return 0;
  }
  if (!id) id = private_new(run, inst, address, next);
  if (!id || !run->is_stopped) return id;
  interp_end(run, INTERP_NO_INPUT, inst, "");
  return 0;
}

/* The first look at bytes that nobody wrote; whoever copies them only does not
 * look. */
static void ask_first(Interp *run, const Inst *inst, Object *o, uint64_t offset,
                      uint64_t n) {
  assert(o->fresh && run->options.fresh == INTERP_FRESH_ASKED);
  if (inst->op != OP_LOAD || memchr(o->fresh + offset, 0, n)) return;
  InterpPlace place = interp_place(run, inst);
  require(run->options.first);
  run->options.first(run->options.first_ctx, &place, o->start + offset,
                     o->bytes + offset, n);
  memset(o->fresh + offset, 0, n);
}

/* Both walk object by object: an access may straddle the end of one. */
bool interp_load(Interp *run, const Inst *inst, uint64_t address,
                 uint8_t *bytes, uint64_t n) {
  while (n) {
    address &= run->memory.pointer_mask;
    uint32_t id = reach(run, inst, address, ACCESS_READ);
    if (!id) return false;
    Object *o = &run->memory.objects.at[id];
    assert(holds(o, address, 1));
    uint64_t offset = address - o->start, piece = o->size - offset;
    if (piece > n) piece = n;
    if (o->fresh && run->options.fresh == INTERP_FRESH_ASKED)
      ask_first(run, inst, o, offset, piece);
    memcpy(bytes, o->bytes + offset, piece);
    if (o->fresh && memchr(o->fresh + offset, 1, piece))
      run->result.used_fresh = true;
    bytes += piece, address += piece, n -= piece;
  }
  return true;
}

/* A byte of a global or private object is never fresh again. */
static void make_fresh(Interp *run, uint64_t address) {
  uint64_t next = UINT64_MAX;
  address &= run->memory.pointer_mask;
  uint32_t id = find_object(&run->memory, address, &next);
  Object *o = &run->memory.objects.at[id];
  if (id && o->fresh)
    o->fresh[address - o->start] = 1;
  else
    run->result.used_fresh = true;
}

/* Of the heap object that starts there; 0: none does. */
static uint64_t heap_size(const Interp *run, uint64_t address) {
  uint32_t id = interp_around(&run->memory, SEG_HEAP, address);
  const Object *o = &run->memory.objects.at[id];
  return id && o->start == address ? o->size : 0;
}

uint64_t interp_copy_length(const Interp *run, const Code *code) {
  if (!(code->inst->flags & INST_MOVES)) return *operand_at(run, code->c);
  uint64_t to = heap_size(run, *operand_at(run, code->a));
  uint64_t from = heap_size(run, *operand_at(run, code->b));
  return to < from ? to : from;
}

/* Freshness goes with the bytes. */
bool interp_copy(Interp *run, const Inst *inst, uint64_t to, uint64_t from,
                 uint8_t *bytes, uint64_t n) {
  bool used_fresh = run->result.used_fresh;
  if (!interp_load(run, inst, from, bytes, n)) return false;
  bool has_fresh = run->result.used_fresh && !used_fresh &&
                   run->options.fresh == INTERP_FRESH_TRACKED;
  run->result.used_fresh = used_fresh;
  uint8_t *fresh = has_fresh ? mem_alloc(run->mem, n) : NULL;
  for (uint64_t i = 0; has_fresh && i < n; i++) {
    run->result.used_fresh = false;
    uint8_t byte;
    (void)interp_load(run, inst, from + i, &byte, 1);
    fresh[i] = run->result.used_fresh;
  }
  run->result.used_fresh = used_fresh;
  bool good = interp_store(run, inst, to, bytes, n);
  for (uint64_t i = 0; good && has_fresh && i < n; i++)
    if (fresh[i]) make_fresh(run, to + i);
  if (fresh) mem_free(run->mem, fresh, n);
  return good;
}

bool interp_is_uninit(const Inst *inst) {
  return inst->op == OP_NONDET && inst->imm == INPUT_UNINIT;
}

static bool is_havoc(const Inst *inst) {
  return inst && inst->op == OP_HAVOC;
}

/* Are the bytes that it stores fresh ones? */
static bool stores_fresh(const Interp *run, const Inst *inst) {
  if (is_havoc(inst)) return run->options.fresh == INTERP_FRESH_TRACKED;
  if (run->options.fresh == INTERP_FRESH_ASKED || !inst ||
      inst->op != OP_STORE || val_is_const(inst->ops[0]))
    return false;
  const Function *f = VEC_LAST(&run->stack).d->f;
  return interp_is_uninit(&f->insts.at[val_index(inst->ops[0])]);
}

bool interp_store(Interp *run, const Inst *inst, uint64_t address,
                  const uint8_t *bytes, uint64_t n) {
  while (n) {
    address &= run->memory.pointer_mask;
    uint32_t id = reach(run, inst, address, ACCESS_WRITE);
    if (!id) return false;
    Object *o = &run->memory.objects.at[id];
    assert(holds(o, address, 1));
    uint64_t offset = address - o->start, piece = o->size - offset;
    if (piece > n) piece = n;
    memcpy(o->bytes + offset, bytes, piece);
    bool is_fresh = stores_fresh(run, inst);
    if (o->fresh) memset(o->fresh + offset, is_fresh, piece);
    if (!o->fresh && is_fresh && is_havoc(inst)) run->result.used_fresh = true;
    bytes += piece, address += piece, n -= piece;
  }
  return true;
}

uint64_t interp_rest(Interp *run, const Inst *inst, uint64_t address) {
  uint32_t id = reach(run, inst, address, ACCESS_WRITE);
  if (!id) return 0;
  const Object *o = &run->memory.objects.at[id];
  assert(holds(o, address, 1));
  return o->size - (address - o->start);
}
