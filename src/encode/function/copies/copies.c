/* SPDX-License-Identifier: MIT
 *
 * Which pointers may be copies of each other.
 *
 * Problem.  Points-to (analysis/points.c) has to count with what is not seen:
 * what is passed to a function without a body joins the unknown, in a code base
 * nearly everything.  To say what a FREE may free, copies in the tree are
 * enough: a function without a body frees nothing, by premise.
 *
 * Idea.  Unification [Ste96] of values that are copied, field by field: a
 * member of a struct is one slot, wherever its struct is; other memory has one
 * slot of contents for each class of pointers that lead there.  Values that are
 * declared to lead to a struct, or to characters, join a class of their own for
 * that struct, or for texts.  A pointer into the middle of an object is in
 * another class, which may be inside of that of the start; so is that of a
 * struct that another holds.  Parameters that go
 * nowhere from their function are not joined with what is passed: nobody else
 * has them.  What is not followed (numbers made pointers, bytes copied from
 * other objects, the address of a member nobody knows) joins the outside, whose
 * class is "any"; so is a class of which neither an object nor a declaration is
 * known.
 *
 * Premises: those of overlap.c; what a function without a body returns or
 * stores is what is declared there.  Near-linear. */
#include "encode/function/copies/copies_int.h"

/* ---- union-find ---- */

static uint32_t new_node(Copies *c) {
  uint32_t node = c->parent.n;
  VEC_PUSH(c->facts->mem, &c->parent, node);
  VEC_PUSH(c->facts->mem, &c->contents, 0);
  VEC_PUSH(c->facts->mem, &c->is_known, 0);
  VEC_PUSH(c->facts->mem, &c->struct_of, 0);
  return node;
}

uint32_t copies_find(Copies *c, uint32_t node) {
  while (c->parent.at[node] != node) {
    c->parent.at[node] = c->parent.at[c->parent.at[node]];
    node = c->parent.at[node];
  }
  return node;
}

static void join(Copies *c, uint32_t a, uint32_t b) {
  assert(a < c->parent.n && b < c->parent.n);
  if (!a || !b) return;
  VEC_PUSH(c->facts->mem, &c->todo, (uint64_t)a << 32 | b);
  while (c->todo.n) {
    uint64_t pair = VEC_POP(&c->todo);
    a = copies_find(c, (uint32_t)(pair >> 32));
    b = copies_find(c, (uint32_t)pair);
    if (a == b) continue;
    uint32_t x = c->contents.at[a], y = c->contents.at[b];
    c->parent.at[b] = a;
    c->is_known.at[a] |= c->is_known.at[b];
    uint32_t *in_a = &c->struct_of.at[a], in_b = c->struct_of.at[b];
    if (in_b) *in_a = *in_a && *in_a != in_b ? UINT32_MAX : in_b;
    if (!x) c->contents.at[a] = y;
    if (x && y) VEC_PUSH(c->facts->mem, &c->todo, (uint64_t)x << 32 | y);
  }
}

/* ---- values and slots ---- */

/* Of a value of the function; 0: a constant, or local. */
static uint32_t node_of(const Copies *c, FuncId func, Val v) {
  uint32_t node = val_is_local(v) ? c->base[func.id] + val_index(v) : 0;
  return c->is_local[node] ? 0 : node;
}

uint32_t copies_contents(Copies *c, uint32_t node) {
  assert(node < c->parent.n);
  if (!node) return OUTSIDE;
  node = copies_find(c, node);
  if (!c->contents.at[node]) {
    uint32_t made = new_node(c);
    c->contents.at[node] = made;
  }
  return c->contents.at[node];
}

static uint32_t slot_of(Copies *c, uint64_t key) {
  assert(key != 0);
  const uint64_t *known = map_find(&c->slots, key);
  if (known) return (uint32_t)*known;
  uint32_t made = new_node(c);
  map_put(&c->slots, key, made);
  return made;
}

uint32_t copies_accessed(Copies *c, FuncId func, const Inst *inst,
                         Val address) {
  assert(inst->op == OP_LOAD || inst->op == OP_STORE);
  const Program *p = c->facts->program;
  const EncStructs *s = &c->facts->structs;
  uint32_t class = inst->aux.id < s->n ? s->class_of[inst->aux.id] : 0;
  if (inst->aux.id && class)
    return slot_of(c, (uint64_t)class << 32 | (uint64_t)inst->imm);
  Val root = prog_address_root(prog_func(p, func), address);
  const Const *g = val_is_const(root) ? prog_const(p, root) : NULL;
  if (g && g->kind == CONST_GLOBAL) return slot_of(c, g->global.id);
  return copies_contents(c, node_of(c, func, root));
}

