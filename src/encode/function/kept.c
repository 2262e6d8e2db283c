/* SPDX-License-Identifier: MIT
 *
 * What the tree keeps in its data, as premises of proofs.
 *
 * Problem.  Whether `f->w->alive` can fail hangs on what is in `f->w`, which no
 * formula about one function tells.  The table of what is usual (usual.c) does:
 * every store of the tree puts an address there.  It is no proof, since memory
 * is also written by copies, through casts and by functions without a body; but
 * who reads "holds, if File.w is not NULL, as the tree's 3 stores keep it" can
 * judge that premise, and no longer has to judge the place.
 *
 * Idea.  A variable of the formulas that is a cell of a member or a global, a
 * parameter, a result or a pointer that goes round a loop obeys what all that
 * flows there does, at any time: not only at entry, but also behind a loop or a
 * call that may have written it.  Each such slot is told by its name.
 *
 * The table is stricter than that which makes a counterexample unbelievable
 * (USUAL_FOR_PROOF).  Numbers in members may be zero, since fresh memory often
 * is. */
#include "encode/function/usual.h"
#include "encode/function/function_int.h"

/* ---- slots of variables ---- */

UsualKey enc_place_slot(const EncExec *x, const Place *place) {
  const EncStructs *s = &x->facts->structs;
  uint32_t class =
      place->field.type.id < s->n ? s->class_of[place->field.type.id] : 0;
  if (class && place->field.index < 1u << 24)
    return usual_key(USUAL_MEMBER, class, place->field.index);
  Base base = enc_base(x, place->address);
  const Object *object = base.is_object ? enc_object_of(x, base.base) : NULL;
  return object && object->global.id && base.is_exact && base.offset == 0
             ? usual_key(USUAL_GLOBAL, object->global.id, 0)
             : 0;
}

/* The type of the object itself; 0: not known. */
static TypeId object_type(const Program *p, FuncId func, Val pointer) {
  if (val_is_local(pointer)) {
    const Inst *inst = &prog_func(p, func)->insts.at[val_index(pointer)];
    return inst->op == OP_ALLOCA ? inst->aux : (TypeId){0};
  }
  const Const *c = val_is_const(pointer) ? prog_const(p, pointer) : NULL;
  return c && c->kind == CONST_GLOBAL && c->offset == 0
             ? prog_global(p, c->global)->type
             : (TypeId){0};
}

TypeId enc_leads_to(void *context, FuncId func, Val pointer) {
  EncFacts *facts = context;
  TypeId type = object_type(facts->program, func, pointer);
  if (!type.id) return enc_agreed_type(facts, func, pointer);
  while (prog_type(facts->program, type)->kind == TYPE_ARRAY)
    type = prog_type(facts->program, type)->elem;
  return type;
}

TypeId enc_facts_leads_to(EncFacts *facts, FuncId func, Val pointer) {
  return enc_leads_to(facts, func, pointer);
}

UsualKey enc_leaf_slot(const EncExec *x, const EncLeaf *leaf) {
  const Program *p = x->enc.program;
  switch ((int)leaf->kind) {
  case ENC_LEAF_PARAM:
    return x->options.params == ENC_PARAMS_ANY
               ? 0
               : usual_key(USUAL_PARAM, prog_rolled(p, leaf->func).id,
                           leaf->inst - 1);
  case ENC_LEAF_RESULT:
    return usual_key(USUAL_RESULT, prog_rolled(p, leaf->func).id, 0);
  case ENC_LEAF_CONTEXT:
  case ENC_LEAF_EXTERN:
  case ENC_LEAF_INDIRECT:
  case ENC_LEAF_LOOP:
  case ENC_LEAF_LOST:
  case ENC_LEAF_EFFECT:
    return leaf->is_memory ? enc_place_slot(x, &x->places.at[leaf->place]) : 0;
  default: return 0;
  }
}

/* Is the member a union, or an array of them, which is read and written by
 * several names; or of a struct without a name, which is in a union, as a
 * rule? */
static bool is_mixed(const EncFacts *facts, UsualKey slot) {
  const Program *p = facts->program;
  const Type *whole = prog_type(p, (TypeId){usual_key_of(slot)});
  if (strncmp(whole->name, "struct.anon", 11) == 0) return true;
  TypeId type = whole->fields[usual_key_number(slot)].type;
  while (prog_type(p, type)->kind == TYPE_ARRAY)
    type = prog_type(p, type)->elem;
  return prog_type(p, type)->kind == TYPE_STRUCT;
}

/* What is kept in a slot; zero is in numbers of structs that are fresh, unless
 * they are variables of functions alone.  Who only ever sets zero waits for
 * others to set something. */
