/* SPDX-License-Identifier: MIT
 *
 * What flows where: the stores, arguments and returns of a program, as flows
 * into slots (usual.c).
 *
 * What is stored on a way that ends the program (`panicking = 1; ...; exit(1)`)
 * flows nowhere, except where it is to be proved: hardly anything comes after
 * it.
 *
 * A parameter is a slot only if every call of its function is in sight: calls
 * by name, and no other use of its address.  A global is one if no pointer
 * leads to it; its first value flows into it. */
#include "encode/function/usual_int.h"
#include "ir/address.h"

typedef struct Collector {
  UsualTable *table;
  FuncId func;
  const Function *f;
  bool is_original; /* it is in the source, no copy */
  Cfg *cfg;
  DomTree *dominators;
  Ranges *ranges;    /* made when first asked for */
  uint8_t *returns;  /* by block: is there a way from it to a return? */
  uint8_t *is_taken; /* by function: its address is used beside calls */
} Collector;

UsualKey usual_key(UsualKind kind, uint32_t of, uint32_t number) {
  require(kind >= USUAL_MEMBER && kind <= USUAL_RESULT && number < 1u << 24);
  return (uint64_t)kind << 60 | (uint64_t)of << 24 | number;
}

static UsualKey member_key(const UsualTable *t, TypeId type, int64_t field) {
  const UsualWorld *w = &t->world;
  uint32_t class = type.id < w->n_types ? w->class_of[type.id] : 0;
  return class && field >= 0 && field < 1 << 24
             ? usual_key(USUAL_MEMBER, class, (uint32_t)field)
             : 0;
}

static UsualKey global_key(const UsualTable *t, Val address) {
  if (!val_is_const(address)) return 0;
  const Program *p = t->world.program;
  const Const *c = prog_const(p, address);
  if (c->kind != CONST_GLOBAL) return 0;
  TypeKind kind = prog_type(p, prog_global(p, c->global)->type)->kind;
  return (kind == TYPE_INT || kind == TYPE_PTR) && c->offset == 0 &&
                 !t->world.global_leaks[c->global.id]
             ? usual_key(USUAL_GLOBAL, c->global.id, 0)
             : 0;
}

UsualKey usual_access(const UsualTable *t, const Inst *access) {
  assert(access->op == OP_LOAD || access->op == OP_STORE);
  UsualKey key = member_key(t, access->aux, access->imm);
  return key ? key : global_key(t, access->ops[access->op == OP_STORE]);
}

/* ---- which member an address leads to ----
 *
 * What its start is declared to lead to, and the distance from there.  Of an
 * array all elements are the same.  One of at most one element at the end of a
 * struct stands for more. */

bool usual_take_apart(const Raw *r, Val v, Val *root, uint64_t *offset) {
  int64_t at = 0;
  while (val_is_local(v)) {
    const Inst *inst = &r->f->insts.at[val_index(v)];
    if (inst->op != OP_GEP) break;
    if (inst->n_ops > 1) return false;
    at += inst->imm;
    v = inst->ops[0];
  }
  *root = v;
  *offset = (uint64_t)at;
  return at >= 0;
}

/* Does the struct end in an array that stands for a longer one? */
static bool is_open(const Program *p, TypeId type) {
  const Type *t = prog_type(p, type);
  if (t->kind != TYPE_STRUCT || !t->n_fields) return false;
  const Type *last = prog_type(p, t->fields[t->n_fields - 1].type);
  return last->kind == TYPE_ARRAY && last->count <= 1;
}

uint64_t usual_field_end(const Program *p, TypeId type, uint32_t field) {
  const Type *t = prog_type(p, type);
  assert(field < t->n_fields);
  if (field + 1 == t->n_fields && is_open(p, type)) return UINT64_MAX;
  return t->fields[field].offset + prog_type(p, t->fields[field].type)->size;
}

uint32_t usual_field_at(const Program *p, TypeId type, uint64_t *at) {
  assert(type.id && type.id < p->types.n);
  const Type *t = prog_type(p, type);
  for (uint32_t i = 0; t->kind == TYPE_STRUCT && i < t->n_fields; i++) {
    uint64_t from = t->fields[i].offset;
    if (*at < from || *at >= usual_field_end(p, type, i)) continue;
    *at -= from;
    return i;
  }
  return UINT32_MAX;
}