static bool is_pointer_value(const Copies *c, FuncId func, Val v) {
  const Program *p = c->facts->program;
  return copies_is_pointer(c, prog_val_type(p, prog_func(p, func), v));
}

/* The value is the address of a new object. */
static void make(Copies *c, uint32_t node) {
  assert(node != 0);
  c->is_known.at[copies_find(c, node)] = 1;
}

/* The value leads to such a struct; that is so of local ones, too. */
static void lead_to(Copies *c, FuncId func, Val v, TypeId type) {
  assert(type.id < c->facts->structs.n);
  if (val_is_local(v) && type.id)
    join(c, c->base[func.id] + val_index(v),
         c->first_struct + c->facts->structs.class_of[type.id]);
}

/* A pointer declared so leads to a struct or a text. */
static void declare(Copies *c, FuncId func, Val v, CTypeId type) {
  assert(type.id < c->facts->program->ctypes.n);
  lead_to(c, func, v, enc_pointer_leads_to(c->facts, type));
  if (enc_is_text(c->facts->program, type)) join(c, node_of(c, func, v), TEXTS);
}

/* ---- instructions ---- */

/* Does it step into the middle of an object? */
static bool is_inside(const Copies *c, const Inst *inst) {
  int64_t bytes;
  return inst->op == OP_GEP &&
         prog_gep_constant(c->facts->program, inst, &bytes) && bytes != 0;
}

/* A function of the library: it gives back what it made, or what it was given;
 * what it calls gets what it was given. */
static void copy_library(Copies *c, FuncId func, const Inst *call,
                         FuncId callee, uint32_t node) {
  assert(prog_func(c->facts->program, callee)->origin == FUNC_MODEL);
  const Program *p = c->facts->program;
  bool makes = copies_is_fresh(c, callee);
  FuncId called = copies_passed_function(p, call);
  uint32_t n_params = called.id ? prog_func(p, called)->n_params : 0;
  if (makes) make(c, node);
  for (uint32_t i = 1; i < call->n_ops; i++) {
    if (!is_pointer_value(c, func, call->ops[i])) continue;
    uint32_t given = node_of(c, func, call->ops[i]);
    if (!makes && copies_is_pointer(c, call->type) && !c->is_local[node])
      join(c, node, given);
    for (uint32_t k = 1; k <= n_params; k++)
      join(c, given, c->base[called.id] + k);
  }
}

static void copy_call_to(Copies *c, FuncId func, uint32_t number,
                         FuncId callee) {
  assert(callee.id && callee.id < c->facts->n_funcs);
  const Program *p = c->facts->program;
  const Inst *call = &prog_func(p, func)->insts.at[number];
  uint32_t node = c->base[func.id] + number;
  const Function *g = prog_func(p, callee);
  if (g->origin == FUNC_MODEL) {
    copy_library(c, func, call, callee, node);
    return;
  }
  bool is_defined = g->state == FUNC_DEFINED;
  for (uint32_t i = 1; is_defined && i < call->n_ops && i <= g->n_params; i++)
    if (c->is_kept[c->base[callee.id] + i])
      join(c, node_of(c, func, call->ops[i]), c->base[callee.id] + i);
  if (!copies_is_pointer(c, call->type)) return;
  if (is_defined && copies_is_fresh(c, callee))
    make(c, node);
  else if (is_defined)
    join(c, node, c->base[callee.id]);
  declare(c, func, val_local(number), g->returns);
}

static void copy_call(Copies *c, FuncId func, uint32_t number) {
  const Program *p = c->facts->program;
  IndexVec callees = {0};
  prog_call_targets(c->facts->calls, p, c->facts->points, func, number,
                    &callees);
  for (uint32_t i = 0; i < callees.n; i++)
    copy_call_to(c, func, number, (FuncId){callees.at[i]});
  VEC_DONE(p->mem, &callees);
}

/* What is copied as bytes may be members on one side. */
static void copy_range(Copies *c, FuncId func, const Inst *inst) {
  assert(inst->op == OP_MEMCPY);
  const Function *f = prog_func(c->facts->program, func);
  uint32_t to = node_of(c, func, prog_address_root(f, inst->ops[0]));
  uint32_t from = node_of(c, func, prog_address_root(f, inst->ops[1]));
  join(c, copies_contents(c, to), copies_contents(c, from));
  if (!to || !from || copies_find(c, to) != copies_find(c, from))
    join(c, copies_contents(c, to), OUTSIDE);
}