Usual enc_kept_in(const EncFacts *facts, UsualKey slot) {
  if (!facts->kept) return (Usual){.is_known = false};
  Usual kept = usual_of(facts->kept, slot);
  if (!kept.is_known || !kept.flows || kept.least > kept.most ||
      (usual_key_kind(slot) <= USUAL_GLOBAL && !kept.least && !kept.most))
    return (Usual){.is_known = false};
  if (usual_key_kind(slot) == USUAL_MEMBER &&
      usual_key_number(slot) >=
          prog_type(facts->program, (TypeId){usual_key_of(slot)})->n_fields)
    return (Usual){.is_known = false};
  if (usual_key_kind(slot) == USUAL_MEMBER && is_mixed(facts, slot))
    return (Usual){.is_known = false};
  if (usual_key_kind(slot) != USUAL_MEMBER ||
      !usual_is_made(facts->kept, usual_key_of(slot)))
    return kept;
  return usual_with_zero(kept);
}

/* ---- as formulas ---- */

static Term not_null(EncExec *x, const EncLeaf *leaf) {
  TermStore *store = x->enc.store;
  Term zero = term_u64(store, 0, term_width(store, leaf->var));
  return term_not(term_eq(store, leaf->var, zero));
}

static Term between(EncExec *x, const EncLeaf *leaf, int64_t least,
                    int64_t most) {
  TermStore *store = x->enc.store;
  Term var = leaf->var, inside = term_true();
  uint32_t bits = term_width(store, var);
  assert(bits <= 64 && least <= most);
  int64_t end = bits < 64 ? ((int64_t)1 << (bits - 1)) - 1 : INT64_MAX;
  if (least > -end - 1)
    inside = term_not(term_slt(store, var, term_i64(store, least, bits)));
  if (most < end)
    inside =
        term_and(store, inside,
                 term_not(term_slt(store, term_i64(store, most, bits), var)));
  return inside;
}

/* Is there something to tell of each of the slots? */
static bool are_kept(const EncFacts *facts, const UsualKeys *slots) {
  for (uint32_t i = 0; i < slots->n; i++)
    if (!enc_kept_in(facts, slots->at[i]).is_known) return false;
  return true;
}

/* A pointer that goes round a loop: what enters it, and what it becomes. */
static Term kept_round(EncExec *x, const EncLeaf *leaf, EncSlots *slots) {
  assert(leaf->kind == ENC_LEAF_LOOP && !leaf->is_memory);
  UsualKeys used = {0};
  FuncId func = x->activations.at[leaf->activation].func;
  uint32_t inst = prog_rolled_inst(x->enc.program, func, leaf->inst);
  Usual kept = {.may_be_null = true};
  if (leaf->is_pointer && x->facts->kept && inst)
    kept = usual_value(x->facts->kept, prog_rolled(x->enc.program, func),
                       val_local(inst), &used);
  bool is_kept = !kept.may_be_null && are_kept(x->facts, &used);
  for (uint32_t i = 0; i < used.n && is_kept; i++)
    VEC_PUSH(x->enc.mem, slots, used.at[i]);
  VEC_DONE(x->enc.mem, &used);
  return is_kept ? not_null(x, leaf) : term_true();
}

/* ---- trusted: what the use of a pointer says ----
 *
 * Whoever follows `op->o_bd` without a look takes it for granted that there is
 * one.  With EncExecOptions.trusts that is believed of all pointers in memory,
 * also of those that the tree sets to NULL somewhere.  It is no inference; each
 * proof that needs it tells which member it is about. */

/* Beside those of UsualKey: the slot is trusted; 0: of no name. */
static const EncSlot trusted = (EncSlot)1 << 63;

static bool is_trusted(const EncExec *x, const EncLeaf *leaf) {
  if (!x->options.trusts || !leaf->is_memory || !leaf->is_pointer ||
      leaf->is_tested)
    return false;
  switch ((int)leaf->kind) {
  case ENC_LEAF_CONTEXT:
  case ENC_LEAF_EXTERN:
  case ENC_LEAF_INDIRECT:
  case ENC_LEAF_EFFECT:
  case ENC_LEAF_LOOP:
  case ENC_LEAF_LOST: return true;
  default: return false;
  }
}

static Term kept_by_trust(EncExec *x, const EncLeaf *leaf, EncSlots *slots) {
  UsualKey slot = enc_leaf_slot(x, leaf);
  assert(!(slot & trusted));
  VEC_PUSH(x->enc.mem, slots, trusted | slot);
  return not_null(x, leaf);
}

static Term kept_by_flows(EncExec *x, const EncLeaf *leaf, EncSlots *slots) {
  if (leaf->kind == ENC_LEAF_LOOP && !leaf->is_memory)
    return kept_round(x, leaf, slots);
  UsualKey slot = enc_leaf_slot(x, leaf);
  Usual kept = enc_kept_in(x->facts, slot);
  if (!kept.is_known || term_width(x->enc.store, leaf->var) > 64)
    return term_true();
  Term held = !leaf->is_pointer  ? between(x, leaf, kept.least, kept.most)
              : kept.may_be_null ? term_true()
                                 : not_null(x, leaf);
  if (!term_is_true(held)) VEC_PUSH(x->enc.mem, slots, slot);
  return held;
}

