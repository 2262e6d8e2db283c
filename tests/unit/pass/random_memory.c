/* SPDX-License-Identifier: MIT */
#include "unit/pass/random_memory.h"

enum { N_STEPS = 14 };

/* ---- programs ---- */

typedef struct Maker {
  Text *text;
  Rng rng;
  uint32_t next;            /* number of the next value */
  uint32_t pointers[64], n; /* values that point into the first 24 bytes */
} Maker;

static uint32_t below(Maker *m, uint32_t bound) {
  return rng_below(&m->rng, bound);
}

enum Use { TO_ACCESS, TO_STORE }; /* what is stored must not drift upwards */

/* An address within an object. */
static void add_place(Maker *m, char *place, size_t n, enum Use use) {
  uint32_t which = below(m, m->n + 4);
  uint32_t offset = 8 * below(m, use == TO_ACCESS ? 5 : 3);
  if (use == TO_STORE && which >= 6) offset = 0;
  if (which < 4) {
    if (offset)
      snprintf(place, n, "$g%u+%u", which, offset);
    else
      snprintf(place, n, "$g%u", which);
    return;
  }
  uint32_t value = m->next++;
  text_printf(m->text, "  %%%u = gep ptr %%%u imm=%u\n", value,
              m->pointers[which - 4], offset);
  snprintf(place, n, "%%%u", value);
}

static void add_step(Maker *m) {
  char a[32], b[32];
  uint32_t kind = below(m, 7), v;
  add_place(m, a, sizeof a, TO_ACCESS);
  add_place(m, b, sizeof b, TO_STORE);
  switch (kind) {
  case 0:
  case 1: text_printf(m->text, "  store %s, %s\n", b, a); break;
  case 2: /* a loaded pointer, replaced when it is none */
    v = m->next;
    m->next += 3;
    text_printf(m->text,
                "  %%%u = load ptr %s\n"
                "  %%%u = eq i1 %%%u, ptr 0\n"
                "  %%%u = select ptr %%%u, $g%u, %%%u\n",
                v, a, v + 1, v, v + 2, v + 1, below(m, 4), v);
    if (m->n < 60) m->pointers[m->n++] = v + 2;
    break;
  case 3: /* through integers */
    v = m->next;
    m->next += 3;
    text_printf(m->text,
                "  %%%u = ptrtoint i64 %s\n"
                "  %%%u = xor i64 %%%u, i64 255\n"
                "  %%%u = xor i64 %%%u, i64 255\n"
                "  store %%%u, %s\n",
                v, b, v + 1, v, v + 2, v + 1, v + 2, a);
    break;
  case 4: text_printf(m->text, "  memcpy %s, %s, i64 16\n", a, b); break;
  case 5: /* bytes of a pointer */
    for (uint32_t i = 0; i < 8; i++) {
      v = m->next;
      m->next += 3;
      text_printf(m->text,
                  "  %%%u = gep ptr %s imm=%u\n"
                  "  %%%u = load i8 %%%u\n"
                  "  %%%u = gep ptr %s imm=%u\n"
                  "  store %%%u, %%%u\n",
                  v, b, i, v + 1, v, v + 2, a, i, v + 1, v + 2);
    }
    break;
  default: text_printf(m->text, "  store ptr 0, %s\n", a);
  }
}

static void make_program(Maker *m) {
  text_add(m->text, "pointer 64\nentry @main\nsites 4\n"
                    "type t1 = [64 x i8] size=64 align=1\n");
  for (uint32_t i = 0; i < 4; i++)
    text_printf(m->text, "global $g%u t1 size=64 align=8\n", i);
  text_add(m->text, "define i64 @main() {\nb0:\n"
                    "  %1 = alloca ptr imm=64 aux=t1 site=1\n"
                    "  %2 = alloc ptr i64 64 site=2\n"
                    "  br b1\nb1:\n"
                    "  %3 = phi i64 [i64 0, b0], [%4, b1]\n");
  m->pointers[m->n++] = 1;
  m->pointers[m->n++] = 2;
  for (uint32_t i = 0; i < N_STEPS; i++) add_step(m);
  text_add(m->text, "  %4 = add i64 %3, i64 1\n"
                    "  %5 = ult i1 %4, i64 3\n"
                    "  condbr %5, b1, b2\nb2:\n"
                    "  %6 = load i64 $g0\n"
                    "  %7 = eq i1 %6, i64 0\n"
                    "  %8 = zext i64 %7\n"
                    "  ret %8\n}\n");
}

