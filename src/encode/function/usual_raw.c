/* SPDX-License-Identifier: MIT
 *
 * What is written past the names of members (usual.c): copies of memory, memory
 * that is filled, what functions without a body or of the library may write
 * where they are told to, stores through the address of a member that went
 * elsewhere, and the first values of globals.
 *
 * A copy from one struct to another of its kind brings nothing new.  Zero in
 * memory that is fresh (calloc, memset behind malloc, a variable's first value)
 * is not counted for pointers: it is there until the construction is over. */
#include "encode/function/usual_int.h"
#include "ir/address.h"

/* Fields of first values; calls inside calls. */
enum { FIRST_MOST = 1024, DEPTH_MOST = 3 };

static const Range all_numbers = {0, UINT64_MAX, INT64_MIN, INT64_MAX};

static void add_flow(UsualTable *t, TypeId type, uint32_t field, Range range,
                     bool is_shown) {
  const UsualWorld *w = &t->world;
  uint32_t class = type.id < w->n_types ? w->class_of[type.id] : 0;
  if (!class) return;
  UsualFlow made = {.key = usual_key(USUAL_MEMBER, class, field),
                    .range = range,
                    .is_shown = is_shown};
  VEC_PUSH(w->mem, &t->flows, made);
}

/* ---- all of a struct ---- */

/* What flows into every number and pointer of a struct. */
typedef struct Spread {
  UsualTable *table;
  const Global *from; /* the bytes are these, or NULL: */
  Range range;
  bool skips_null; /* pointers that are NULL do not count */
  bool is_whole;   /* structs of zeros do */
  uint32_t left;   /* fields whose bytes are looked at */
} Spread;

/* Is there an address, for sure? */
static bool has_address(const Program *p, const Global *g, uint64_t at) {
  assert(at < g->size);
  for (uint32_t i = 0; i < g->n_relocs; i++)
    if (g->relocs[i].offset == at)
      return !prog_is_weak(p, g->relocs[i].global, g->relocs[i].func);
  return false;
}

static void spread_scalar(Spread *s, TypeId type, uint32_t field, uint64_t at) {
  const Program *p = s->table->world.program;
  const Type *t = prog_type(p, prog_type(p, type)->fields[field].type);
  assert(t->kind == TYPE_INT || t->kind == TYPE_PTR);
  Range range = s->range;
  bool is_shown = false;
  if (s->from && t->size <= 8) {
    uint64_t first = 0, unused = 64 - 8 * t->size;
    for (uint64_t i = 0; s->from->init && i < t->size; i++)
      first |= (uint64_t)s->from->init[at + i] << (8 * i);
    range.smin = range.smax = (int64_t)(first << unused) >> unused;
    is_shown = has_address(p, s->from, at);
  }
  bool is_null = !is_shown && range.smin == 0 && range.smax == 0;
  if (t->kind == TYPE_PTR && is_null && s->skips_null) return;
  add_flow(s->table, type, field, range, is_shown);
}

/* Are there only zeros in the bytes? */
static bool has_zeros(const Global *g, uint64_t at, uint64_t n) {
  assert(at <= g->size);
  for (uint32_t i = 0; i < g->n_relocs; i++)
    if (g->relocs[i].offset >= at && g->relocs[i].offset < at + n) return false;
  for (uint64_t i = at; g->init && i < at + n && i < g->size; i++)
    if (g->init[i]) return false;
  return true;
}

static void spread(Spread *s, TypeId type, uint64_t at);

/* Elements of what is not known are all the same. */
static void spread_array(Spread *s, const Type *t, uint64_t at) {
  assert(t->kind == TYPE_ARRAY);
  const Program *p = s->table->world.program;
  uint64_t n = s->from ? t->count : 1;
  /* beside elements that are set, one of zeros is meant so (the end of a
   * table) */
  bool was_whole = s->is_whole;
  s->is_whole |= s->from && !has_zeros(s->from, at, t->size);
  for (uint64_t i = 0; i < n && s->left; i++)
    spread(s, t->elem, at + i * prog_type(p, t->elem)->size);
  s->is_whole = was_whole;
}

