/* SPDX-License-Identifier: MIT
 *
 * A picture of memory at the error: a box for the variables of each
 * activation, one for globals that are pointers, one for each heap object, and
 * which cell points to which box.  Only where the heap has a part in the run,
 * and of many objects the newest. */
#include "report/trace/trace_int.h"

enum { MOST_OBJECTS = 12, MOST_CELLS = 10, MOST_BOXES = 8, MOST_BYTES = 4096 };

/* Adds to the box that is filled now, whose cells are the newest. */
static void add_cell(RepCounterexample *c, const char *name, CTypeId type,
                     const uint8_t *bytes, uint64_t n) {
  RepBox *box = &c->boxes.at[c->filled];
  assert(c->filled < c->boxes.n && box->first + box->n == c->cells.n);
  Text value;
  if (n == 0 || box->n == MOST_CELLS) return;
  text_init(&value, c->mem);
  rep_print_value(&value, &c->memory, type, bytes, n);
  RepCell cell = {.name = arena_strdup(&c->texts, name),
                  .value = arena_strdup(&c->texts, text_get(&value))};
  text_done(&value);
  if (prog_ctype(c->program, type)->kind == CTYPE_POINTER) {
    uint64_t address = 0;
    memcpy(&address, bytes, n < sizeof address ? n : sizeof address);
    const RepObject *to = rep_memory_find(&c->memory, address);
    for (uint32_t i = 0; to && i < c->boxes.n; i++)
      if (c->boxes.at[i].start && c->boxes.at[i].start == to->start)
        cell.to = i + 1;
  }
  VEC_PUSH(c->mem, &c->cells, cell);
  box->n++;
}

static void begin_cells(RepCounterexample *c, uint32_t number) {
  assert(number < c->boxes.n);
  c->filled = number;
  c->boxes.at[number].first = c->cells.n;
}

static void add_box(RepCounterexample *c, RepBox box) {
  VEC_PUSH(c->mem, &c->boxes, box);
  begin_cells(c, c->boxes.n - 1);
}

/* ---- heap ---- */

static void name_objects(RepCounterexample *c) {
  const RepMemory *m = &c->memory;
  uint32_t from = m->heap.n > MOST_OBJECTS ? m->heap.n - MOST_OBJECTS : 0;
  for (uint32_t i = from; i < m->heap.n; i++) {
    const RepObject *o = &m->objects.at[m->heap.at[i]];
    const char *type = prog_ctype(c->program, o->type)->name;
    add_box(
        c, (RepBox){.kind = o->state == REP_LIVE ? REP_BOX_HEAP : REP_BOX_FREED,
                    .name = arena_printf(&c->texts, "heap#%u%s%s, %llu bytes%s",
                                         o->number, *type ? " " : "", type,
                                         (unsigned long long)o->size,
                                         o->state == REP_LIVE ? "" : ", freed"),
                    .start = o->start});
  }
}

static void add_members(RepCounterexample *c, const CType *type,
                        const uint8_t *bytes, uint64_t n) {
  for (uint32_t k = 0; k < type->n_members; k++) {
    const CMember *m = &type->members[k];
    uint64_t at = (uint64_t)m->at / 8;
    uint64_t size = prog_ctype(c->program, m->type)->size;
    if (!m->bits && size && at < n && size <= n - at)
      add_cell(c, m->name, m->type, bytes + at, size);
  }
}

static void add_elements(RepCounterexample *c, CTypeId type, uint64_t size,
                         const uint8_t *bytes, uint64_t n) {
  assert(size > 0 && n <= MOST_BYTES);
  for (uint64_t i = 0; (i + 1) * size <= n && i < MOST_CELLS; i++) {
    char name[32];
    snprintf(name, sizeof name, "[%llu]", (unsigned long long)i);
    add_cell(c, name, type, bytes + i * size, size);
  }
}

static void fill_object(RepCounterexample *c, const Interp *run,
                        uint32_t number) {
  uint8_t bytes[MOST_BYTES];
  const RepObject *o = rep_memory_find(&c->memory, c->boxes.at[number].start);
  uint64_t n = o->size < MOST_BYTES ? o->size : MOST_BYTES;
  const CType *type = prog_ctype(c->program, o->type);
  if (o->state == REP_DEAD || n == 0 || !interp_peek(run, o->start, bytes, n))
    return;
  if (type->kind == CTYPE_STRUCT && o->size < 2 * type->size)
    add_members(c, type, bytes, n);
  else
    add_elements(c, o->type, type->size ? type->size : 1, bytes, n);
}

/* ---- variables ---- */

static void add_variable(RepCounterexample *c, const Interp *run,
                         const RepHeld *held) {
  uint8_t bytes[MOST_BYTES];
  const CVar *var = &c->program->vars.at[held->var.id];
  uint64_t n = var->size;
  if (n == 0 || n > MOST_BYTES) return;
  if (held->where == REP_IN_REGISTER) {
    if (n > sizeof held->word) return;
    memcpy(bytes, &held->word, n);
  } else if (!interp_peek(run, held->word, bytes, n)) {
    return;
  }
  add_cell(c, var->name, var->type, bytes, n);
}

static void add_activations(RepCounterexample *c, const Interp *run) {
  uint32_t depth = UINT32_MAX, n = 0;
  for (uint32_t i = 0; i < c->memory.held.n; i++) {
    const RepHeld *held = &c->memory.held.at[i];
    const Function *f =
        prog_func(c->program, interp_function(run, held->depth));
    if (f->origin == FUNC_MODEL) continue;
    if (held->depth != depth && ++n > MOST_BOXES) return;
    if (held->depth != depth)
      add_box(c, (RepBox){.kind = REP_BOX_STACK,
                          .name = arena_printf(&c->texts, "%s()", f->name)});
    depth = held->depth;
    add_variable(c, run, held);
  }
}

static void add_globals(RepCounterexample *c, const Interp *run) {
  bool is_open = false;
  for (uint32_t i = 0; i < c->memory.globals.n; i++) {
    const RepObject *o = &c->memory.objects.at[c->memory.globals.at[i]];
    const CType *type = prog_ctype(c->program, o->type);
    if (!o->var.id || type->kind != CTYPE_POINTER) continue;
    if (!is_open)
      add_box(c, (RepBox){.kind = REP_BOX_STACK, .name = "globals"});
    is_open = true;
    add_variable(
        c, run,
        &(RepHeld){.var = o->var, .where = REP_IN_MEMORY, .word = o->start});
  }
}

void trace_picture(RepCounterexample *c, const Interp *run) {
  if (c->memory.heap.n == 0) return;
  name_objects(c);
  uint32_t n = c->boxes.n;
  for (uint32_t i = 0; i < n; i++) {
    begin_cells(c, i);
    fill_object(c, run, i);
  }
  add_globals(c, run);
  add_activations(c, run);
}
