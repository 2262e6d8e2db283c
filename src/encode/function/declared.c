/* SPDX-License-Identifier: MIT
 *
 * What a pointer is declared to lead to, and a number to be.
 *
 * Pointers have no types here; what C calls them is in the debug information
 * (ir/ctype.h).  Its structs are found by their names; a name with several
 * layouts says nothing, and so does a pointer to void, to numbers or to a
 * union, which may lead to anything.
 *
 * Several files may have structs of one name and layout whose members lead
 * elsewhere; a struct that only a typedef names has no name in its C type, and
 * that of the typedef elsewhere.  What a member leads to is told only where all
 * that may be meant agree. */
#include "encode/function/function_int.h"

static bool is_struct_name(const char *name, char mark) {
  return strncmp(name, "struct", 6) == 0 && name[6] == mark;
}

/* Classes by the name that C has for them. */
static void add_classes(const EncStructs *s, const Program *p, Names *names,
                        IndexVec *class_at) {
  Arena texts;
  arena_init(&texts, s->mem);
  for (uint32_t t = 1; t < s->n; t++) {
    const char *name = p->types.at[t].name;
    if (s->class_of[t] != t || !is_struct_name(name, '.')) continue;
    size_t n = prog_plain_length(name) - 7;
    const char *plain = arena_strndup(&texts, name + 7, n);
    uint32_t index = names_add(names, plain);
    while (class_at->n <= index) VEC_PUSH(s->mem, class_at, 0);
    class_at->at[index] = t;
  }
  arena_done(&texts);
}

/* The same members at the same places, by name? */
static bool same_members(const CType *a, const CType *b) {
  if (a->n_members != b->n_members || a->size != b->size) return false;
  for (uint32_t i = 0; i < a->n_members; i++)
    if (a->members[i].at != b->members[i].at ||
        strcmp(a->members[i].name, b->members[i].name) != 0)
      return false;
  return true;
}

/* The C type is one of a class. */
static void add_ctype(EncStructs *s, const Program *p, uint32_t row,
                      uint32_t class, uint8_t *is_torn) {
  assert(class && class < s->n);
  const CType *type = &p->ctypes.at[row];
  s->of_ctype[row] = class;
  if (!type->n_members) return; /* declared, not defined */
  uint32_t *known = &s->ctype_of[class];
  is_torn[class] |= type->size != p->types.at[class].size ||
                    (*known && !same_members(type, &p->ctypes.at[*known]));
  *known = row;
}

/* May the field be what the member is compiled to? */
static bool is_such_field(const CType *member, const Type *field) {
  bool is_pointer = field->kind == TYPE_PTR;
  if (member->kind == CTYPE_POINTER) return is_pointer;
  return field->kind == TYPE_INT ? field->bits == 8 * member->size
                                 : !is_pointer;
}

/* Has the struct a field for the member?  A pointer and a number have one of
 * their own; of other members, and of parts of a number, nothing is said. */
static bool has_field(const Program *p, const CMember *m, const Type *t) {
  const CType *member = prog_ctype(p, m->type);
  if (m->bits || (member->kind != CTYPE_POINTER &&
                  member->kind != CTYPE_NUMBER && member->kind != CTYPE_ENUM))
    return true;
  for (uint32_t k = 0; k < t->n_fields; k++)
    if (m->at == (int64_t)(8 * t->fields[k].offset) &&
        is_such_field(member, prog_type(p, t->fields[k].type)))
      return true;
  return false;
}

/* May the C type be compiled to the struct, were it not for its name? */
static bool same_shape(const Program *p, const CType *c, const Type *t) {
  assert(c->kind == CTYPE_STRUCT);
  bool is_same = c->size == t->size;
  for (uint32_t i = 0; i < c->n_members && is_same; i++)
    is_same = has_field(p, &c->members[i], t);
  return is_same;
}

/* C types that a class may be, too: those of its name, or without one, and of
 * its shape. */
static void add_kin(EncStructs *s, const Program *p) {
  assert(s->kin.n == 0);
  for (uint32_t t = 1; t < s->n; t++)
    for (uint32_t i = 1; s->class_of[t] == t && i < s->n_ctypes; i++) {
      const CType *type = &p->ctypes.at[i];
      if (type->kind == CTYPE_STRUCT && type->n_members &&
          i != s->ctype_of[t] && (!type->name[0] || s->of_ctype[i] == t) &&
          same_shape(p, type, &p->types.at[t]))
        VEC_PUSH(s->mem, &s->kin, (uint64_t)t << 32 | i);
    }
}