/* A struct of zeros, in another one as well, is still to be constructed. */
static void spread(Spread *s, TypeId type, uint64_t at) {
  const Program *p = s->table->world.program;
  const Type *t = prog_type(p, type);
  if (s->from && t->kind == TYPE_STRUCT && !s->is_whole &&
      has_zeros(s->from, at, t->size))
    return;
  if (t->kind == TYPE_ARRAY) spread_array(s, t, at);
  for (uint32_t i = 0; t->kind == TYPE_STRUCT && i < t->n_fields && s->left;
       i++) {
    TypeKind kind = prog_type(p, t->fields[i].type)->kind;
    s->left -= s->from != NULL;
    if (kind == TYPE_INT || kind == TYPE_PTR) {
      spread_scalar(s, type, i, at + t->fields[i].offset);
      continue;
    }
    add_flow(s->table, type, i, all_numbers, false); /* a union, say */
    spread(s, t->fields[i].type, at + t->fields[i].offset);
  }
}

/* Anything; once is enough. */
static void spread_all(UsualTable *t, TypeId type) {
  Spread s = {.table = t, .range = all_numbers, .left = 1};
  if (!type.id || map_find(&t->opened, type.id)) return;
  map_put(&t->opened, type.id, 1);
  spread(&s, type, 0);
}

static void spread_zero(UsualTable *t, TypeId type) {
  Spread s = {.table = t, .range = {0, 0, 0, 0}, .left = 1};
  if (type.id) spread(&s, type, 0);
}

/* The bytes of a global; of more than can be looked at, anything. */
static void spread_bytes(Spread s, TypeId type) {
  assert(s.from != NULL);
  s.range = all_numbers;
  s.left = FIRST_MOST;
  spread(&s, type, 0);
  if (!s.left) spread_all(s.table, type);
}

/* Structs of the type, and those in it, may be zero before they are set. */
static void note_made(UsualTable *t, TypeId type) {
  const Program *p = t->world.program;
  while (type.id && prog_type(p, type)->kind == TYPE_ARRAY)
    type = prog_type(p, type)->elem;
  uint32_t class = type.id < t->world.n_types ? t->world.class_of[type.id] : 0;
  const Type *struct_type = prog_type(p, type);
  if (struct_type->kind != TYPE_STRUCT || (class && map_find(&t->made, class)))
    return;
  if (class) map_put(&t->made, class, 1);
  for (uint32_t i = 0; i < struct_type->n_fields; i++)
    note_made(t, struct_type->fields[i].type);
}

/* ---- globals ---- */

void usual_collect_first(UsualTable *t, GlobalId global) {
  const Global *g = prog_global(t->world.program, global);
  note_made(t, g->type);
  if (g->state != GLOBAL_DEFINED) {
    spread_all(t, g->type);
    return;
  }
  spread_bytes((Spread){.table = t, .from = g}, g->type);
}

void usual_collect_taken(UsualTable *t) {
  const Program *p = t->world.program;
  for (uint32_t k = 1; k < p->types.n; k++) {
    const Type *type = &p->types.at[k];
    for (uint32_t i = 0; type->kind == TYPE_STRUCT && i < type->n_fields; i++)
      if (type->fields[i].is_taken)
        add_flow(t, (TypeId){k}, i, all_numbers, false);
  }
}

/* ---- instructions ---- */

/* What is written to some bytes: to members that lie in them wholly it is in
 * the range. */
static void write_part(UsualTable *t, TypeId type, uint64_t from, uint64_t to,
                       Range range) {
  const Program *p = t->world.program;
  const Type *whole = prog_type(p, type);
  assert(from < to);
  if (whole->kind == TYPE_ARRAY) {
    uint64_t size = prog_type(p, whole->elem)->size;
    bool is_one = size && from / size == (to - 1) / size;
    uint64_t start = is_one ? from % size : 0;
    if (size)
      write_part(t, whole->elem, start, is_one ? start + (to - from) : size,
                 range);
  }
  for (uint32_t i = 0; whole->kind == TYPE_STRUCT && i < whole->n_fields; i++) {
    const Type *field = prog_type(p, whole->fields[i].type);
    uint64_t start = whole->fields[i].offset, end = usual_field_end(p, type, i);
    if (to <= start || from >= end) continue;
    bool is_whole = from <= start && to >= end &&
                    (field->kind == TYPE_INT || field->kind == TYPE_PTR);
    add_flow(t, type, i, is_whole ? range : all_numbers, false);
    write_part(t, whole->fields[i].type, from > start ? from - start : 0,
               (to < end ? to : end) - start, range);
  }
}

