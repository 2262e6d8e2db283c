/* SPDX-License-Identifier: MIT
 *
 * Notes on the error: of a bad access the object that was meant, its size, how
 * far the access is off, where it was allocated and freed; of a leak the
 * objects that are lost; of an assertion the values that it looked at.
 *
 * A check stands right in front of what it guards: the failed check is the
 * newest branch, and the guarded instruction is the first of its kind on the
 * branch's other side.  Its operands are there already. */
#include "ir/property.h"
#include "report/trace/trace_int.h"

static void add_note(RepCounterexample *c, LocId loc, const Text *text) {
  assert(text->n > 0 && loc.id < c->program->locs.n);
  RepNote note = {loc, arena_strdup(&c->texts, text_get(text))};
  VEC_PUSH(c->mem, &c->notes, note);
}

/* ---- accesses ---- */

/* A guarded access: where, and how many bytes. */
typedef struct Access {
  const char *word; /* "read" */
  Val pointer;
  uint64_t address, n; /* n == 0: any */
} Access;

static uint64_t word_at(const Interp *run, Val value) {
  return interp_value(run, interp_depth(run), value)[0];
}

/* The instruction that the newest branch guards; NULL: there is none. */
static const Inst *guarded(const RepCounterexample *c, const Inst *error) {
  if (!c->branch) return NULL;
  const Function *f = prog_func(c->program, c->branch_func);
  for (uint32_t k = 0; k < c->branch->n_blocks; k++) {
    const Block *block = &f->blocks.at[c->branch->blocks[k].id];
    if (block->insts.n == 0 || &f->insts.at[VEC_LAST(&block->insts)] == error)
      continue;
    for (uint32_t i = 0; i < block->insts.n && i < 8; i++) {
      const Inst *inst = &f->insts.at[block->insts.at[i]];
      if (prog_op_has(inst->op, 'M') && inst->op != OP_ALLOCA &&
          inst->op != OP_CALL)
        return inst;
    }
  }
  return NULL;
}

static uint64_t size_of(const RepCounterexample *c, TypeId type) {
  return prog_store_size(c->program, type);
}

static bool is_inside(const RepMemory *m, uint64_t address, uint64_t n) {
  const RepObject *object = rep_memory_find(m, address);
  return object && object->state == REP_LIVE &&
         n <= object->size - (address - object->start);
}

static bool access_of(const RepCounterexample *c, const Interp *run,
                      const Inst *inst, Access *out) {
  const Function *f = prog_func(c->program, c->branch_func);
  switch ((int)inst->op) {
  case OP_LOAD:
    *out = (Access){"read", inst->ops[0], 0, size_of(c, inst->type)};
    break;
  case OP_STORE: {
    TypeId type = prog_val_type(c->program, f, inst->ops[0]);
    *out = (Access){"write", inst->ops[1], 0, size_of(c, type)};
    break;
  }
  case OP_FREE: *out = (Access){"free", inst->ops[0], 0, 0}; break;
  case OP_MEMSET:
  case OP_MEMCPY:
    *out = (Access){"write", inst->ops[0], 0, word_at(run, inst->ops[2])};
    if (inst->op == OP_MEMCPY &&
        is_inside(&c->memory, word_at(run, inst->ops[0]), out->n))
      *out = (Access){"read", inst->ops[1], 0, out->n};
    break;
  default: return false;
  }
  out->address = word_at(run, out->pointer);
  return true;
}

/* The object that address arithmetic started from. */
static const RepObject *object_meant(const RepCounterexample *c,
                                     const Interp *run, const Access *access) {
  const Function *f = prog_func(c->program, c->branch_func);
  Val root = access->pointer;
  while (val_is_local(root) && f->insts.at[val_index(root)].op == OP_GEP)
    root = f->insts.at[val_index(root)].ops[0];
  uint64_t address = word_at(run, root);
  if (val_is_const(root)) {
    const Const *constant = prog_const(c->program, root);
    if (constant->kind == CONST_GLOBAL)
      address = interp_global_address(run, constant->global);
  }
  const RepObject *object = rep_memory_find(&c->memory, address);
  return object ? object : rep_memory_find(&c->memory, access->address);
}

static const char *plural(uint64_t n) {
  return n == 1 ? "" : "s";
}

/* "3 bytes behind its end". */
static void print_distance(Text *out, const RepObject *object,
                           const Access *access) {
  uint64_t offset = access->address - object->start;
  uint64_t behind = offset - object->size;
  if (access->address < object->start) {
    uint64_t before = object->start - access->address;
    text_printf(out, "%llu byte%s before its start", (unsigned long long)before,
                plural(before));
  } else if (offset < object->size) {
    uint64_t most = object->size - offset;
    text_printf(out, "at offset %llu, where it has %llu byte%s left",
                (unsigned long long)offset, (unsigned long long)most,
                plural(most));
  } else if (behind == 0) {
    text_add(out, "just behind its end");
  } else {
    text_printf(out, "%llu byte%s behind its end", (unsigned long long)behind,
                plural(behind));
  }
}

static const char *made_word(const RepObject *object) {
  return object->kind == REP_HEAP ? "allocated" : "declared";
}

static LocId made_at(const RepCounterexample *c, const RepObject *object) {
  return object->var.id ? c->program->vars.at[object->var.id].decl
                        : object->made;
}

enum { NULL_PAGE = 4096 }; /* what lies there was reached by way of NULL */