TypeId usual_element_at(const Program *p, TypeId type, uint64_t *at) {
  while (prog_type(p, type)->kind == TYPE_ARRAY) {
    type = prog_type(p, type)->elem;
    if (prog_type(p, type)->size) *at %= prog_type(p, type)->size;
  }
  return type;
}

TypeId usual_leads_to(const Raw *r, Val root, uint64_t *at) {
  const UsualWorld *w = &r->table->world;
  const Program *p = w->program;
  const Const *c = val_is_const(root) ? prog_const(p, root) : NULL;
  bool is_global = c && c->kind == CONST_GLOBAL;
  if (is_global) *at += (uint64_t)c->offset;
  TypeId type = is_global ? prog_global(p, c->global)->type
                          : w->leads_to(w->context, r->func, root);
  type = usual_element_at(p, type, at);
  if (!is_open(p, type) && prog_type(p, type)->size)
    *at %= prog_type(p, type)->size;
  return type;
}

TypeId usual_struct_at(const Raw *r, Val pointer, uint64_t n) {
  const Program *p = r->table->world.program;
  Val root;
  uint64_t at;
  if (!usual_take_apart(r, pointer, &root, &at)) return (TypeId){0};
  TypeId type = usual_leads_to(r, root, &at);
  while (type.id && (at || (n && prog_type(p, type)->size > n))) {
    uint32_t field = usual_field_at(p, type, &at);
    if (field == UINT32_MAX) return (TypeId){0};
    type = usual_element_at(p, prog_type(p, type)->fields[field].type, &at);
  }
  return type.id && prog_type(p, type)->kind == TYPE_STRUCT ? type
                                                            : (TypeId){0};
}

/* ---- what is known where a value is stored ---- */

static Range range_at(Collector *c, Val value, uint32_t block, TypeId type) {
  const Program *p = c->table->world.program;
  Range all = {0, UINT64_MAX, INT64_MIN, INT64_MAX};
  if (prog_type(p, type)->kind != TYPE_INT || prog_type(p, type)->bits > 64)
    return all;
  if (!c->ranges) c->ranges = prog_ranges_new(c->table->world.mem, p, c->func);
  return prog_range_at(c->ranges, value, (BlockId){block});
}

/* Has a comparison on the way to the block shown that the pointer is not
 * NULL, or what it is a step from? */
static bool is_shown(Collector *c, Val value, uint32_t block) {
  Mem *mem = c->table->world.mem;
  if (c->table->world.use == USUAL_FOR_PROOF)
    value = prog_address_root(c->f, value);
  IndexVec safe = {0};
  bool found = false;
  if (!val_is_local(value)) return false;
  prog_effects_not_null(c->table->world.program, c->f, c->cfg, value, &safe);
  for (uint32_t i = 0; i < safe.n && !found; i++)
    found = prog_dominates(c->dominators, safe.at[i], block);
  VEC_DONE(mem, &safe);
  return found;
}

static void flow(Collector *c, UsualKey key, Val value, uint32_t block) {
  const Program *p = c->table->world.program;
  if (!key) return;
  TypeId type = prog_val_type(p, c->f, value);
  bool is_pointer = prog_type(p, type)->kind == TYPE_PTR;
  UsualFlow made = {.key = key,
                    .func = c->func,
                    .value = value,
                    .range = range_at(c, value, block, type),
                    .is_shown = is_pointer && is_shown(c, value, block),
                    .is_pointer = is_pointer,
                    .is_counted = c->is_original};
  VEC_PUSH(c->table->world.mem, &c->table->flows, made);
}

/* ---- one function ---- */

static void flow_arguments(Collector *c, const Inst *call, uint32_t block) {
  const Program *p = c->table->world.program;
  FuncId callee = prog_callee(p, call);
  if (!callee.id || c->is_taken[callee.id]) return;
  const Function *g = prog_func(p, callee);
  if (g->state != FUNC_DEFINED) return;
  for (uint32_t i = 0; i < g->n_params && i + 1 < call->n_ops; i++)
    flow(c, usual_key(USUAL_PARAM, callee.id, i), call->ops[i + 1], block);
}

