/* SPDX-License-Identifier: MIT
 *
 * VALID: what a run knows of its objects.
 *
 * Objects have gaps between them, so the object that a pointer points into or
 * just behind is unique.  A pointer that has left all objects (a - 1 of an
 * array a) may come back: then the bytes accessed decide alone.
 *
 * A heap object is tracked if its address, or one inside of it, stands
 * somewhere in memory that is itself reached: in a global, in a local that is
 * kept in memory, or in a tracked heap object; unless the program returns, also
 * in registers.  Every position counts, aligned or not, so an object that is
 * called lost really is.
 *
 * With INTERP_SURE the other way round: a pointer must be in an object, and no
 * heap object may live at the end. */
#include "interp/interp_int.h"

static uint32_t around(const Interp *run, uint64_t address) {
  uint32_t id = 0;
  for (int kind = 0; kind < SEG_COUNT && !id; kind++)
    id = interp_around(&run->memory, (SegmentKind)kind, address);
  return id;
}

static bool valid_access(const Interp *run, const Code *code) {
  uint64_t pointer = *operand_at(run, code->a);
  uint64_t offset = *operand_at(run, code->b), n = *operand_at(run, code->c);
  if (n == 0) return true;
  uint64_t at = (pointer + offset) & run->memory.pointer_mask;
  uint32_t id = around(run, pointer);
  if (!id && run->options.memory != INTERP_SURE) id = around(run, at);
  if (!id) return false;
  const Object *o = &run->memory.objects.at[id];
  if (code->imm == VALID_WRITE && o->is_constant) return false;
  return at - o->start < o->size && n <= o->size - (at - o->start);
}

static bool valid_free(const Interp *run, uint64_t pointer) {
  if (pointer == 0) return true;
  uint32_t id = interp_around(&run->memory, SEG_HEAP, pointer);
  return id && run->memory.objects.at[id].start == pointer;
}

/* ---- pointers, with INTERP_SURE ---- */

/* Where objects may have been that are dead now. */
static bool is_of_the_dead(const Interp *run, uint64_t address) {
  bool inside = false;
  for (int kind = SEG_HEAP; kind < SEG_COUNT; kind++) {
    const Segment *s = &run->memory.segments[kind];
    inside |= address >= s->base && address < s->limit;
  }
  return inside && !around(run, address);
}

/* A pointer to a dead object may be equal to one to another object, and so may
 * the numbers made from them be; but none is NULL. */
static bool compare(Interp *run, const Code *code) {
  uint64_t a = *operand_at(run, code->a), b = *operand_at(run, code->b);
  run->r[code->dst] = (a == b) == (code->inst->op == OP_EQ);
  bool good = code->of_numbers
                  ? !is_of_the_dead(run, a) && !is_of_the_dead(run, b)
                  : !a || !b || (around(run, a) && around(run, b));
  return good || interp_end(run, INTERP_BAD_ACCESS, code->inst, "comparison");
}

/* Arithmetic that leads from one object into another makes a pointer that
 * later seems to be the other's; where the run is watched, its object is known.
 */
bool interp_point(Interp *run, const Code *code) {
  if (code->inst->op == OP_EQ || code->inst->op == OP_NE)
    return compare(run, code);
  uint64_t from = *operand_at(run, code->a), at = from;
  if (code->inst->op == OP_GEP) {
    at += (uint64_t)code->imm;
    if (code->inst->n_ops == 2) {
      uint64_t index = *operand_at(run, code->b);
      uint32_t unused = 64 - code->bits;
      at += (uint64_t)((int64_t)(index << unused) >> unused) *
            (uint64_t)code->stride;
    }
  }
  at &= run->memory.pointer_mask;
  run->r[code->dst] = at;
  if (run->options.looks && interp_has_start(run, code->a)) return true;
  uint32_t into = around(run, at);
  bool is_own = code->inst->op == OP_GEP && around(run, from) == into;
  return !into || is_own ||
         interp_end(run, INTERP_BAD_ACCESS, code->inst, "pointer arithmetic");
}