void enc_declared_init(EncStructs *s, const Program *p) {
  Names names;
  IndexVec class_at = {0};
  uint8_t *is_torn = MEM_ARRAY(s->mem, uint8_t, s->n);
  names_init(&names, s->mem);
  add_classes(s, p, &names, &class_at);
  s->n_ctypes = p->ctypes.n;
  s->of_ctype = MEM_ARRAY(s->mem, uint32_t, s->n_ctypes);
  s->ctype_of = MEM_ARRAY(s->mem, uint32_t, s->n);
  s->is_header = MEM_ARRAY(s->mem, uint8_t, s->n);
  for (uint32_t i = 1; i < s->n_ctypes; i++) {
    const CType *type = &p->ctypes.at[i];
    if (type->kind != CTYPE_STRUCT || !is_struct_name(type->name, ' '))
      continue;
    uint32_t name = names_find(&names, type->name + 7);
    if (name != UINT32_MAX) add_ctype(s, p, i, class_at.at[name], is_torn);
  }
  add_kin(s, p);
  for (uint32_t i = 1; i < s->n_ctypes; i++)
    if (is_torn[s->of_ctype[i]]) s->of_ctype[i] = 0;
  for (uint32_t t = 1; t < s->n; t++)
    if (is_torn[t]) s->ctype_of[t] = 0;
  MEM_FREE_ARRAY(s->mem, is_torn, s->n);
  VEC_DONE(s->mem, &class_at);
  names_done(&names);
}

void enc_declared_done(EncStructs *s) {
  MEM_FREE_ARRAY(s->mem, s->of_ctype, s->n_ctypes);
  VEC_DONE(s->mem, &s->kin);
  MEM_FREE_ARRAY(s->mem, s->ctype_of, s->n);
  MEM_FREE_ARRAY(s->mem, s->is_header, s->n);
}

TypeId enc_pointer_leads_to(const EncFacts *facts, CTypeId type) {
  const CType *pointer = prog_ctype(facts->program, type);
  if (pointer->kind != CTYPE_POINTER) return (TypeId){0};
  const CType *to = prog_ctype(facts->program, pointer->to);
  return (TypeId){
      to->kind == CTYPE_STRUCT ? facts->structs.of_ctype[pointer->to.id] : 0};
}

/* The member at that place, alone there; NULL: none. */
static const CMember *member_at(const CType *type, uint64_t bytes) {
  assert(type->kind == CTYPE_STRUCT);
  const CMember *found = NULL;
  for (uint32_t i = 0; i < type->n_members; i++) {
    const CMember *m = &type->members[i];
    if (m->at != (int64_t)(8 * bytes) || m->bits) continue;
    if (found) return NULL;
    found = m;
  }
  return found;
}