static bool is_written_constant(const RepCounterexample *c,
                                const Access *access, const RepObject *object) {
  return object && object->kind == REP_GLOBAL &&
         prog_global(c->program, object->global)->kind == GLOBAL_CONSTANT &&
         strcmp(access->word, "write") == 0 &&
         is_inside(&c->memory, access->address, access->n);
}

static void note_constant(RepCounterexample *c, const RepObject *object) {
  Text text;
  text_init(&text, c->mem);
  if (object->var.id)
    rep_print_object(&text, &c->memory, object);
  else /* a literal: its text */
    rep_print_address(&text, &c->memory, object->start, (CTypeId){0});
  text_add(&text, " is a constant: nothing may be written to it");
  add_note(c, made_at(c, object), &text);
  text_done(&text);
}

static void note_object(RepCounterexample *c, const RepObject *object,
                        const Access *access) {
  Text text;
  text_init(&text, c->mem);
  rep_print_object(&text, &c->memory, object);
  text_printf(&text, " has %llu byte%s, %s here",
              (unsigned long long)object->size, plural(object->size),
              made_word(object));
  if (access->n && object->state == REP_LIVE) {
    text_printf(&text, "; the %s of %llu byte%s is ", access->word,
                (unsigned long long)access->n, plural(access->n));
    print_distance(&text, object, access);
  }
  add_note(c, made_at(c, object), &text);
  text_clear(&text);
  if (object->state == REP_DEAD && object->freed.id) {
    rep_print_object(&text, &c->memory, object);
    text_add(&text, object->kind == REP_HEAP ? " was freed here"
                                             : " went out of scope here");
    add_note(c, object->freed, &text);
  }
  text_done(&text);
}

/* What a programmer calls it; what is guarded is only that the bytes lie in a
 * live object. */
static const char *name_of(const RepCounterexample *c, const Access *access,
                           const RepObject *object) {
  bool frees = strcmp(access->word, "free") == 0;
  bool reads = strcmp(access->word, "read") == 0;
  bool is_dead = object && object->state == REP_DEAD;
  if (frees) return is_dead ? "memory is freed twice" : NULL;
  if (is_dead && object->kind == REP_HEAP)
    return reads ? "read of freed memory" : "write to freed memory";
  if (is_dead)
    return reads ? "read of a variable that is out of scope"
                 : "write to a variable that is out of scope";
  if (is_written_constant(c, access, object)) return "write to a constant";
  if (!object && access->address < NULL_PAGE)
    return reads ? "read through a null pointer"
                 : "write through a null pointer";
  return NULL;
}

static void explain_access(RepCounterexample *c, const Interp *run,
                           const InterpResult *result) {
  const Inst *inst = guarded(c, result->inst);
  Access access;
  if (!inst || result->func.id != c->branch_func.id ||
      !access_of(c, run, inst, &access))
    return;
  const RepObject *object = object_meant(c, run, &access);
  const char *name = name_of(c, &access, object);
  Text text;
  text_init(&text, c->mem);
  if (name) VEC_LAST(&c->steps).note = name;
  if (object) {
    if (is_written_constant(c, &access, object))
      note_constant(c, object);
    else
      note_object(c, object, &access);
    if (c->slice) rep_slice_mark(c->slice, object->made_event);
    if (c->slice) rep_slice_mark(c->slice, object->freed_event);
  } else if (access.address < NULL_PAGE) {
    text_printf(&text, "the pointer is NULL%s",
                access.address ? ", and the access near it" : "");
    add_note(c, (LocId){0}, &text);
  } else {
    text_printf(&text, "0x%llx is the address of no object",
                (unsigned long long)access.address);
    add_note(c, (LocId){0}, &text);
  }
  text_done(&text);
}

/* ---- leaks ---- */

static bool note_lost(void *context, uint64_t start) {
  enum { MOST = 4 };
  RepCounterexample *c = context;
  const RepObject *object = rep_memory_find(&c->memory, start);
  if (!object) return true;
  Text text;
  text_init(&text, c->mem);
  rep_print_object(&text, &c->memory, object);
  text_printf(&text, " has %llu byte%s, allocated here, and is never freed",
              (unsigned long long)object->size, plural(object->size));
  add_note(c, object->made, &text);
  text_done(&text);
  if (c->slice) rep_slice_mark(c->slice, object->made_event);
  return c->notes.n < MOST;
}

static void explain_leak(RepCounterexample *c, const Interp *run, bool all) {
  if (!all) {
    interp_lost(run, VALID_AT_RETURN, note_lost, c);
    return;
  }
  for (uint32_t i = 0; i < c->memory.heap.n; i++) {
    const RepObject *object = &c->memory.objects.at[c->memory.heap.at[i]];
    if (object->state == REP_LIVE && !note_lost(c, object->start)) return;
  }
}

void trace_explain(RepCounterexample *c, const Interp *run,
                   const InterpResult *result) {
  const ErrorSite *error = &c->program->errors.at[result->error];
  PropertyKind kind = prog_property_by_name(error->property);
  if (kind == PROPERTY_VALID_DEREF || kind == PROPERTY_VALID_FREE)
    explain_access(c, run, result);
  else if (kind == PROPERTY_VALID_MEMTRACK)
    explain_leak(c, run, false);
  else if (kind == PROPERTY_VALID_MEMCLEANUP)
    explain_leak(c, run, true);
}