/* Something in the range is written at the address, by no name; of any number
 * of bytes (0), or where it is not known which, to all of the struct. */
static void write_unnamed(const Raw *r, Val address, uint64_t bytes,
                          Range range) {
  const Program *p = r->table->world.program;
  Val root = prog_address_root(r->f, address);
  uint64_t at = 0;
  bool is_exact = usual_take_apart(r, address, &root, &at);
  TypeId type = usual_leads_to(r, root, &at);
  if (!is_exact || !bytes)
    spread_all(r->table, type);
  else if (type.id)
    write_part(r->table, type, at + bytes > prog_type(p, type)->size ? 0 : at,
               at + bytes, range);
}

/* The member that a store by no name writes, all of it and nothing else; 0:
 * none. */
static UsualKey unnamed_member(const Raw *r, const Inst *store) {
  assert(store->op == OP_STORE);
  const UsualWorld *w = &r->table->world;
  const Program *p = w->program;
  Val root;
  uint64_t at;
  if (!usual_take_apart(r, store->ops[1], &root, &at)) return 0;
  uint64_t size = prog_type(p, prog_val_type(p, r->f, store->ops[0]))->size;
  TypeId type = w->leads_to(w->context, r->func, root);
  for (uint32_t field; type.id; type = prog_type(p, type)->fields[field].type) {
    field = usual_field_at(p, type, &at);
    if (field == UINT32_MAX) return 0;
    const Type *member = prog_type(p, prog_type(p, type)->fields[field].type);
    uint32_t class = type.id < w->n_types ? w->class_of[type.id] : 0;
    if (member->kind == TYPE_INT || member->kind == TYPE_PTR)
      return class && at == 0 && member->size == size
                 ? usual_key(USUAL_MEMBER, class, field)
                 : 0;
  }
  return 0;
}

/* Does the access name a member of a struct that C knows? */
static bool has_name(const UsualWorld *w, const Inst *access) {
  return access->aux.id && access->aux.id < w->n_types &&
         w->class_of[access->aux.id];
}

UsualKey usual_unnamed(UsualTable *t, FuncId func, const Inst *store) {
  assert(store->op == OP_STORE);
  Raw r = {t, func, prog_func(t->world.program, func)};
  bool is_ours = t->world.use == USUAL_FOR_PROOF && r.f->origin == FUNC_USER;
  return is_ours && !has_name(&t->world, store) ? unnamed_member(&r, store) : 0;
}

/* Has the function itself just made what the pointer leads to? */
static bool is_fresh(const Raw *r, Val pointer) {
  const UsualWorld *w = &r->table->world;
  Val root = prog_address_root(r->f, pointer);
  if (!val_is_local(root)) return false;
  const Inst *inst = &r->f->insts.at[val_index(root)];
  if (inst->op == OP_ALLOCA || inst->op == OP_ALLOC) return true;
  FuncId callee =
      inst->op == OP_CALL ? prog_callee(w->program, inst) : (FuncId){0};
  return callee.id && prog_func(w->program, callee)->state == FUNC_DEFINED &&
         prog_effects_is_fresh(w->effects, callee);
}

/* How many bytes an instruction writes; 0: any number. */
static uint64_t bytes_of(const Raw *r, const Inst *inst) {
  assert(inst->op == OP_MEMSET || inst->op == OP_MEMCPY);
  uint64_t n = 0;
  return prog_const_as_u64(r->table->world.program, inst->ops[2], &n) ? n : 0;
}

/* Do so many bytes reach beyond the array of structs, or the struct, that the
 * pointer leads to, in a struct? */
static bool reaches_next(const Raw *r, Val pointer, uint64_t bytes) {
  const Program *p = r->table->world.program;
  Val root;
  uint64_t at;
  if (!usual_take_apart(r, pointer, &root, &at)) return false;
  TypeId type = usual_leads_to(r, root, &at);
  if (!type.id || !at) return false;
  uint32_t field = usual_field_at(p, type, &at);
  if (field == UINT32_MAX) return false;
  const Type *member = prog_type(p, prog_type(p, type)->fields[field].type);
  return member->kind != TYPE_ARRAY || at + bytes > member->size;
}

