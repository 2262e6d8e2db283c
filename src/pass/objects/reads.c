/* SPDX-License-Identifier: MIT
 *
 * What a call reads first.
 *
 * `long total; add(&total, 5);` reads what was never written, but not where the
 * local is: in `add`.  Whoever is given an object and reads a part of it before
 * anybody can have written that part wants it to be written, so it is the call
 * that is asked about.
 *
 * A function is followed from its entry along the one way that is open for
 * sure: a branch is passed only if its other side is an ERROR, or taken for a
 * NULL, which the object's address is not.  The walk ends at whatever may write
 * the object or not go on, that is, at each call (whose own reads count, three
 * calls deep) and each store elsewhere than to variables.  Functions of the
 * library that take a text read its first character. */
#include "pass/objects/objects_int.h"

enum { READS_MOST = 4, DEPTH_MOST = 3 };

typedef struct Read {
  int64_t offset; /* from what is passed */
  TypeId type;
} Read;

typedef struct Reads {
  Read at[READS_MOST];
  uint32_t n;
} Reads;

static void add_read(Reads *out, int64_t offset, TypeId type) {
  assert(type.id != 0);
  for (uint32_t i = 0; i < out->n; i++)
    if (out->at[i].offset == offset) return;
  if (out->n < READS_MOST) out->at[out->n++] = (Read){offset, type};
}

/* Is it the object and a constant distance? */
static bool is_at(const Program *p, const Function *f, Val pointer, Val object,
                  int64_t *offset) {
  if (!val_is_local(pointer)) return false;
  Address address = prog_address(p, f, pointer, ADDRESS_ALL_STEPS);
  prog_address_fold(p, &address);
  return val_same(address.root, object) && address.n_terms == 0 &&
         prog_address_offset(&address, offset);
}

/* ---- the library ---- */

/* Texts that are read whatever the other arguments are. */
static bool reads_text(const char *name, uint32_t argument) {
  static const char *const names[] = {
      " strlen strchr strrchr strdup atoi atol atoll atof strtol strtoul "
      "strtoll strtoull strtod strtof strcat strncat strcmp strcasecmp strstr "
      "strcasestr strspn strcspn strpbrk puts fputs fopen opendir getenv "
      "system unlink remove rename open stat lstat access chdir rmdir ",
      " strcpy stpcpy strcat strcmp strcasecmp strstr strcasestr rename "};
  return argument < 2 && text_lists(names[argument], name);
}

/* ---- functions of the program ---- */

/* One function on the way. */
typedef struct Walk {
  Program *program;
  const Function *f;
  Val param;      /* leads to the object, */
  int64_t base;   /* so many bytes behind what the first call passes */
  uint32_t depth; /* calls */
  Reads *out;
} Walk;

static bool may_write(const Walk *w, const Inst *inst) {
  uint32_t to = inst->op == OP_STORE;
  switch ((int)inst->op) {
  case OP_STORE:
  case OP_MEMCPY:
  case OP_MEMSET:
  case OP_HAVOC:
    return !is_variable(w->program, w->f,
                        prog_address_root(w->f, inst->ops[to]));
  case OP_FREE:
  case OP_ASSUME:
  case OP_CALL: return true;
  default: return false;
  }
}

static bool is_null_test(const Walk *w, const Inst *test) {
  uint64_t number;
  int64_t offset;
  return (test->op == OP_EQ || test->op == OP_NE) &&
         is_at(w->program, w->f, test->ops[0], w->param, &offset) &&
         val_is_const(test->ops[1]) &&
         prog_const_as_u64(w->program, test->ops[1], &number) && number == 0;
}

/* Where the run goes on for sure; NULL: nobody knows. */
static const BlockId *next_block(const Walk *w, const Inst *end) {
  if (end->op == OP_BR) return &end->blocks[0];
  if (end->op != OP_CONDBR) return NULL;
  for (uint32_t i = 0; i < 2; i++)
    if (prog_terminator(w->f, end->blocks[i])->op == OP_ERROR)
      return &end->blocks[!i];
  if (!val_is_local(end->ops[0])) return NULL;
  const Inst *test = &w->f->insts.at[val_index(end->ops[0])];
  if (!is_null_test(w, test)) return NULL;
  return &end->blocks[test->op == OP_EQ];
}

static void find_reads(Walk *w, const Inst *call, uint32_t argument);

