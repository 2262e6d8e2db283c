/* SPDX-License-Identifier: MIT
 *
 * What a check compares: the variables that the pointer, divisor, index or what
 * an assertion says is made of.  Variables that only decide the way there, or
 * which of several values it is, are none of it. */
#include "scan/sites/sites_int.h"

enum { VALUES_MOST = 64 };

/* Is it what a condition says, as a number: 1 or 0, an error or none? */
static bool is_told_by_condition(const TermStore *store, Term t) {
  return term_kind(store, t) == TERM_ITE &&
         term_is_const(store, term_child(store, t, 1)) &&
         term_is_const(store, term_child(store, t, 2));
}

/* Which child of a choice the violation just found takes. */
static uint32_t chosen_child(Session *session, Term t) {
  assert(term_kind(session->store, t) == TERM_ITE);
  Term condition = term_child(session->store, t, 0);
  return struct_value(session->engine, condition).bits ? 1 : 2;
}

/* Is it a pointer that is NULL in the violation just found? */
static bool is_null_now(Session *session, Term var) {
  const EncLeaf *leaf = enc_exec_leaf(session->exec, var);
  return leaf && leaf->is_pointer &&
         struct_value(session->engine, var).bits == 0;
}

/* Is it a pointer that a function of the library gives? */
static bool is_librarys_pointer(const Session *session, Term var) {
  const EncLeaf *leaf = enc_exec_leaf(session->exec, var);
  return leaf && leaf->kind == ENC_LEAF_RESULT && leaf->is_pointer &&
         sites_is_library(session->sites, leaf->func);
}

/* A constant comes of what was compared: `return node ? node->item : NULL`
 * hands on the NULL that `node` is. */
static void add_nulls(Session *session, Term condition, TermList *parts,
                      Map *seen) {
  assert(term_is_bool(session->store, condition));
  TermStore *store = session->store;
  Mem *mem = term_store_mem(store);
  TermList todo = {0};
  VEC_PUSH(mem, &todo, term_positive(condition));
  while (todo.n) {
    Term t = VEC_POP(&todo);
    if (map_find(seen, t.id)) continue;
    map_put(seen, t.id, 1);
    bool is_var = term_is_var(store, t);
    Term meaning = is_var ? struct_meaning(session->engine, t) : TERM_NONE;
    if (meaning.id) VEC_PUSH(mem, &todo, term_positive(meaning));
    if (is_var && !meaning.id && is_null_now(session, t))
      VEC_PUSH(mem, parts, t);
    for (uint32_t i = 0; i < term_n_children(store, t); i++)
      if (term_kind(store, t) != TERM_ITE || i == 0 ||
          i == chosen_child(session, t))
        VEC_PUSH(mem, &todo, term_positive(term_child(store, t, i)));
  }
  VEC_DONE(mem, &todo);
}

/* What the violation just found chooses. */
static Term take_choice(Session *session, Term t, TermList *parts, Map *seen) {
  assert(term_n_children(session->store, t) == 3);
  Term taken = term_child(session->store, t, chosen_child(session, t));
  if (term_is_const(session->store, taken))
    add_nulls(session, term_child(session->store, t, 0), parts, seen);
  return term_positive(taken);
}

/* The variables of a value, other than those that only choose between values;
 * of what an assertion says also those. */
static void add_variables(Session *session, Term value, TermList *parts,
                          Map *seen, SiteParts wanted, bool is_assertion) {
  assert(value.id != 0);
  TermStore *store = session->store;
  Mem *mem = term_store_mem(store);
  TermList todo = {0};
  VEC_PUSH(mem, &todo, term_positive(value));
  while (todo.n) {
    Term t = VEC_POP(&todo);
    if (map_find(seen, t.id)) continue;
    map_put(seen, t.id, 1);
    if (term_is_var(store, t)) {
      Term meaning = struct_meaning(session->engine, t);
      if (wanted == SITE_PARTS_CHOSEN && is_librarys_pointer(session, t))
        meaning = TERM_NONE;
      if (meaning.id && wanted == SITE_PARTS_RESULTS) VEC_PUSH(mem, parts, t);
      VEC_PUSH(mem, meaning.id ? &todo : parts,
               meaning.id ? term_positive(meaning) : t);
      Term behind = enc_exec_behind(session->exec, t);
      if (behind.id) VEC_PUSH(mem, &todo, term_positive(behind));
      const EncLeaf *leaf = enc_exec_leaf(session->exec, t);
      if (leaf && leaf->is_exact) {
        VEC_PUSH(mem, &todo, term_positive(leaf->start));
        VEC_PUSH(mem, &todo, term_positive(leaf->limit));
      }
    }
    bool is_chosen = term_kind(store, t) == TERM_ITE &&
                     !(is_assertion && is_told_by_condition(store, t));
    if (is_chosen && wanted == SITE_PARTS_CHOSEN) {
      VEC_PUSH(mem, &todo, take_choice(session, t, parts, seen));
      continue;
    }
    for (uint32_t i = is_chosen; i < term_n_children(store, t); i++)
      VEC_PUSH(mem, &todo, term_positive(term_child(store, t, i)));
  }
  VEC_DONE(mem, &todo);
}