static void copy_access(Copies *c, FuncId func, uint32_t number) {
  const Function *f = prog_func(c->facts->program, func);
  const Inst *inst = &f->insts.at[number];
  bool is_store = inst->op == OP_STORE;
  Val address = inst->ops[is_store];
  Val value = is_store ? inst->ops[0] : val_local(number);
  uint32_t node = node_of(c, func, value);
  if (copies_may_be_pointer(c, func, value))
    join(c, node, copies_accessed(c, func, inst, address));
  lead_to(c, func, prog_address_root(f, address),
          enc_starts_with(c->facts, f, inst));
  if (!is_store) declare(c, func, value, enc_loaded_type(c->facts, func, inst));
}

static void copy_inst(Copies *c, FuncId func, uint32_t number) {
  const Program *p = c->facts->program;
  const Inst *inst = &prog_func(p, func)->insts.at[number];
  uint32_t node = c->base[func.id] + number;
  assert(node < c->first_struct);
  switch ((int)inst->op) {
  case OP_PHI:
  case OP_SELECT:
  case OP_BITCAST:
  case OP_GEP:
    for (uint32_t i = copies_first(inst);
         copies_is_copy(inst) && !is_inside(c, inst) && !c->is_local[node] &&
         i < copies_end(inst);
         i++)
      join(c, node, node_of(c, func, inst->ops[i]));
    return;
  case OP_LOAD:
  case OP_STORE: copy_access(c, func, number); return;
  case OP_ALLOC:
  case OP_ALLOCA: make(c, node); return;
  case OP_CALL: copy_call(c, func, number); return;
  case OP_RET:
    if (inst->n_ops) join(c, c->base[func.id], node_of(c, func, inst->ops[0]));
    return;
  case OP_DBG:
    if (inst->var.id && inst->n_ops)
      declare(c, func, inst->ops[0], p->vars.at[inst->var.id].type);
    return;
  case OP_INTTOPTR: join(c, node, OUTSIDE); return;
  case OP_VA_AREA: join(c, node, LIST); return;
  default: return;
  }
}

/* ---- the program ---- */

/* The struct that the value leads to the start of, however that is known. */
static TypeId struct_at_root(Copies *c, FuncId func, Val root) {
  const Program *p = c->facts->program;
  const Const *g = val_is_const(root) ? prog_const(p, root) : NULL;
  if (g)
    return g->kind == CONST_GLOBAL && !g->offset
               ? prog_global(p, g->global)->type
               : (TypeId){0};
  const Inst *inst = &prog_func(p, func)->insts.at[val_index(root)];
  if (inst->op == OP_ALLOCA) return inst->aux;
  uint32_t in =
      c->struct_of.at[copies_find(c, c->base[func.id] + val_index(root))];
  return in != UINT32_MAX ? (TypeId){in}
                          : enc_agreed_type(c->facts, func, root);
}

/* The innermost member, of a struct that is known, `offset` bytes behind the
 * start of the type; type 0: none. */
static EncField member_there(const EncFacts *facts, TypeId type,
                             uint64_t offset) {
  assert(type.id < facts->program->types.n);
  const Program *p = facts->program;
  EncField found = {{0}, 0};
  while (type.id) {
    const Type *t = prog_type(p, type);
    TypeId next = {0};
    if (t->kind == TYPE_ARRAY) {
      uint64_t size = prog_type(p, t->elem)->size;
      next = t->elem;
      if (size) offset %= size;
    }
    for (uint32_t i = 0; t->kind == TYPE_STRUCT && i < t->n_fields; i++)
      if (t->fields[i].offset <= offset) {
        next = t->fields[i].type;
        found = (EncField){type, i};
      }
    if (t->kind == TYPE_STRUCT && next.id)
      offset -= t->fields[found.index].offset;
    type = next;
  }
  return found;
}

/* Is it an array of characters, in which there may be a struct? */
static bool is_room(const EncFacts *facts, EncField field) {
  assert(field.type.id != 0);
  const Program *p = facts->program;
  TypeId member = prog_type(p, field.type)->fields[field.index].type;
  const Type *t = prog_type(p, member);
  return t->kind == TYPE_ARRAY && prog_type(p, t->elem)->size == 1;
}