static void read_inst(const Walk *w, uint32_t number) {
  const Inst *inst = &w->f->insts.at[number];
  int64_t offset;
  if (inst->op == OP_LOAD && !(inst->flags & INST_VOLATILE) &&
      prog_store_size(w->program, inst->type) <= 8 &&
      is_at(w->program, w->f, inst->ops[0], w->param, &offset) &&
      flow_is_used(w->f, val_local(number)) && !updates_bits(w->f, number))
    add_read(w->out, w->base + offset, inst->type);
  for (uint32_t k = 1; inst->op == OP_CALL && k < inst->n_ops; k++) {
    Walk inner = *w;
    if (!is_at(w->program, w->f, inst->ops[k], w->param, &offset)) continue;
    inner.base += offset;
    inner.depth++;
    find_reads(&inner, inst, k - 1);
  }
}

static void walk(const Walk *w) {
  const BlockId *at = &(BlockId){0};
  for (uint32_t step = 0; at && step < w->f->blocks.n; step++) {
    const Block *block = &w->f->blocks.at[at->id];
    for (uint32_t i = 0; i < block->insts.n; i++) {
      read_inst(w, block->insts.at[i]);
      if (may_write(w, &w->f->insts.at[block->insts.at[i]])) return;
    }
    at = next_block(w, prog_terminator(w->f, *at));
  }
}

/* What the call reads of what it is given; the walk goes on in its function. */
static void find_reads(Walk *w, const Inst *call, uint32_t argument) {
  assert(call->op == OP_CALL);
  Program *p = w->program;
  const char *library = library_name(p, call);
  FuncId callee = prog_callee(p, call);
  if (library && reads_text(library, argument))
    add_read(w->out, w->base, prog_type_int(p, 8));
  if (library || !callee.id || w->depth > DEPTH_MOST) return;
  w->f = prog_func(p, callee);
  w->param = prog_param(argument);
  if (argument < w->f->n_params) walk(w);
}

/* ---- the call ---- */

/* The value there, as if it was read before the call. */
static Val load_at(Guarding *g, Val pointer, const Read *read) {
  TypeId type = prog_val_type(g->edit.program, g->edit.f, pointer);
  uint16_t flags = g->edit.flags;
  g->edit.flags |= INST_MODEL;
  uint32_t step = edit_add(&g->edit, OP_GEP, type, &pointer, 1, NULL, 0);
  g->edit.f->insts.at[step].imm = read->offset;
  Val value = edit_load(&g->edit, read->type, val_local(step));
  g->edit.flags = flags;
  return value;
}

/* The C variable that the object is; NULL: it has no name. */
static const CVar *variable_of(const Guarding *g, Val object) {
  const Function *f = g->edit.f;
  for (uint32_t i = 1; i < g->n_insts; i++)
    if (f->insts.at[i].op == OP_DBG_ADDR &&
        val_same(f->insts.at[i].ops[0], object))
      return &g->edit.program->vars.at[f->insts.at[i].var.id];
  return NULL;
}

static const char *message(const Guarding *g, FuncId callee, Val pointer,
                           const Read *read) {
  Program *p = g->edit.program;
  const char *name = prog_without_twin(prog_func(p, callee)->name);
  Val object = prog_address_root(g->edit.f, pointer);
  const CVar *var = variable_of(g, object);
  int64_t start;
  if (!var || !is_at(p, g->edit.f, pointer, object, &start) ||
      start + read->offset < 0)
    return arena_printf(&p->arena, "%s() reads what was never written", name);
  Text path;
  text_init(&path, p->mem);
  prog_print_path(&path, p, var->type, (uint64_t)(start + read->offset),
                  prog_store_size(p, read->type), (CTypeId){0});
  const char *text =
      arena_printf(&p->arena, "%s() reads '%s%s', which was never written",
                   name, var->name, text_get(&path));
  text_done(&path);
  return text;
}

void guard_read(Guarding *g, const Inst *call) {
  Program *p = g->edit.program;
  FuncId callee = call->op == OP_CALL ? prog_callee(p, call) : (FuncId){0};
  if (!callee.id) return;
  for (uint32_t k = 1; k < call->n_ops; k++) {
    if (!is_plain_local(g, call->ops[k])) continue;
    Reads reads = {.n = 0};
    Walk first = {.program = p, .depth = 1, .out = &reads};
    find_reads(&first, call, k - 1);
    for (uint32_t i = 0; i < reads.n; i++)
      ask_written(g, load_at(g, call->ops[k], &reads.at[i]),
                  message(g, callee, call->ops[k], &reads.at[i]));
  }
}