Term enc_exec_kept(EncExec *x, const EncLeaf *leaf, EncSlots *slots) {
  assert(leaf->var.id != 0);
  if (term_is_bool(x->enc.store, leaf->var)) return term_true();
  Term held = kept_by_flows(x, leaf, slots);
  return term_is_true(held) && is_trusted(x, leaf)
             ? kept_by_trust(x, leaf, slots)
             : held;
}

/* ---- in words ---- */

/* "conn.use" */
static void put_member(Text *out, const EncFacts *facts, uint32_t class,
                       uint32_t field) {
  const Program *p = facts->program;
  const Type *type = prog_type(p, (TypeId){class});
  const char *name = strchr(type->name, '.');
  assert(field < type->n_fields);
  name = name ? name + 1 : type->name;
  text_add_n(out, name, prog_plain_length(name));
  uint32_t row = facts->structs.ctype_of[class];
  if (row)
    prog_print_path(out, p, (CTypeId){row}, type->fields[field].offset,
                    prog_type(p, type->fields[field].type)->size, (CTypeId){0});
  else
    text_printf(out, ", member %u", field + 1);
  if (prog_type(p, type->fields[field].type)->kind == TYPE_ARRAY)
    text_add(out, "[...]");
}

/* The name of a parameter, or which it is. */
static void put_param(Text *out, const Program *p, FuncId func, uint32_t n) {
  const Function *f = prog_func(p, func);
  assert(n < f->n_params);
  const char *name = prog_without_twin(f->name);
  for (uint32_t i = 1; i < f->insts.n; i++) {
    const Inst *inst = &f->insts.at[i];
    if (inst->op != OP_DBG || !inst->var.id || !inst->n_ops ||
        !val_is_local(inst->ops[0]) || val_index(inst->ops[0]) != n + 1)
      continue;
    text_printf(out, "'%s' of %s", p->vars.at[inst->var.id].name, name);
    return;
  }
  text_printf(out, "parameter %u of %s", n + 1, name);
}

static void put_name(Text *out, const EncFacts *facts, UsualKey slot) {
  const Program *p = facts->program;
  uint32_t of = usual_key_of(slot), number = usual_key_number(slot);
  switch (usual_key_kind(slot)) {
  case USUAL_MEMBER: put_member(out, facts, of, number); return;
  case USUAL_GLOBAL:
    text_add(out, prog_global(p, (GlobalId){of})->name);
    return;
  case USUAL_PARAM: put_param(out, p, (FuncId){of}, number); return;
  case USUAL_RESULT:
    text_printf(out, "the result of %s",
                prog_without_twin(prog_func(p, (FuncId){of})->name));
    return;
  }
}

static void put_range(Text *out, Usual kept) {
  assert(kept.is_known && kept.least <= kept.most);
  if (kept.least == kept.most)
    text_printf(out, "%lld", (long long)kept.least);
  else if (kept.most == INT64_MAX || kept.most == INT32_MAX)
    text_printf(out, "at least %lld", (long long)kept.least);
  else if (kept.least == INT64_MIN || kept.least == INT32_MIN)
    text_printf(out, "at most %lld", (long long)kept.most);
  else
    text_printf(out, "%lld to %lld", (long long)kept.least,
                (long long)kept.most);
}

/* What va_start sets has no names in the source. */
static bool is_of_list(const EncFacts *facts, UsualKey slot) {
  return usual_key_kind(slot) == USUAL_MEMBER &&
         strcmp(prog_type(facts->program, (TypeId){usual_key_of(slot)})->name,
                "struct.__va_list_tag") == 0;
}

static bool has_name(const EncFacts *facts, UsualKey slot) {
  if (!slot) return false;
  const Program *p = facts->program;
  return usual_key_kind(slot) != USUAL_MEMBER ||
         usual_key_number(slot) <
             prog_type(p, (TypeId){usual_key_of(slot)})->n_fields;
}

static void put_trusted(Text *out, const EncFacts *facts, UsualKey slot) {
  assert(!(slot & trusted));
  if (has_name(facts, slot))
    put_name(out, facts, slot);
  else
    text_add(out, "a pointer in memory");
  text_add(out, " is not NULL where it is used without a look");
}

void enc_put_slot(Text *out, const EncFacts *facts, EncSlot slot) {
  if (slot & trusted) {
    put_trusted(out, facts, slot & ~trusted);
    return;
  }
  static const char *const words[] = {"", "store", "store", "call", "return"};
  Usual kept = enc_kept_in(facts, slot);
  const char *word = words[usual_key_kind(slot)];
  require(kept.is_known);
  if (is_of_list(facts, slot)) {
    text_add(out, "a va_list is one that va_start or va_copy made");
    return;
  }
  put_name(out, facts, slot);
  text_add(out, " is ");
  if (kept.is_pointer)
    text_add(out, "not NULL");
  else
    put_range(out, kept);
  text_printf(out, ": %u%s %s%s in the tree", kept.flows,
              kept.flows == USUAL_FLOWS_MOST ? " or more" : "", word,
              kept.flows == 1 ? "" : "s");
}