static void collect_fill(const Raw *r, const Inst *inst) {
  uint64_t byte, n = bytes_of(r, inst);
  TypeId type = usual_struct_at(r, inst->ops[0], n);
  bool is_zero =
      prog_const_as_u64(r->table->world.program, inst->ops[1], &byte) && !byte;
  note_made(r->table, type);
  if (is_fresh(r, inst->ops[0]) && (is_zero || !type.id)) return;
  Range range = is_zero ? (Range){0, 0, 0, 0} : all_numbers;
  if (!type.id || n)
    write_unnamed(r, inst->ops[0], n, range);
  else if (is_zero)
    spread_zero(r->table, type);
  else
    spread_all(r->table, type);
}

/* The global whose first bytes are copied; NULL: none, or it may hold others by
 * now.  What is stored in one of the same struct (`is_same`) is known by the
 * names of its members. */
static const Global *copied_global(const Raw *r, Val from, uint64_t size,
                                   bool is_same) {
  const UsualWorld *w = &r->table->world;
  const Program *p = w->program;
  const Const *c = val_is_const(from) ? prog_const(p, from) : NULL;
  if (!c || c->kind != CONST_GLOBAL || c->offset) return NULL;
  const Global *g = prog_global(p, c->global);
  bool is_known =
      is_same || g->kind == GLOBAL_CONSTANT || !w->global_written[c->global.id];
  return g->state == GLOBAL_DEFINED && g->size == size && is_known ? g : NULL;
}

/* Is it a variable that the function has filled with zeros? */
static bool is_cleared(const Raw *r, Val pointer) {
  Val root = prog_address_root(r->f, pointer);
  if (!val_is_local(root) || r->f->insts.at[val_index(root)].op != OP_ALLOCA)
    return false;
  for (uint32_t i = 1; i < r->f->insts.n; i++) {
    const Inst *inst = &r->f->insts.at[i];
    if (inst->op == OP_MEMSET &&
        val_same(prog_address_root(r->f, inst->ops[0]), root))
      return true;
  }
  return false;
}

static void collect_copy(const Raw *r, const Inst *inst) {
  const UsualWorld *w = &r->table->world;
  uint64_t n = bytes_of(r, inst);
  TypeId to = usual_struct_at(r, inst->ops[0], n);
  TypeId from = usual_struct_at(r, inst->ops[1], n);
  if (!to.id || (n > prog_type(w->program, to)->size &&
                 reaches_next(r, inst->ops[0], n))) {
    if (!is_fresh(r, inst->ops[0]))
      write_unnamed(r, inst->ops[0], n, all_numbers);
    return;
  }
  bool is_same = from.id && w->class_of[to.id] == w->class_of[from.id];
  const Global *g = copied_global(r, inst->ops[1], n, is_same);
  if (!g && is_same) {
    if (is_cleared(r, inst->ops[1]) && !is_fresh(r, inst->ops[0]))
      spread_zero(r->table, to);
    return;
  }
  if (!g) {
    spread_all(r->table, to);
    return;
  }
  spread_bytes((Spread){.table = r->table,
                        .from = g,
                        .skips_null = is_fresh(r, inst->ops[0]),
                        .is_whole = true},
               to);
}

/* Is it an address of a member of a global? */
static bool is_inside_global(const Program *p, Val v) {
  const Const *c = val_is_const(v) ? prog_const(p, v) : NULL;
  return c && c->kind == CONST_GLOBAL &&
         prog_type(p, prog_global(p, c->global)->type)->kind != TYPE_INT &&
         prog_type(p, prog_global(p, c->global)->type)->kind != TYPE_PTR;
}

/* A place whose distance is not known: the member that its name says, else all
 * of the struct. */
static void escape_all(const Raw *r, Val v) {
  uint64_t at = 0;
  TypeId type = usual_leads_to(r, prog_address_root(r->f, v), &at);
  spread_all(r->table, type);
}

/* The address of a number or pointer in a struct goes where stores through it
 * are not seen as the member's. */