static unsigned sign_by(Op op) {
  switch ((int)op) {
  case OP_SEXT:
  case OP_SLT:
  case OP_SLE:
  case OP_SDIV:
  case OP_SREM: return USUAL_SIGNED;
  case OP_ZEXT:
  case OP_ULT:
  case OP_ULE:
  case OP_UDIV:
  case OP_UREM: return USUAL_UNSIGNED;
  default: return 0;
  }
}

static void note_taken(Collector *c, Val value, unsigned how) {
  if (!how || !val_is_local(value)) return;
  const Inst *load = &c->f->insts.at[val_index(value)];
  UsualKey key = load->op == OP_LOAD ? usual_access(c->table, load) : 0;
  if (key)
    map_put(&c->table->sign_of, key, map_get(&c->table->sign_of, key, 0) | how);
}

/* What the instruction takes the numbers for that it uses as they are read. */
static void note_signs(Collector *c, const Inst *inst) {
  unsigned sign = sign_by(inst->op);
  assert(inst->n_ops > 0 || !sign);
  for (uint32_t i = 0; sign && i < inst->n_ops; i++)
    note_taken(c, inst->ops[i], sign);
}

/* Pointers that a branch of the program's own compares with NULL. */
static void note_test(Collector *c, uint32_t number) {
  const Program *p = c->table->world.program;
  const Inst *end = &c->f->insts.at[number];
  if (end->op != OP_CONDBR || !val_is_local(end->ops[0]) ||
      c->f->origin != FUNC_USER || prog_effects_is_guard(c->f, number))
    return;
  const Inst *test = &c->f->insts.at[val_index(end->ops[0])];
  if (test->op != OP_EQ && test->op != OP_NE) return;
  for (uint32_t k = 0; k < 2; k++) {
    uint64_t zero;
    if (val_is_const(test->ops[1 - k]) &&
        prog_const_as_u64(p, test->ops[1 - k], &zero) && zero == 0)
      note_taken(c, prog_address_root(c->f, test->ops[k]), USUAL_TESTED);
  }
}

static void collect_inst(Collector *c, uint32_t number, uint32_t block) {
  const Inst *inst = &c->f->insts.at[number];
  note_signs(c, inst);
  note_test(c, number);
  if (c->table->world.use == USUAL_FOR_PROOF)
    usual_collect_raw(c->table, c->func, number);
  switch ((int)inst->op) {
  case OP_STORE:
    if (c->returns[block] || c->table->world.use == USUAL_FOR_PROOF)
      flow(c, usual_access(c->table, inst), inst->ops[0], block);
    flow(c, usual_unnamed(c->table, c->func, inst), inst->ops[0], block);
    return;
  case OP_CALL: flow_arguments(c, inst, block); return;
  case OP_RET:
    if (inst->n_ops)
      flow(c, usual_key(USUAL_RESULT, c->func.id, 0), inst->ops[0], block);
    return;
  default: return;
  }
}

static void find_returns(Collector *c) {
  const Cfg *cfg = c->cfg;
  assert(c->returns != NULL);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = cfg->n_order; i-- > 0;) {
      uint32_t b = cfg->order[i];
      const Inst *end = prog_terminator(c->f, (BlockId){b});
      bool returns = end->op == OP_RET;
      for (uint32_t k = 0; k < end->n_blocks; k++)
        returns |= c->returns[end->blocks[k].id];
      changed |= returns && !c->returns[b];
      c->returns[b] = returns;
    }
  }
}

