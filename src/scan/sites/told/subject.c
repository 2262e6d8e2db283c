/* SPDX-License-Identifier: MIT
 *
 * What a violated check is about: the pointer that is NULL, the divisor, the
 * access that leaves its object.  It is found in the condition that the check
 * tests, and named by the variables that hold it, by where it is read, or by
 * the function that returned it. */
#include "scan/sites/sites_int.h"

#include "ir/address.h"

enum { DEPTH = 6, NAMES_MOST = 4, CONDITIONS_MOST = 4 };

typedef struct Seeker {
  Session *session;
  uint32_t activation;
  EncCheck check;
  const Function *f;
} Seeker;

static Seeker seeker_of(Session *session, uint32_t activation, EncCheck check) {
  const EncActivation *act = enc_exec_activation(session->exec, activation);
  return (Seeker){session, activation, check,
                  prog_func(session->sites->program, act->func)};
}

/* ---- which value ---- */

/* What the condition compares with a constant, or asks about; or none. */
static Val compared_by(const Function *f, Val condition, uint32_t depth) {
  if (!val_is_local(condition) || !depth) return (Val){0};
  const Inst *inst = &f->insts.at[val_index(condition)];
  switch ((int)inst->op) {
  case OP_EQ:
  case OP_NE:
  case OP_ULT:
  case OP_ULE:
  case OP_SLT:
  case OP_SLE: return inst->ops[val_is_const(inst->ops[0]) ? 1 : 0];
  case OP_VALID:
    return inst->n_ops > 1 && inst->imm == VALID_INIT ? inst->ops[1]
           : inst->n_ops                              ? inst->ops[0]
                                                      : (Val){0};
  case OP_AND:
  case OP_OR:
  case OP_XOR:
  case OP_SELECT:
    for (uint32_t i = 0; i < inst->n_ops; i++) {
      Val found = compared_by(f, inst->ops[i], depth - 1);
      if (!val_is_none(found)) return found;
    }
    return (Val){0};
  default: return (Val){0};
  }
}

static Val subject_value(const Seeker *s) {
  assert(s->check.block < s->f->blocks.n);
  Val conditions[CONDITIONS_MOST], found = {0};
  uint32_t n = sites_check_conditions(s->session->sites->program, s->f,
                                      s->check, conditions, CONDITIONS_MOST);
  for (uint32_t i = 0; i < n && val_is_none(found); i++)
    found = compared_by(s->f, conditions[i], DEPTH);
  return found;
}

Term sites_subject_term(Session *session, uint32_t activation, EncCheck check) {
  Seeker s = seeker_of(session, activation, check);
  Val value = subject_value(&s);
  return val_is_none(value)
             ? TERM_NONE
             : enc_exec_operand(session->exec, activation, value);
}

uint64_t sites_subject_pointer(Session *session, uint32_t activation,
                               EncCheck check) {
  Term t = sites_subject_term(session, activation, check);
  return t.id ? sites_number(session, t) : 0;
}

/* ---- its names ---- */

static void add_name(Text *out, const char *name) {
  assert(*name && !strchr(name, ' '));
  size_t n = strlen(name);
  for (const char *at = strstr(text_get(out), name); at;
       at = strstr(at + 1, name))
    if (at[n] == 0 || at[n] == ' ') return;
  if (out->n) text_char(out, ' ');
  text_add(out, name);
}

/* Of the variables that the value is given to, or (DBG_ADDR) that are there. */
static const char *names_of(const Seeker *s, Val value, Op how) {
  Sites *sites = s->session->sites;
  Text out;
  uint32_t n = 0;
  text_init(&out, sites->mem);
  for (uint32_t b = 0; b < s->f->blocks.n; b++)
    for (uint32_t i = 0; i < s->f->blocks.at[b].insts.n; i++) {
      const Inst *dbg = &s->f->insts.at[s->f->blocks.at[b].insts.at[i]];
      if (dbg->op != how || !val_same(dbg->ops[0], value) || n == NAMES_MOST)
        continue;
      n++;
      add_name(&out, sites->program->vars.at[dbg->var.id].name);
    }
  const char *names = arena_strdup(&sites->arena, text_get(&out));
  text_done(&out);
  return names;
}