/* The first of the class, or behind. */
static uint32_t first_kin(const EncStructs *s, uint32_t class) {
  assert(class && class < s->n);
  uint32_t low = 0, high = s->kin.n;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (s->kin.at[middle] >> 32 < class)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Do pointers of both types lead to the same struct, both to texts, or neither
 * to anything known? */
static bool leads_alike(const EncFacts *facts, CTypeId a, CTypeId b) {
  return enc_pointer_leads_to(facts, a).id ==
             enc_pointer_leads_to(facts, b).id &&
         enc_is_text(facts->program, a) == enc_is_text(facts->program, b);
}

CTypeId enc_member(const EncFacts *facts, TypeId type, uint32_t field) {
  const Program *p = facts->program;
  const EncStructs *s = &facts->structs;
  const Type *t = prog_type(p, type);
  uint32_t class = type.id < s->n ? s->class_of[type.id] : 0;
  uint32_t row = class ? s->ctype_of[class] : 0;
  if (!row || field >= t->n_fields) return (CTypeId){0};
  uint64_t at = t->fields[field].offset;
  const CMember *m = member_at(prog_ctype(p, (CTypeId){row}), at);
  for (uint32_t i = first_kin(s, class);
       m && i < s->kin.n && s->kin.at[i] >> 32 == class; i++) {
    const CMember *other = member_at(&p->ctypes.at[(uint32_t)s->kin.at[i]], at);
    if (!other || !leads_alike(facts, m->type, other->type)) m = NULL;
  }
  return m ? m->type : (CTypeId){0};
}

const CMember *enc_member_named(const EncFacts *facts, TypeId type,
                                uint32_t field, const char **of) {
  const Program *p = facts->program;
  const EncStructs *s = &facts->structs;
  uint32_t class = type.id < s->n ? s->class_of[type.id] : 0;
  uint32_t row = class ? s->ctype_of[class] : 0;
  const Type *t = prog_type(p, type);
  if (!row || field >= t->n_fields) return NULL;
  uint64_t at = t->fields[field].offset;
  uint32_t first = first_kin(s, class);
  if (first < s->kin.n && s->kin.at[first] >> 32 == class) return NULL;
  *of = prog_ctype(p, (CTypeId){row})->name;
  return member_at(prog_ctype(p, (CTypeId){row}), at);
}

CTypeId enc_global_type(const Program *p, Val address) {
  const Const *c = val_is_const(address) ? prog_const(p, address) : NULL;
  if (!c || c->kind != CONST_GLOBAL || c->offset) return (CTypeId){0};
  return p->vars.at[prog_global(p, c->global)->var.id].type;
}

bool enc_is_text(const Program *p, CTypeId type) {
  const CType *pointer = prog_ctype(p, type);
  if (pointer->kind != CTYPE_POINTER) return false;
  const CType *to = prog_ctype(p, pointer->to);
  return to->kind == CTYPE_NUMBER && to->size == 1;
}

/* ---- structs in structs ---- */

/* The structs that members of the C type are, of a union's alternatives, too.
 * False: it is not known which. */
static bool add_declared(const EncFacts *facts, CTypeId type, IndexVec *found) {
  const Program *p = facts->program;
  const CType *t = prog_ctype(p, type);
  bool is_known = t->n_members > 0;
  for (uint32_t i = 0; i < t->n_members; i++) {
    CTypeId at = t->members[i].type;
    while (prog_ctype(p, at)->kind == CTYPE_ARRAY) at = prog_ctype(p, at)->to;
    CTypeKind kind = prog_ctype(p, at)->kind;
    uint32_t class = facts->structs.of_ctype[at.id];
    if (class) VEC_PUSH(facts->mem, found, class);
    if (kind == CTYPE_UNION || kind == CTYPE_STRUCT)
      is_known &=
          (class || !prog_ctype(p, at)->name[0] || kind == CTYPE_UNION) &&
          add_declared(facts, at, found);
    else
      is_known &= kind != CTYPE_VOID;
  }
  return is_known;
}

bool enc_structs_in(const EncFacts *facts, TypeId type, IndexVec *found) {
  require(type.id && type.id < facts->structs.n);
  const Program *p = facts->program;
  Vec(TypeId) todo = {0};
  bool is_known = true;
  VEC_PUSH(facts->mem, &todo, type);
  while (todo.n) {
    const Type *t = prog_type(p, VEC_LAST(&todo));
    TypeId id = VEC_POP(&todo);
    uint32_t class = facts->structs.class_of[id.id];
    if (t->kind == TYPE_ARRAY) VEC_PUSH(facts->mem, &todo, t->elem);
    if (t->kind != TYPE_STRUCT) continue;
    is_known &= class != 0;
    if (class && id.id != type.id) VEC_PUSH(facts->mem, found, class);
    for (uint32_t i = 0; i < t->n_fields; i++)
      VEC_PUSH(facts->mem, &todo, t->fields[i].type);
  }
  VEC_DONE(facts->mem, &todo);
  uint32_t row = facts->structs.ctype_of[facts->structs.class_of[type.id]];
  return is_known || (row && add_declared(facts, (CTypeId){row}, found));
}

/* ---- numbers that are one of a few ----
 *
 * Problem.  `switch (mode)` covers what there is; what happens if it is none of
 * these is of no interest, but a formula about one function finds it at once.
 *
 * Idea.  Two things tell which values there are.  If all that the program
 * stores in a member or a global, or passes as a parameter, are constants
 * (usual.c, as strict as for proofs), it is one of them.  Otherwise, if it is
 * declared to be of an enumeration, it is one of its constants; zero, too, in
 * memory, which often starts with that.  Constants of single bits are flags: a
 * number may have any of them.
 *
 * C promises none of this, so it is for what is believed, never for proofs. */

/* The type of the variable that the parameter is in the source. */
static CTypeId param_type(const Program *p, FuncId func, uint32_t param) {
  const Function *f = prog_func(p, func);
  assert(param < f->n_params);
  for (uint32_t i = 1; i < f->insts.n; i++) {
    const Inst *inst = &f->insts.at[i];
    if (inst->op == OP_DBG && inst->var.id && inst->n_ops &&
        val_same(inst->ops[0], prog_param(param)))
      return p->vars.at[inst->var.id].type;
  }
  return (CTypeId){0};
}

/* The enumeration that a slot is declared to be of; NULL: none. */
static const CType *enum_of(const EncFacts *facts, UsualKey slot) {
  const Program *p = facts->program;
  uint32_t of = usual_key_of(slot), number = usual_key_number(slot);
  CTypeId type = {0};
  if (!slot) return NULL;
  switch (usual_key_kind(slot)) {
  case USUAL_MEMBER: type = enc_member(facts, (TypeId){of}, number); break;
  case USUAL_GLOBAL:
    type = p->vars.at[prog_global(p, (GlobalId){of})->var.id].type;
    break;
  case USUAL_PARAM: type = param_type(p, (FuncId){of}, number); break;
  case USUAL_RESULT: break;
  }
  const CType *found = prog_ctype(p, type);
  return found->kind == CTYPE_ENUM && found->n_members ? found : NULL;
}

unsigned enc_enum_hash(const EncFacts *facts, UsualKey slot) {
  const CType *type = enum_of(facts, slot);
  uint64_t all = 0;
  for (uint32_t i = 0; type && i < type->n_members; i++)
    all = hash_mix(all, (uint64_t)type->members[i].at);
  return (unsigned)all;
}

static Term equals(EncExec *x, const EncLeaf *leaf, int64_t value) {
  TermStore *store = x->enc.store;
  uint32_t bits = term_width(store, leaf->var);
  return term_eq(store, leaf->var, term_i64(store, value, bits));
}

/* The bits of an enumeration of flags: constants of one bit, and unions of
 * these; 0: it is none, or counts on (0, 1, 2). */
static uint64_t flags_of(const CType *type) {
  uint64_t singles = 0, all = 0;
  bool counts_on = type->n_members > 2;
  assert(type->kind == CTYPE_ENUM);
  for (uint32_t i = 0; i < type->n_members; i++) {
    uint64_t value = (uint64_t)type->members[i].at;
    if (!(value & (value - 1))) singles |= value;
    all |= value;
    counts_on &= !i || value == (uint64_t)type->members[i - 1].at + 1;
  }
  bool is_one = !(all & (all - 1));
  return all == singles && !counts_on && !is_one ? all : 0;
}

static Term of_enum(EncExec *x, const EncLeaf *leaf, const CType *type) {
  TermStore *store = x->enc.store;
  uint64_t flags = flags_of(type);
  uint32_t bits = term_width(store, leaf->var);
  if (flags) {
    Term rest = term_bvand(store, leaf->var, term_u64(store, ~flags, bits));
    return term_eq(store, rest, term_u64(store, 0, bits));
  }
  Term some = leaf->is_memory ? equals(x, leaf, 0) : term_false();
  for (uint32_t i = 0; i < type->n_members; i++)
    some = term_or(store, some, equals(x, leaf, type->members[i].at));
  return some;
}

static Term of_values(EncExec *x, const EncLeaf *leaf, const Usual *kept) {
  Term some = term_false();
  assert(kept->n_values <= USUAL_VALUES_MOST);
  for (uint32_t i = 0; i < kept->n_values; i++)
    some = term_or(x->enc.store, some, equals(x, leaf, kept->values[i]));
  return some;
}

Term enc_exec_few(EncExec *x, const EncLeaf *leaf) {
  assert(leaf->var.id != 0);
  const TermStore *store = x->enc.store;
  if (leaf->is_pointer || term_is_bool(store, leaf->var) ||
      term_width(store, leaf->var) > 64)
    return term_true();
  UsualKey slot = enc_leaf_slot(x, leaf);
  Usual kept = enc_kept_in(x->facts, slot);
  if (kept.is_known && kept.n_values <= USUAL_VALUES_MOST)
    return of_values(x, leaf, &kept);
  const CType *type = enum_of(x->facts, slot);
  return type && 8 * type->size == term_width(store, leaf->var)
             ? of_enum(x, leaf, type)
             : term_true();
}