static void collect_function(Collector *c, FuncId func) {
  const UsualWorld *w = &c->table->world;
  c->func = func;
  c->f = prog_func(w->program, func);
  c->is_original = !strchr(c->f->name, '#');
  c->cfg = prog_cfg_new(w->mem, c->f);
  c->dominators = prog_dominators(c->cfg);
  c->ranges = NULL;
  c->returns = MEM_ARRAY(w->mem, uint8_t, c->f->blocks.n);
  find_returns(c);
  for (uint32_t i = 0; i < c->cfg->n_order; i++) {
    const Block *b = &c->f->blocks.at[c->cfg->order[i]];
    for (uint32_t k = 0; k < b->insts.n; k++)
      collect_inst(c, b->insts.at[k], c->cfg->order[i]);
  }
  MEM_FREE_ARRAY(w->mem, c->returns, c->f->blocks.n);
  if (c->ranges) prog_ranges_free(c->ranges);
  prog_dom_free(c->dominators);
  prog_cfg_free(c->cfg);
}

static int64_t first_value(const Global *global) {
  assert(global->size > 0 && global->size <= 8);
  uint64_t first = 0;
  for (uint64_t i = 0; global->init && i < global->size; i++)
    first |= (uint64_t)global->init[i] << (8 * i);
  uint64_t unused = 64 - 8 * global->size;
  return (int64_t)(first << unused) >> unused;
}

static void collect_globals(UsualTable *t) {
  const Program *p = t->world.program;
  for (uint32_t g = 1; g < p->globals.n; g++) {
    const Global *global = &p->globals.at[g];
    TypeKind kind = prog_type(p, global->type)->kind;
    if (t->world.use == USUAL_FOR_PROOF) usual_collect_first(t, (GlobalId){g});
    if (t->world.global_leaks[g] || global->size > 8 || !global->size ||
        (kind != TYPE_INT && kind != TYPE_PTR))
      continue;
    int64_t first = first_value(global);
    UsualFlow made = {.key = usual_key(USUAL_GLOBAL, g, 0),
                      .range = {0, UINT64_MAX, first, first},
                      .is_shown = global->n_relocs > 0 &&
                                  !prog_is_weak(p, global->relocs[0].global,
                                                global->relocs[0].func),
                      .is_pointer = kind == TYPE_PTR};
    if (global->state != GLOBAL_DEFINED)
      made.range = (Range){0, UINT64_MAX, INT64_MIN, INT64_MAX};
    VEC_PUSH(t->world.mem, &t->flows, made);
  }
}

void usual_write_global(UsualTable *t, Val address) {
  const Program *p = t->world.program;
  const Const *c = val_is_const(address) ? prog_const(p, address) : NULL;
  if (!c || c->kind != CONST_GLOBAL) return;
  TypeKind kind = prog_type(p, prog_global(p, c->global)->type)->kind;
  if (kind != TYPE_INT && kind != TYPE_PTR) return;
  UsualFlow made = {.key = usual_key(USUAL_GLOBAL, c->global.id, 0),
                    .range = {0, UINT64_MAX, INT64_MIN, INT64_MAX}};
  VEC_PUSH(t->world.mem, &t->flows, made);
}

void usual_store_part(UsualTable *t, const Function *f, const Inst *store) {
  const Program *p = t->world.program;
  Val root = prog_address_root(f, store->ops[1]);
  const Const *c = val_is_const(root) ? prog_const(p, root) : NULL;
  if (!c || c->kind != CONST_GLOBAL) return;
  bool is_whole = val_same(root, store->ops[1]) && c->offset == 0 &&
                  prog_type(p, prog_val_type(p, f, store->ops[0]))->size ==
                      prog_type(p, prog_global(p, c->global)->type)->size;
  if (!is_whole) usual_write_global(t, root);
}

void usual_collect(UsualTable *t) {
  const Program *p = t->world.program;
  Collector c = {.table = t,
                 .is_taken = MEM_ARRAY(t->world.mem, uint8_t, p->funcs.n)};
  prog_address_taken(p, c.is_taken);
  collect_globals(t);
  if (t->world.use == USUAL_FOR_PROOF) usual_collect_taken(t);
  for (uint32_t f = 1; f < p->funcs.n; f++) {
    if (p->funcs.at[f].state != FUNC_DEFINED) continue;
    collect_function(&c, (FuncId){f});
    if (t->world.is_open && t->world.is_open[f])
      usual_collect_open(t, (FuncId){f});
  }
  MEM_FREE_ARRAY(t->world.mem, c.is_taken, p->funcs.n);
}