/* What the value is one of, as the violation chooses (from which block, is
 * said of a PHI); or itself. */
static Val step_back(const Seeker *s, Val value, uint32_t *block) {
  assert(val_is_local(value) && val_index(value) < s->f->insts.n);
  const Inst *inst = &s->f->insts.at[val_index(value)];
  Session *session = s->session;
  const EncActivation *act = enc_exec_activation(session->exec, s->activation);
  switch ((int)inst->op) {
  case OP_GEP: return prog_address_root(s->f, value);
  case OP_ZEXT:
  case OP_SEXT:
  case OP_TRUNC:
  case OP_PTRTOINT:
  case OP_INTTOPTR: return inst->ops[0];
  case OP_SELECT: {
    Term on = enc_exec_operand(session->exec, s->activation, inst->ops[0]);
    return inst->ops[on.id && sites_number(session, on) ? 1 : 2];
  }
  case OP_PHI:
    for (uint32_t i = 0; i < inst->n_ops; i++) {
      Term guard = act->block_guards[inst->blocks[i].id];
      if (!guard.id || !struct_value(session->engine, guard).bits) continue;
      if (block) *block = inst->blocks[i].id;
      return inst->ops[i];
    }
    return value;
  default: return value;
  }
}

/* Is it in the same line, and how far to the right of it? */
static bool is_beside(const Program *p, LocId a, LocId b, int64_t *right) {
  const SrcLoc *x = prog_loc_get(p, a), *y = prog_loc_get(p, b);
  *right = (int64_t)y->col - (int64_t)x->col;
  return x->file == y->file && x->line == y->line;
}

bool sites_is_same_place(const Program *p, LocId a, LocId b) {
  int64_t right;
  return is_beside(p, a, b, &right) && right == 0;
}

/* What is indexed, `a->p[i]`, stands where it begins; of `p[i][j]` all three
 * reads are at the same place. */
uint32_t sites_indices(const Program *p, const Function *f, uint32_t load) {
  assert(load < f->insts.n && f->insts.at[load].op == OP_LOAD);
  LocId place = f->insts.at[load].loc;
  uint32_t n = 0;
  Val at = f->insts.at[load].ops[0];
  for (uint32_t left = DEPTH; left && val_is_local(at); left--) {
    const Inst *inst = &f->insts.at[val_index(at)];
    if (inst->op != OP_GEP && inst->op != OP_LOAD) break;
    n += inst->op == OP_GEP && sites_is_same_place(p, inst->loc, place);
    at = inst->ops[0];
  }
  bool is_indexed = false;
  for (uint32_t i = 1; i < f->insts.n && !is_indexed; i++) {
    const Inst *by = &f->insts.at[i];
    int64_t right;
    is_indexed = by->op == OP_GEP && val_same(by->ops[0], val_local(load)) &&
                 is_beside(p, by->loc, place, &right) && right >= 0;
  }
  return n || is_indexed ? n + 1 : 0;
}

uint32_t sites_indices_of(const Session *session, const EncLeaf *leaf) {
  require(leaf != NULL && leaf->activation < UINT32_MAX);
  const Program *p = session->sites->program;
  const Function *f =
      prog_func(p, enc_exec_activation(session->exec, leaf->activation)->func);
  for (uint32_t i = 1; leaf->is_memory && i < f->insts.n; i++)
    if (f->insts.at[i].op == OP_LOAD &&
        sites_is_same_place(p, f->insts.at[i].loc, leaf->loc) &&
        term_same(
            enc_exec_operand(session->exec, leaf->activation, val_local(i)),
            leaf->var))
      return sites_indices(p, f, i);
  return 0;
}