/* A pointer to a member that goes elsewhere: what is there is the member. */
static void copy_member(Copies *c, FuncId func, uint32_t number) {
  assert(c->is_kept[c->base[func.id] + number]);
  EncFacts *facts = c->facts;
  const Function *f = prog_func(facts->program, func);
  Val at = val_local(number), root = prog_address_root(f, at);
  int64_t offset = 0, bytes;
  uint32_t node = c->base[func.id] + number, slot = OUTSIDE;
  for (; !val_same(at, root); at = f->insts.at[val_index(at)].ops[0]) {
    const Inst *gep = &f->insts.at[val_index(at)];
    offset += prog_gep_constant(facts->program, gep, &bytes) ? bytes : gep->imm;
  }
  TypeId type = struct_at_root(c, func, root);
  uint32_t whole = node_of(c, func, root);
  if (!type.id && whole && !c->struct_of.at[copies_find(c, whole)]) {
    join(c, node, whole); /* an array */
    return;
  }
  VEC_PUSH(facts->mem, &c->inside, (uint64_t)whole << 32 | node);
  if (type.id && prog_type(facts->program, type)->kind == TYPE_STRUCT) {
    EncField field = member_there(facts, type, (uint64_t)offset);
    uint32_t class = field.type.id ? facts->structs.class_of[field.type.id] : 0;
    uint32_t outer = facts->structs.class_of[type.id];
    if (offset < 0 || !field.type.id ||
        (uint64_t)offset >= prog_type(facts->program, type)->size)
      facts->structs.is_header[outer] = 1;
    else if (is_room(facts, field))
      VEC_PUSH(facts->mem, &c->rooms, (uint64_t)outer << 32 | node);
    else if (class)
      slot = slot_of(c, (uint64_t)class << 32 | field.index);
  }
  join(c, copies_contents(c, node), slot);
}

/* All pointers in structs of the class may be anything. */
static void lose_members(Copies *c, uint32_t node) {
  assert(c->struct_of.at[copies_find(c, node)]);
  const EncStructs *s = &c->facts->structs;
  const Program *p = c->facts->program;
  for (uint32_t t = 1; t < s->n; t++) {
    if (s->class_of[t] != t ||
        copies_find(c, c->first_struct + t) != copies_find(c, node))
      continue;
    for (uint32_t i = 0; i < p->types.at[t].n_fields; i++)
      if (copies_is_pointer(c, p->types.at[t].fields[i].type))
        join(c, slot_of(c, (uint64_t)t << 32 | i), OUTSIDE);
  }
}

/* A pointer in a struct that is accessed without naming the member: at a known
 * place it is found, unless it is in a union, which has contents of its own. */
static void copy_nameless(Copies *c, FuncId func, uint32_t number) {
  const EncFacts *facts = c->facts;
  const Program *p = facts->program;
  const Function *f = prog_func(p, func);
  assert(number < f->insts.n);
  const Inst *inst = &f->insts.at[number];
  Val value = inst->op == OP_STORE ? inst->ops[0] : val_local(number);
  Val at = inst->ops[inst->op == OP_STORE], root = prog_address_root(f, at);
  uint32_t whole = node_of(c, func, root);
  int64_t offset = 0, bytes;
  if (enc_facts_is_struct_known(facts, inst->aux) || !whole ||
      !copies_may_be_pointer(c, func, value) ||
      !c->struct_of.at[copies_find(c, whole)])
    return;
  TypeId type = struct_at_root(c, func, root);
  for (; !val_same(at, root); at = f->insts.at[val_index(at)].ops[0]) {
    const Inst *gep = &f->insts.at[val_index(at)];
    if (!prog_gep_constant(p, gep, &bytes)) type = (TypeId){0};
    offset += bytes;
  }
  if (!type.id || offset < 0 || (uint64_t)offset >= prog_type(p, type)->size) {
    lose_members(c, whole);
    return;
  }
  EncField field = member_there(facts, type, (uint64_t)offset);
  uint32_t class = field.type.id ? facts->structs.class_of[field.type.id] : 0;
  if (class)
    join(c, node_of(c, func, value),
         slot_of(c, (uint64_t)class << 32 | field.index));
}

/* What is passed to a parameter that is declared to lead to a struct does, also
 * where the parameter goes nowhere. */
static void copy_arguments(Copies *c, FuncId func, uint32_t number) {
  const Program *p = c->facts->program;
  const Inst *call = &prog_func(p, func)->insts.at[number];
  IndexVec callees = {0};
  prog_call_targets(c->facts->calls, p, c->facts->points, func, number,
                    &callees);
  for (uint32_t k = 0; k < callees.n; k++) {
    uint32_t callee = callees.at[k], n = p->funcs.at[callee].n_params;
    for (uint32_t i = 1; i < call->n_ops && i <= n; i++)
      if (c->struct_of.at[copies_find(c, c->base[callee] + i)])
        join(c, node_of(c, func, call->ops[i]), c->base[callee] + i);
  }
  VEC_DONE(p->mem, &callees);
}