void random_memory_text(Text *text, uint64_t seed) {
  Maker maker = {.text = text, .rng = {seed}, .next = 10};
  text_clear(text);
  make_program(&maker);
}

/* ---- watching ---- */

static uint64_t value_of(MemoryWatch *w, Val val) {
  if (val_is_local(val)) return w->values[val_index(val)];
  const Const *c = prog_const(w->bench.p, val);
  if (c->kind == CONST_BITS) return c->words[0];
  return interp_global_address(w->run, c->global) + (uint64_t)c->offset;
}

static void watch_access(MemoryWatch *w, Val pointer, uint64_t size,
                         RegionId region, bool copy) {
  uint64_t at = value_of(w, pointer);
  for (uint32_t k = 0; k < WATCH_OBJECTS; k++) {
    if (!w->start[k] || at < w->start[k] || at >= w->start[k] + WATCH_BYTES)
      continue;
    IndexVec targets = {0};
    (void)prog_points_targets(w->points, w->bench.p->entry, pointer, &targets);
    bool found = false;
    for (uint32_t i = 0; i < targets.n; i++)
      found |= targets.at[i] == w->object[k];
    w->n_missed += !found;
    VEC_DONE(&w->bench.mem, &targets);
    w->n_accesses++;
    for (uint64_t i = 0; i < size && at - w->start[k] + i < WATCH_BYTES; i++) {
      uint32_t *byte = &w->touched[k][at - w->start[k] + i];
      w->n_missed += *byte != 0 && *byte != region.id;
      if (!copy) *byte = region.id; /* nobody sees what is only copied */
    }
  }
}

static void watch(void *ctx, const InterpPlace *place, const BvWord *value) {
  MemoryWatch *w = ctx;
  const Function *f = prog_func(w->bench.p, place->func);
  const Inst *inst = place->inst;
  uint32_t i = (uint32_t)(inst - f->insts.at);
  if (value && inst->type.id) w->values[i] = value[0];
  if (inst->op == OP_ALLOCA) w->start[4] = value[0];
  if (inst->op == OP_ALLOC) w->start[5] = value[0];
  if (inst->op == OP_LOAD)
    watch_access(w, inst->ops[0], prog_store_size(w->bench.p, inst->type),
                 inst->region, false);
  if (inst->op == OP_STORE)
    watch_access(
        w, inst->ops[1],
        prog_store_size(w->bench.p, prog_val_type(w->bench.p, f, inst->ops[0])),
        inst->region, false);
  if (inst->op == OP_MEMCPY) {
    watch_access(w, inst->ops[0], 16, inst->region, true);
    watch_access(w, inst->ops[1], 16, inst->region, true);
  }
}

void memory_watch_objects(MemoryWatch *w) {
  for (uint32_t o = 1; o < prog_points_n_objects(w->points); o++) {
    const MemObject *object = prog_points_object(w->points, o);
    if (object->kind == OBJECT_GLOBAL)
      w->object[object->global.id - 1] = o;
    else if (object->kind == OBJECT_ALLOCA)
      w->object[4] = o;
    else if (object->kind == OBJECT_ALLOC)
      w->object[5] = o;
  }
}

uint64_t memory_watch_run(MemoryWatch *w) {
  InterpOptions options = {.trace = watch, .trace_ctx = w, .max_steps = 100000};
  w->run = interp_new(&w->bench.mem, w->bench.p, options);
  for (uint32_t g = 0; g < 4; g++)
    w->start[g] = interp_global_address(w->run, (GlobalId){g + 1});
  InterpResult result = interp_run(w->run, interp_zeros());
  CHECK(result.end == INTERP_RETURNED);
  uint64_t value = result.end == INTERP_RETURNED ? result.value[0] : 99;
  interp_free(w->run);
  return value;
}