/* ---- lost objects ---- */

typedef struct Search {
  const Interp *run;
  uint8_t *seen; /* by object */
  Vec(uint32_t) work;
} Search;

static void reach(Search *s, uint64_t address) {
  uint32_t id = interp_around(&s->run->memory, SEG_HEAP, address);
  if (!id || s->seen[id]) return;
  s->seen[id] = 1;
  VEC_PUSH(s->run->mem, &s->work, id);
}

static void look_into(Search *s, uint32_t id) {
  const Object *o = &s->run->memory.objects.at[id];
  uint32_t size = s->run->p->pointer_bits / 8;
  assert(!o->is_dead || !o->size);
  for (uint64_t at = 0; at + size <= o->size; at++) {
    uint64_t address = 0;
    memcpy(&address, o->bytes + at, size);
    reach(s, address);
  }
}

static void look_into_stack(Search *s) {
  const Segment *stack = &s->run->memory.segments[SEG_STACK];
  for (uint32_t i = 0; i < stack->order.n; i++)
    look_into(s, stack->order.at[i]);
}

/* A function without a body keeps nothing. */
static void look_into_globals(Search *s) {
  for (uint32_t g = 1; g < s->run->p->globals.n; g++)
    if (s->run->p->globals.at[g].kind != GLOBAL_OUTSIDE) look_into(s, g);
}

/* Calls `visit` for each lost heap object, until that says false. */
static bool each_lost(const Interp *run, ValidKind when, InterpLost *visit,
                      void *context) {
  const Memory *m = &run->memory;
  const Segment *heap = &m->segments[SEG_HEAP];
  assert(when == VALID_AT_RETURN || when == VALID_AT_EXIT);
  if (run->options.memory == INTERP_SURE) return false; /* some are live */
  Search s = {.run = run, .seen = MEM_ARRAY(run->mem, uint8_t, m->objects.n)};
  look_into_globals(&s);
  look_into_stack(&s);
  for (uint32_t i = 0; when == VALID_AT_EXIT && i < run->words.n; i++)
    reach(&s, run->words.at[i]);
  while (s.work.n) look_into(&s, VEC_POP(&s.work));
  bool goes_on = true;
  for (uint32_t i = 0; i < heap->order.n && goes_on; i++) {
    const Object *o = &m->objects.at[heap->order.at[i]];
    if (!s.seen[heap->order.at[i]] && !o->is_dead)
      goes_on = visit(context, o->start);
  }
  VEC_DONE(run->mem, &s.work);
  MEM_FREE_ARRAY(run->mem, s.seen, m->objects.n);
  return goes_on;
}

static bool stop_at_once(void *context, uint64_t start) {
  (void)context, (void)start;
  return false;
}

static bool nothing_lost(const Interp *run, ValidKind when) {
  return each_lost(run, when, stop_at_once, NULL);
}

void interp_lost(const Interp *run, ValidKind when, InterpLost *visit,
                 void *context) {
  require(run->stack.n);
  (void)each_lost(run, when, visit, context);
}

bool interp_valid(const Interp *run, const Code *code) {
  switch ((ValidKind)code->imm) {
  case VALID_ACCESS:
  case VALID_WRITE: return valid_access(run, code);
  case VALID_FREE: return valid_free(run, *operand_at(run, code->a));
  case VALID_AT_RETURN:
    return run->stack.n > 1 || nothing_lost(run, VALID_AT_RETURN);
  case VALID_AT_EXIT: return nothing_lost(run, VALID_AT_EXIT);
  case VALID_LIVE:
  case VALID_INIT:
  case VALID_GONE:
  case VALID_HEAP:
  case VALID_MEMBER:
  case VALID_COPY:
  case VALID_WORD:
  case VALID_PRINTED:
  case VALID_WIDE_COPY:
  case VALID_WIDE_APPEND:
  case VALID_APPEND: break; /* never in a program that is run */
  }
  unreachable_case();
}