static void collect_escape(const Raw *r, Val v) {
  const UsualWorld *w = &r->table->world;
  const Program *p = w->program;
  Val root = v;
  uint64_t at = 0;
  if (val_is_local(v) ? r->f->insts.at[val_index(v)].op != OP_GEP
                      : !is_inside_global(p, v))
    return;
  if (!usual_take_apart(r, v, &root, &at)) { /* an element: any of them */
    escape_all(r, v);
    return;
  }
  TypeId type = usual_leads_to(r, root, &at);
  while (prog_type(p, type)->kind == TYPE_STRUCT) {
    uint32_t field = usual_field_at(p, type, &at);
    if (field == UINT32_MAX) return;
    TypeId inner =
        usual_element_at(p, prog_type(p, type)->fields[field].type, &at);
    TypeKind kind = prog_type(p, inner)->kind;
    if (kind == TYPE_INT || kind == TYPE_PTR)
      add_flow(r->table, type, field, all_numbers, false);
    if (kind != TYPE_STRUCT || at == 0) return;
    type = inner;
  }
}

/* Functions of the library that leave what they are given, or move it. */
static const char readers[] =
    " bsearch dprintf fflush fprintf fputs free fwrite memchr memcmp printf puts "
    "realloc reallocarray send sendto snprintf sprintf syslog vasprintf vdprintf "
    "vfprintf vprintf vsnprintf vsprintf vsyslog write ";

static bool is_reader(const char *name) {
  char plain[32];
  snprintf(plain, sizeof plain, "%.*s", (int)strcspn(name, "#"), name);
  return text_lists(readers, plain);
}

/* May the callee write where the argument leads, and not by the names of
 * members? */
static bool writes_raw(const Raw *r, FuncId callee, uint32_t argument,
                       uint32_t depth);

/* Is the value, or may it be, made of the pointer? */
static bool comes_from(const Function *f, Val v, Val pointer, uint32_t depth) {
  v = prog_address_root(f, v);
  if (val_same(v, pointer)) return true;
  if (!depth || !val_is_local(v)) return false;
  const Inst *inst = &f->insts.at[val_index(v)];
  for (uint32_t i = 0;
       (inst->op == OP_PHI || inst->op == OP_SELECT) && i < inst->n_ops; i++)
    if (comes_from(f, inst->ops[i], pointer, depth - 1)) return true;
  return false;
}

/* ... one of its instructions? */
static bool writes_here(const Raw *r, const Inst *inst, Val pointer,
                        uint32_t depth) {
  const Program *p = r->table->world.program;
  uint32_t at = inst->op == OP_STORE ? 1 : 0;
  switch ((int)inst->op) {
  case OP_STORE:
    if (has_name(&r->table->world, inst)) return false;
    break;
  case OP_MEMSET:
  case OP_MEMCPY:
  case OP_HAVOC: break;
  case OP_CALL:
    for (uint32_t i = 1; i < inst->n_ops; i++)
      if (comes_from(r->f, inst->ops[i], pointer, DEPTH_MOST) &&
          writes_raw(r, prog_callee(p, inst), i - 1, depth))
        return true;
    return false;
  default: return false;
  }
  return comes_from(r->f, inst->ops[at], pointer, DEPTH_MOST);
}

static bool writes_raw(const Raw *r, FuncId callee, uint32_t argument,
                       uint32_t depth) {
  const UsualWorld *w = &r->table->world;
  const Program *p = w->program;
  if (!callee.id) return false;
  const Function *g = prog_func(p, callee);
  if (is_reader(g->name)) return false;
  if (g->state != FUNC_DEFINED)
    return argument >= 32 || !(g->only_reads >> argument & 1);
  if (prog_effects_is_pure(w->effects, callee)) return false;
  if (g->origin != FUNC_USER || !depth) return true;
  if (argument >= g->n_params) return true;
  if (w->leads_to(w->context, callee, val_local(argument + 1)).id)
    return false; /* it names the members */
  Raw inner = {r->table, callee, g};
  for (uint32_t b = 0; b < g->blocks.n; b++)
    for (uint32_t i = 0; i < g->blocks.at[b].insts.n; i++)
      if (writes_here(&inner, &g->insts.at[g->blocks.at[b].insts.at[i]],
                      val_local(argument + 1), depth - 1))
        return true;
  return false;
}