static void name_subject(const Seeker *s, Val value, SiteSubject *subject) {
  Sites *sites = s->session->sites;
  subject->names = "";
  for (uint32_t left = DEPTH; left && val_is_local(value); left--) {
    const Inst *inst = &s->f->insts.at[val_index(value)];
    subject->names =
        names_of(s, value, inst->op == OP_ALLOCA ? OP_DBG_ADDR : OP_DBG);
    FuncId callee = prog_callee(sites->program, inst);
    if (inst->op == OP_LOAD) {
      subject->read = inst->loc;
      subject->indices = sites_indices(sites->program, s->f, val_index(value));
      subject->words = sites_spell(sites, s->f, val_index(value));
      if (!*subject->names)
        subject->names = names_of(s, inst->ops[0], OP_DBG_ADDR);
    }
    if (inst->op == OP_CALL && callee.id)
      subject->call = sites_function(sites, callee);
    if (*subject->names || subject->read.id || subject->call) return;
    Val before = step_back(s, value, NULL);
    if (val_same(before, value)) return;
    value = before;
  }
}

/* ---- accesses ---- */

/* The pointer of the access that the check stands before; or none. */
static Val access_of(const Seeker *s) {
  const ErrorSite *error =
      &s->session->sites->program->errors.at[s->check.error];
  for (uint32_t b = 0; b < s->f->blocks.n; b++) {
    if (!s->f->blocks.at[b].insts.n) continue;
    const Inst *end = prog_terminator(s->f, (BlockId){b});
    if (end->op != OP_CONDBR || end->loc.id != error->loc.id ||
        (end->blocks[0].id != s->check.block &&
         end->blocks[1].id != s->check.block))
      continue;
    uint32_t to = end->blocks[end->blocks[0].id == s->check.block].id;
    const Block *next = &s->f->blocks.at[to];
    for (uint32_t i = 0; i < next->insts.n; i++) {
      const Inst *inst = &s->f->insts.at[next->insts.at[i]];
      if (inst->loc.id != error->loc.id) continue;
      if (inst->op == OP_LOAD) return inst->ops[0];
      if (inst->op == OP_STORE) return inst->ops[1];
    }
  }
  return (Val){0};
}

/* "index 80 of 80": the index that is not one of its array's; NULL: none is. */
static const char *wrong_index(const Seeker *s, Val pointer) {
  assert(!val_is_none(pointer));
  Sites *sites = s->session->sites;
  Address address =
      prog_address(sites->program, s->f, pointer, ADDRESS_ALL_STEPS);
  for (uint32_t i = 0; i < address.n_terms; i++) {
    const AddressTerm *term = &address.terms[i];
    if (!term->array.id) continue;
    uint64_t count = prog_type(sites->program, term->array)->count;
    Term index = enc_exec_operand(s->session->exec, s->activation, term->index);
    if (!index.id) continue;
    uint32_t unused = 64 - term_width(s->session->store, index);
    int64_t number =
        (int64_t)(sites_number(s->session, index) << unused) >> unused;
    if (number < 0 || (uint64_t)number >= count)
      return arena_printf(&sites->arena, "has index %lld of %llu elements",
                          (long long)number, (unsigned long long)count);
  }
  return NULL;
}

typedef struct Object {
  const char *name; /* NULL: it has none */
  uint64_t size;    /* bytes; 0: not known */
  int64_t offset;   /* where in it the pointer leads */
} Object;