typedef struct Values {
  Val at[VALUES_MOST];
  uint32_t n;
} Values;

static void add_value(Values *values, Val v) {
  assert(values->n <= VALUES_MOST);
  if (!val_is_local(v) || values->n == VALUES_MOST) return;
  for (uint32_t i = 0; i < values->n; i++)
    if (val_same(values->at[i], v)) return;
  values->at[values->n++] = v;
}

static bool is_assertion_of(const ErrorSite *error) {
  PropertyKind about = prog_property_by_name(error->property);
  return PROPERTY_OWN_ERRORS >> about & 1;
}

/* Does the block only pass on to the other one: does it end with a jump, or
 * with a check? */
static bool passes_on(const Function *f, uint32_t block, uint32_t to) {
  assert(block < f->blocks.n && to < f->blocks.n);
  const Inst *end = prog_terminator(f, (BlockId){block});
  if (end->op == OP_BR) return true;
  bool is_check = false;
  for (uint32_t i = 0; i < end->n_blocks; i++)
    is_check |= end->blocks[i].id != to &&
                prog_terminator(f, end->blocks[i])->op == OP_ERROR;
  return end->op == OP_CONDBR && is_check;
}

/* The block before which it was decided that the assertion is met:
 * `if (!p) { log(); assert(0); }`. */
static uint32_t decided_before(const Function *f, uint32_t block) {
  for (uint32_t left = f->blocks.n; left; left--) {
    uint32_t before = UINT32_MAX, n = 0;
    for (uint32_t b = 0; b < f->blocks.n; b++) {
      const Inst *end = prog_terminator(f, (BlockId){b});
      for (uint32_t i = 0; i < end->n_blocks; i++)
        if (end->blocks[i].id == block) before = b, n++;
    }
    if (n != 1 || !passes_on(f, before, block)) break;
    block = before;
  }
  return block;
}

/* The conditions of the branches that lead into the block of the check.  The
 * test of a check stands where the check does; what an assertion says may be
 * several branches of the program's own, also some way before it. */
static void add_conditions(const Program *p, const Function *f, EncCheck check,
                           Values *values) {
  assert(check.error < p->errors.n && check.block < f->blocks.n);
  const ErrorSite *error = &p->errors.at[check.error];
  bool is_assertion = is_assertion_of(error);
  uint32_t block = is_assertion ? decided_before(f, check.block) : check.block;
  for (uint32_t b = 0; b < f->blocks.n; b++) {
    const Inst *end = prog_terminator(f, (BlockId){b});
    bool leads = false;
    for (uint32_t i = 0; i < end->n_blocks; i++)
      leads |= end->blocks[i].id == block;
    leads &= is_assertion || end->loc.id == error->loc.id;
    if (leads && (end->op == OP_CONDBR || end->op == OP_SWITCH))
      add_value(values, end->ops[0]);
  }
}

uint32_t sites_check_conditions(const Program *p, const Function *f,
                                EncCheck check, Val *out, uint32_t most) {
  Values values = {.n = 0};
  add_conditions(p, f, check, &values);
  uint32_t n = values.n < most ? values.n : most;
  memcpy(out, values.at, sizeof *out * n);
  return n;
}

/* Where a text is, and where it goes, is not compared. */
static bool is_place_of_text(const Program *p, const Function *f,
                             const Inst *inst, uint32_t operand) {
  assert(operand < inst->n_ops);
  bool is_about_text =
      inst->op == OP_VALID &&
      (inst->imm == VALID_COPY || inst->imm == VALID_APPEND ||
       inst->imm == VALID_PRINTED || inst->imm == VALID_WORD ||
       inst->imm == VALID_WIDE_COPY || inst->imm == VALID_WIDE_APPEND);
  TypeId type = prog_val_type(p, f, inst->ops[operand]);
  return is_about_text && prog_type(p, type)->kind == TYPE_PTR;
}

void sites_check_parts(Session *session, uint32_t activation, EncCheck check,
                       TermList *parts, SiteParts wanted) {
  const Program *p = session->sites->program;
  const EncActivation *act = enc_exec_activation(session->exec, activation);
  const Function *f = prog_func(p, act->func);
  require(check.error < p->errors.n && check.block < f->blocks.n);
  Values values = {.n = 0};
  Map seen;
  map_init(&seen, session->sites->mem);
  add_conditions(p, f, check, &values);
  for (uint32_t i = 0; i < values.n; i++) {
    uint32_t number = val_index(values.at[i]);
    const Inst *inst = &f->insts.at[number];
    bool is_truth = inst->type.id && prog_type(p, inst->type)->bits == 1;
    if (is_truth && inst->op != OP_LOAD && inst->op != OP_CALL) {
      for (uint32_t k = inst->op == OP_SELECT; k < inst->n_ops; k++)
        if (!is_place_of_text(p, f, inst, k)) add_value(&values, inst->ops[k]);
      if (!prog_op_has(inst->op, 'C')) continue;
    }
    Term value = enc_exec_value(session->exec, activation, number);
    if (!is_truth && value.id)
      add_variables(session, value, parts, &seen, wanted,
                    is_assertion_of(&p->errors.at[check.error]));
  }
  map_done(&seen);
}