/* What the first round has no types for. */
static void copy_rest(Copies *c, FuncId func, uint32_t number) {
  const Inst *inst = &prog_func(c->facts->program, func)->insts.at[number];
  if (inst->op == OP_MEMCPY) copy_range(c, func, inst);
  if (inst->op == OP_CALL) copy_arguments(c, func, number);
  if (inst->op == OP_LOAD || inst->op == OP_STORE)
    copy_nameless(c, func, number);
  if (inst->op == OP_GEP &&
      c->is_kept[c->base[func.id] + number] & (RETURNED | KEPT))
    copy_member(c, func, number);
}

static void number_nodes(Copies *c) {
  const Program *p = c->facts->program;
  while (c->parent.n < FIRST_NODE) (void)new_node(c);
  for (uint32_t f = 1; f < c->facts->n_funcs; f++) {
    c->base[f] = c->parent.n;
    for (uint32_t i = 0; i < p->funcs.at[f].insts.n || i == 0; i++)
      (void)new_node(c);
  }
  c->first_struct = c->parent.n;
  for (uint32_t t = 0; t < c->facts->structs.n; t++) {
    uint32_t node = new_node(c);
    make(c, node);
    c->struct_of.at[node] = t;
  }
  make(c, TEXTS);
  c->is_kept = MEM_ARRAY(c->facts->mem, uint8_t, c->first_struct);
  c->is_local = MEM_ARRAY(c->facts->mem, uint8_t, c->first_struct);
  c->type_of = MEM_ARRAY(c->facts->mem, uint32_t, c->first_struct);
}

/* Classes by value; 0: any. */
static uint32_t *classes_of(Copies *c, uint32_t n) {
  assert(n <= c->parent.n);
  uint32_t outside = copies_find(c, OUTSIDE);
  uint32_t *classes = MEM_ARRAY(c->facts->mem, uint32_t, n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t root = copies_find(c, i);
    classes[i] = root != outside && c->is_known.at[root] ? root : 0;
  }
  return classes;
}

void enc_copies_init(EncFacts *facts) {
  assert(facts->effects && facts->calls);
  Copies c = {.facts = facts};
  c.base = MEM_ARRAY(facts->mem, uint32_t, facts->n_funcs);
  map_init(&c.slots, facts->mem);
  number_nodes(&c);
  copies_find_kept(&c);
  copies_for_users(&c, copy_inst);
  copies_for_users(&c, copy_rest);
  facts->value_base = c.base;
  facts->n_values = c.first_struct;
  facts->value_class = classes_of(&c, c.first_struct);
  map_init(&facts->inside, facts->mem);
  copies_for_users(&c, copies_flow);
  uint32_t n_nodes = c.parent.n, *classes = classes_of(&c, n_nodes);
  copies_find_inside(&c, classes);
  MEM_FREE_ARRAY(facts->mem, classes, n_nodes);
  map_done(&c.slots);
  MEM_FREE_ARRAY(facts->mem, c.is_kept, c.first_struct);
  MEM_FREE_ARRAY(facts->mem, c.is_local, c.first_struct);
  MEM_FREE_ARRAY(facts->mem, c.type_of, c.first_struct);
  VEC_DONE(facts->mem, &c.struct_of);
  VEC_DONE(facts->mem, &c.inside);
  VEC_DONE(facts->mem, &c.flows);
  VEC_DONE(facts->mem, &c.rooms);
  VEC_DONE(facts->mem, &c.casts);
  VEC_DONE(facts->mem, &c.backs);
  VEC_DONE(facts->mem, &c.parent);
  VEC_DONE(facts->mem, &c.contents);
  VEC_DONE(facts->mem, &c.is_known);
  VEC_DONE(facts->mem, &c.todo);
}

void enc_copies_done(EncFacts *facts) {
  MEM_FREE_ARRAY(facts->mem, facts->value_base, facts->n_funcs);
  MEM_FREE_ARRAY(facts->mem, facts->value_class, facts->n_values);
  map_done(&facts->inside);
}

uint32_t enc_class_of_value(const EncFacts *facts, FuncId func, Val v) {
  const Function *f = prog_func(facts->program, func);
  if (!val_is_local(v) || f->origin == FUNC_MODEL) return 0;
  return facts->value_class[facts->value_base[func.id] + val_index(v)];
}