static Object object_of(const Seeker *s, Val pointer) {
  Session *session = s->session;
  Sites *sites = session->sites;
  Term at = enc_exec_operand(session->exec, s->activation, pointer);
  Term object = at.id ? sites_object_of(session, at) : TERM_NONE;
  const EncLeaf *leaf = object.id ? enc_exec_leaf(session->exec, object) : NULL;
  if (!leaf) return (Object){0};
  GlobalId global = enc_exec_object(session->exec, object).global;
  const Function *f =
      prog_func(sites->program,
                enc_exec_activation(session->exec, leaf->activation)->func);
  Term room = global.id ? TERM_NONE : enc_exec_behind(session->exec, object);
  uint64_t size = global.id ? prog_global(sites->program, global)->size
                  : room.id ? sites_number(session, room)
                            : 0;
  const char *name =
      global.id ? sites_global(sites, global)
      : leaf->inst < f->insts.n
          ? sites_variable(sites->program, f, val_local(leaf->inst))
          : NULL;
  int64_t offset =
      (int64_t)(sites_number(session, at) - sites_number(session, object));
  if (size > INT64_MAX / 2) size = 0;
  return (Object){name, size, offset};
}

/* "byte 16 of 'name', which has 16"; NULL: that is not known. */
static const char *left_object(const Seeker *s, Val pointer) {
  assert(!val_is_none(pointer));
  Object object = object_of(s, pointer);
  if (!object.size) return NULL;
  const char *name =
      object.name ? arena_printf(&s->session->sites->arena, "'%s'", object.name)
                  : "an object";
  return arena_printf(
      &s->session->sites->arena, "at byte %lld of %s, which has %llu",
      (long long)object.offset, name, (unsigned long long)object.size);
}

/* Is the array at a distance in the type a member of a struct?  One of few
 * elements at the end of it may stand for more, and rows of a table are often
 * walked through as one. */
static bool is_member(const Program *p, TypeId type, uint64_t at,
                      TypeId array) {
  enum { FEW = 8 };
  bool is_last = true;
  assert(prog_type(p, array)->kind == TYPE_ARRAY);
  while (type.id && prog_type(p, type)->size) {
    const Type *t = prog_type(p, type);
    if (t->kind == TYPE_ARRAY) {
      if (t->elem.id == array.id) return false;
      is_last = false;
      type = t->elem;
      at %= prog_type(p, type)->size;
      continue;
    }
    if (t->kind != TYPE_STRUCT) return false;
    uint32_t i = t->n_fields;
    while (i-- > 0 && t->fields[i].offset > at) {
    }
    if (i == UINT32_MAX) return false;
    is_last &= i + 1 == t->n_fields;
    at -= t->fields[i].offset;
    type = t->fields[i].type;
    if (type.id == array.id)
      return !(is_last && prog_type(p, array)->count < FEW);
  }
  return false;
}

/* Does the index choose from a member? */
static bool is_in_member(const Seeker *s, Val pointer) {
  const Sites *sites = s->session->sites;
  const Program *p = sites->program;
  FuncId func = enc_exec_activation(s->session->exec, s->activation)->func;
  Address address = prog_address(p, s->f, pointer, ADDRESS_ALL_STEPS);
  prog_address_fold(p, &address);
  assert(func.id && address.n_terms <= ADDRESS_MOST_TERMS);
  TypeId root = address.global.id
                    ? prog_global(p, address.global)->type
                    : enc_facts_leads_to(sites->facts, func, address.root);
  int64_t at = address.start + address.offset;
  for (uint32_t i = 0; i < address.n_terms; i++)
    if (address.terms[i].array.id && at >= 0 &&
        is_member(p, root, (uint64_t)at, address.terms[i].array))
      return true;
  return false;
}

bool sites_leaves_part(Session *session, uint32_t activation, EncCheck check) {
  Seeker s = seeker_of(session, activation, check);
  Val pointer = access_of(&s);
  if (sites_about(session, check) != PROPERTY_VALID_DEREF ||
      val_is_none(pointer) || !wrong_index(&s, pointer) ||
      !is_in_member(&s, pointer))
    return false;
  Object object = object_of(&s, pointer);
  return !object.size ||
         (object.offset >= 0 && (uint64_t)object.offset < object.size);
}