/* The struct that starts where the pointer leads, or, where that is not known,
 * that in which it leads somewhere. */
static TypeId struct_around(const Raw *r, Val pointer) {
  Val root;
  uint64_t at;
  if (usual_take_apart(r, pointer, &root, &at))
    return usual_struct_at(r, pointer, 0);
  at = 0;
  return usual_leads_to(r, prog_address_root(r->f, pointer), &at);
}

static void collect_call(const Raw *r, const Inst *inst) {
  assert(inst->op == OP_CALL && inst->n_ops > 0);
  const Program *p = r->table->world.program;
  FuncId callee = prog_callee(p, inst);
  for (uint32_t i = 1; i < inst->n_ops; i++) {
    if (prog_type(p, prog_val_type(p, r->f, inst->ops[i]))->kind != TYPE_PTR)
      continue;
    bool is_raw = writes_raw(r, callee, i - 1, DEPTH_MOST);
    bool is_ours = !callee.id || prog_func(p, callee)->origin == FUNC_USER;
    if (is_raw || is_ours) collect_escape(r, inst->ops[i]);
    if (is_raw) spread_all(r->table, struct_around(r, inst->ops[i]));
  }
}

/* A store by the name of a member that is no number or pointer itself: a union,
 * all of which it may write. */
static void collect_union(const Raw *r, const Inst *store) {
  const Program *p = r->table->world.program;
  if (!store->aux.id) return;
  const Type *t = prog_type(p, store->aux);
  if (t->kind != TYPE_STRUCT || store->imm < 0 ||
      (uint64_t)store->imm >= t->n_fields)
    return;
  TypeId field = t->fields[store->imm].type;
  while (prog_type(p, field)->kind == TYPE_ARRAY)
    field = prog_type(p, field)->elem;
  if (prog_type(p, field)->kind == TYPE_STRUCT) spread_all(r->table, field);
}

void usual_collect_open(UsualTable *t, FuncId func) {
  Raw r = {t, func, prog_func(t->world.program, func)};
  for (uint32_t i = 0; i < r.f->n_params; i++)
    if (prog_type(t->world.program, r.f->params[i])->kind == TYPE_PTR)
      spread_all(t, usual_struct_at(&r, val_local(i + 1), 0));
}

void usual_collect_raw(UsualTable *t, FuncId func, uint32_t number) {
  const UsualWorld *w = &t->world;
  assert(w->use == USUAL_FOR_PROOF && w->leads_to);
  Raw r = {t, func, prog_func(w->program, func)};
  if (r.f->origin != FUNC_USER) return;
  const Inst *inst = &r.f->insts.at[number];
  switch ((int)inst->op) {
  case OP_MEMSET:
    usual_write_global(t, prog_address_root(r.f, inst->ops[0]));
    collect_fill(&r, inst);
    return;
  case OP_MEMCPY:
    usual_write_global(t, prog_address_root(r.f, inst->ops[0]));
    collect_copy(&r, inst);
    return;
  case OP_CALL:
    collect_call(&r, inst);
    note_made(t, usual_struct_at(&r, val_local(number), 0));
    return;
  case OP_LOAD: note_made(t, usual_struct_at(&r, val_local(number), 0)); return;
  case OP_HAVOC:
    usual_write_global(t, prog_address_root(r.f, inst->ops[0]));
    spread_all(t, struct_around(&r, inst->ops[0]));
    return;
  case OP_STORE:
    collect_escape(&r, inst->ops[0]);
    collect_union(&r, inst);
    usual_store_part(t, r.f, inst);
    if (!has_name(w, inst) && !unnamed_member(&r, inst))
      write_unnamed(&r, inst->ops[1],
                    prog_store_size(w->program, prog_val_type(w->program, r.f,
                                                              inst->ops[0])),
                    all_numbers);
    return;
  case OP_RET:
  case OP_PHI:
  case OP_PTRTOINT:
  case OP_SELECT:
    for (uint32_t i = 0; i < inst->n_ops; i++) collect_escape(&r, inst->ops[i]);
    return;
  default: return;
  }
}