/* Of an access by the library: where it goes, and how much room is there. */
static void tell_room(const Seeker *s, SiteSubject *subject) {
  const Program *p = s->session->sites->program;
  Val pointer = subject_value(s);
  if (!val_is_local(pointer) ||
      prog_type(p, prog_val_type(p, s->f, pointer))->kind != TYPE_PTR)
    return;
  Object object = object_of(s, pointer);
  name_subject(s, pointer, subject);
  bool is_inside = object.offset >= 0 && (uint64_t)object.offset <= object.size;
  Arena *arena = &s->session->sites->arena;
  if (object.size)
    subject->detail =
        is_inside
            ? arena_printf(arena, "has %llu bytes",
                           (unsigned long long)(object.size - object.offset))
            : arena_printf(arena, "leads out of an object of %llu bytes",
                           (unsigned long long)object.size);
}

static void tell_access(const Seeker *s, SiteSubject *subject) {
  const ErrorSite *error =
      &s->session->sites->program->errors.at[s->check.error];
  Val pointer = access_of(s);
  if (val_is_none(pointer)) {
    tell_room(s, subject);
    return;
  }
  subject->read = error->loc;
  subject->words = sites_spell_place(s->session->sites, s->f, pointer);
  subject->detail = wrong_index(s, pointer);
  if (!subject->detail) subject->detail = left_object(s, pointer);
}

/* ---- sums and products ---- */

static const char *sign_of(Op op) {
  return op == OP_ADD ? "+" : op == OP_SUB ? "-" : op == OP_MUL ? "*" : NULL;
}

/* The sum or product that is asked about; none: it is not in sight. */
static uint32_t arithmetic_of(const Seeker *s) {
  const ErrorSite *error =
      &s->session->sites->program->errors.at[s->check.error];
  for (uint32_t b = 0; b < s->f->blocks.n; b++)
    for (uint32_t i = 0; i < s->f->blocks.at[b].insts.n; i++) {
      uint32_t number = s->f->blocks.at[b].insts.at[i];
      const Inst *inst = &s->f->insts.at[number];
      if (inst->loc.id == error->loc.id && sign_of(inst->op) &&
          !(inst->flags & INST_MODEL) &&
          enc_exec_value(s->session->exec, s->activation, number).id)
        return number;
    }
  return 0;
}

/* "'n + 1' is 2147483647 + 1" */
static void tell_arithmetic(const Seeker *s, SiteSubject *subject) {
  Session *session = s->session;
  uint32_t number = arithmetic_of(s);
  if (!number) return;
  const Inst *inst = &s->f->insts.at[number];
  Term a = enc_exec_operand(session->exec, s->activation, inst->ops[0]);
  Term b = enc_exec_operand(session->exec, s->activation, inst->ops[1]);
  if (!a.id || !b.id || term_width(session->store, a) > 64) return;
  const char *left = sites_value_text(session, a, false);
  const char *right = sites_value_text(session, b, false);
  subject->words = sites_spell_value(session->sites, s->f, val_local(number));
  subject->value = arena_printf(&session->sites->arena, "%s %s %s", left,
                                sign_of(inst->op), right);
}

/* ---- where it comes from ---- */

/* The value told that the fault is about: of a NULL, one that is NULL. */
static const SiteValue *source_of(const SiteTales *tales, const SiteTolds *told,
                                  const char *value) {
  for (uint32_t i = 0; i < told->n; i++)
    for (uint32_t k = 0; k < tales->n; k++) {
      const SiteTale *tale = &tales->at[k];
      if (tale->step.kind == SITE_STEP_VALUE && tale->told == &told->at[i] &&
          tale->step.weight == SITE_FOR_FAULT &&
          (!value || strcmp(told->at[i].value.value, value) == 0))
        return &told->at[i].value;
    }
  return NULL;
}

/* The call that gave the value, or where it was read, some way before. */
static void tell_maker(const Seeker *s, const Inst *inst,
                       SiteSubject *subject) {
  Sites *sites = s->session->sites;
  const Program *p = sites->program;
  const ErrorSite *error = &p->errors.at[s->check.error];
  FuncId callee = prog_callee(p, inst);
  bool is_here =
      prog_loc_get(p, inst->loc)->line == prog_loc_get(p, error->loc)->line;
  bool is_named = *subject->names || subject->read.id;
  if (is_here || !inst->loc.id || !is_named) return;
  if (inst->op == OP_CALL && callee.id)
    subject->made = arena_printf(&sites->arena, "result of %s()",
                                 sites_function(sites, callee));
  else if (inst->op == OP_LOAD)
    subject->made = sites_spell(sites, s->f, (uint32_t)(inst - s->f->insts.at));
  if (subject->made) subject->at = inst->loc;
}

/* Where the value was given to the variable: a constant, what a call gave. */
static void tell_constant(const Seeker *s, Val value, SiteSubject *subject) {
  uint32_t block = UINT32_MAX;
  for (uint32_t left = DEPTH; left && val_is_local(value); left--) {
    Val before = step_back(s, value, &block);
    if (val_same(before, value)) {
      tell_maker(s, &s->f->insts.at[val_index(value)], subject);
      return;
    }
    value = before;
  }
  if (!val_is_const(value) || block == UINT32_MAX) return;
  const Inst *end = prog_terminator(s->f, (BlockId){block});
  if (end->op != OP_BR || !end->loc.id) return;
  subject->made = "assigned";
  subject->at = end->loc;
}

/* Where what the check asks about was freed. */
static void tell_free(const SiteTales *tales, SiteSubject *subject) {
  assert(!subject->made);
  for (uint32_t i = 0; i < tales->n; i++) {
    const SiteStep *step = &tales->at[i].step;
    if (!tales->at[i].frees) continue;
    subject->made = "freed";
    subject->at = step->loc;
    return;
  }
}

/* What a call reads first is named by its message (pass/objects/reads.c). */
static bool is_calls_reading(const Seeker *s, Val value) {
  return val_is_local(value) &&
         s->f->insts.at[val_index(value)].flags & INST_MODEL;
}

SiteSubject sites_subject(Session *session, uint32_t activation, EncCheck check,
                          const SiteTales *tales, const SiteTolds *told) {
  Seeker s = seeker_of(session, activation, check);
  SiteSubject subject = {.names = ""};
  const char *property =
      session->sites->program->errors.at[check.error].property;
  if (strcmp(property, PASS_LEAK) == 0) return subject; /* its text says all */
  Val value = subject_value(&s);
  Term t = val_is_none(value)
               ? TERM_NONE
               : enc_exec_operand(session->exec, activation, value);
  switch ((int)sites_about(session, check)) {
  case PROPERTY_NULL_DEREF: subject.value = "NULL"; break;
  case PROPERTY_NO_DIV_ZERO: subject.value = "0"; break;
  case PROPERTY_NO_BAD_SHIFT:
    if (t.id) subject.value = sites_value_text(session, t, false);
    break;
  case PROPERTY_VALID_DEREF: tell_access(&s, &subject); return subject;
  case PROPERTY_VALID_FREE:
  case PROPERTY_COUNT: tell_free(tales, &subject); break;
  case PROPERTY_VALID_INIT:
    if (is_calls_reading(&s, value)) return subject;
    break;
  case PROPERTY_NO_OVERFLOW: tell_arithmetic(&s, &subject); return subject;
  default: return subject;
  }
  name_subject(&s, value, &subject);
  if (val_is_none(value)) { /* always so: what is accessed is told */
    subject.read = session->sites->program->errors.at[check.error].loc;
    subject.value = NULL;
  }
  if (subject.value) subject.from = source_of(tales, told, subject.value);
  if (subject.value && !subject.from) tell_constant(&s, value, &subject);
  if (subject.value && !subject.from && !subject.made &&
      sites_about(session, check) != PROPERTY_NULL_DEREF) {
    subject.from = source_of(tales, told, NULL);
    subject.is_made_of = true;
  }
  return subject;
}
