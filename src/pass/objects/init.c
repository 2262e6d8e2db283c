/* SPDX-License-Identifier: MIT
 *
 * Was a value ever written?
 *
 * Locals that are values by now start as NONDET "uninit"; a PHI may pass that
 * on.  A use that is no PHI reads the variable.  Objects in memory are asked
 * about behind a load, where the function itself sees them made and their
 * address goes nowhere but to calls, and no loop writes them. */
#include "pass/objects/objects_int.h"

static const char never_written[] = "read of what was never written";

/* ---- values ---- */

void find_unwritten(Guarding *g) {
  const Function *f = g->edit.f;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t b = 0; b < f->blocks.n; b++)
      for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
        uint32_t number = f->blocks.at[b].insts.at[i];
        const Inst *inst = &f->insts.at[number];
        bool is_unwritten =
            inst->op == OP_NONDET && inst->imm == INPUT_UNINIT &&
            inst->name != UINT32_MAX; /* else: the compiler's own */
        for (uint32_t k = 0; inst->op == OP_PHI && k < inst->n_ops; k++)
          is_unwritten |= val_is_local(inst->ops[k]) &&
                          g->unwritten[val_index(inst->ops[k])];
        changed |= is_unwritten && !g->unwritten[number];
        g->unwritten[number] |= is_unwritten;
      }
  }
}

/* What a local in memory holds at first is stored there, too. */
static bool is_first_store(const Function *f, const Inst *inst) {
  if (inst->op != OP_STORE || !val_is_local(inst->ops[0])) return false;
  const Inst *value = &f->insts.at[val_index(inst->ops[0])];
  return value->op == OP_NONDET && value->loc.id == inst->loc.id;
}

static bool reads_value(const Inst *inst) {
  return inst->op != OP_PHI && inst->op != OP_DBG && inst->op != OP_DBG_ADDR &&
         !(inst->flags & INST_MODEL);
}

/* VALID: was it? */
static Val is_written(Guarding *g, Val value) {
  assert(val_is_local(value));
  Program *p = g->edit.program;
  Val ops[] = {prog_const_u64(p, prog_type_ptr(p), 0), value};
  uint32_t asked =
      edit_add(&g->edit, OP_VALID, prog_type_int(p, 1), ops, 2, NULL, 0);
  g->edit.f->insts.at[asked].imm = VALID_INIT;
  return val_local(asked);
}

void ask_written(Guarding *g, Val value, const char *message) {
  assert(val_is_local(value));
  Program *p = g->edit.program;
  Val ops[] = {prog_const_u64(p, prog_type_ptr(p), 0), value};
  guard_valid(g, VALID_INIT, ops, 2, prog_property_name(PROPERTY_VALID_INIT),
              message);
}

void guard_init(Guarding *g, const Inst *inst) {
  if (!reads_value(inst) || is_first_store(g->edit.f, inst)) return;
  for (uint32_t k = 0; k < inst->n_ops; k++) {
    Val v = inst->ops[k];
    if (val_is_local(v) && val_index(v) < g->n_insts &&
        g->unwritten[val_index(v)] && is_new_question(g, VALID_INIT, v))
      ask_written(g, v, never_written);
  }
}

/* ---- objects ---- */

static bool is_harmless(Op op) {
  return op == OP_LOAD || op == OP_DBG_ADDR || op == OP_DBG || op == OP_VALID ||
         op == OP_GEP || op == OP_BEGIN || op == OP_END || op == OP_EQ ||
         op == OP_NE;
}

/* What malloc gives is as unwritten as a local. */
static bool is_unwritten_object(const Guarding *g, const Inst *inst) {
  if (inst->op == OP_ALLOCA) return true;
  const char *name = library_name(g->edit.program, inst);
  return name && strcmp(name, "malloc") == 0;
}

/* Locals and allocations that are written outside of loops only, by
 * instructions of this function and by what it calls; reads do not matter, any
 * other use does. */
void find_plain_locals(Guarding *g) {
  const Function *f = g->edit.f;
  for (uint32_t i = 1; i < g->n_insts; i++)
    g->is_plain[i] = is_unwritten_object(g, &f->insts.at[i]);
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[i]];
      for (uint32_t k = 0; k < inst->n_ops; k++) {
        Val root = val_is_local(inst->ops[k])
                       ? prog_address_root(f, inst->ops[k])
                       : (Val){0};
        if (!val_is_local(root) || !g->is_plain[val_index(root)]) continue;
        bool is_write =
            (inst->op == OP_STORE && k == 1) ||
            (inst->op == OP_CALL && k > 0) ||
            ((inst->op == OP_MEMCPY || inst->op == OP_MEMSET) && k == 0);
        if (is_write ? g->in_loop[b] : !is_harmless(inst->op))
          g->is_plain[val_index(root)] = 0;
      }
    }
}

bool is_plain_local(const Guarding *g, Val pointer) {
  Val root = prog_address_root(g->edit.f, pointer);
  return val_is_local(root) && val_index(root) < g->n_insts &&
         g->is_plain[val_index(root)];
}

static bool uses(const Inst *inst, uint32_t number) {
  for (uint32_t k = 0; k < inst->n_ops; k++)
    if (val_same(inst->ops[k], val_local(number))) return true;
  return false;
}

/* A bit-field is written: its unit is read, masked and stored again.  What is
 * around it is not looked at. */
bool updates_bits(const Function *f, uint32_t load) {
  assert(f->insts.at[load].op == OP_LOAD);
  Val at = f->insts.at[load].ops[0];
  uint32_t unit = load; /* what the unit is by now */
  bool is_masked = false, is_stored = false;
  for (uint32_t i = 1; i < f->insts.n; i++) {
    const Inst *inst = &f->insts.at[i];
    if (uses(inst, load) && inst->op != OP_AND) return false;
  }
  for (uint32_t number = load + 1; number < f->insts.n && !is_stored;
       number++) {
    const Inst *inst = &f->insts.at[number];
    if (!uses(inst, unit)) continue;
    if (inst->op == OP_STORE) {
      is_stored = is_masked && val_same(inst->ops[0], val_local(unit)) &&
                  val_same(inst->ops[1], at);
      if (!is_stored) return false;
    } else if (inst->op == (is_masked ? OP_OR : OP_AND)) {
      is_masked = true;
      unit = number;
    } else {
      return false;
    }
  }
  return is_stored;
}

/* A struct that is passed or returned in registers is loaded for that, register
 * by register, as the fields of a struct without a name; those of the source
 * have one. */
static bool is_register(const Program *p, const Inst *load) {
  if (load->op != OP_LOAD || !load->aux.id) return false;
  const Type *type = prog_type(p, load->aux);
  return type->kind == TYPE_STRUCT && !*type->name;
}

static bool is_of_same_copy(const Function *f, const Inst *a, const Inst *b) {
  assert(a->op == OP_LOAD);
  return b->op == OP_LOAD && a->aux.id == b->aux.id && a->loc.id == b->loc.id &&
         val_same(prog_address_root(f, a->ops[0]),
                  prog_address_root(f, b->ops[0]));
}

/* The copy reads no member: one that was not set may go along with others.
 * That nothing at all was set is asked about behind the last register. */
static void guard_copied(Guarding *g, const InstList *list, uint32_t index) {
  assert(index < list->n);
  Program *p = g->edit.program;
  const Inst last = g->edit.f->insts.at[list->at[index]]; /* they grow */
  TypeId bit = prog_type_int(p, 1);
  Val any = prog_const_u64(p, bit, 0);
  if ((uint64_t)last.imm + 1 != prog_type(p, last.aux)->n_fields) return;
  for (uint32_t i = 0; i <= index; i++) {
    if (!is_of_same_copy(g->edit.f, &last, &g->edit.f->insts.at[list->at[i]]))
      continue;
    Val value = val_local(list->at[i]);
    any = edit_op2(&g->edit, OP_OR, bit, any, is_written(g, value));
  }
  Val none = edit_op2(&g->edit, OP_XOR, bit, any, prog_const_u64(p, bit, 1));
  edit_guard(&g->edit, none, prog_property_name(PROPERTY_VALID_INIT),
             "copy of what was never written");
}

void guard_loaded(Guarding *g, const InstList *list, uint32_t index) {
  const Function *f = g->edit.f;
  const Program *p = g->edit.program;
  uint32_t number = list->at[index];
  const Inst *load = &f->insts.at[number];
  if (load->op != OP_LOAD || load->flags & (INST_MODEL | INST_VOLATILE)) return;
  if (!is_plain_local(g, load->ops[0]) || prog_store_size(p, load->type) > 8)
    return;
  if (is_register(p, load)) {
    guard_copied(g, list, index);
    return;
  }
  if (updates_bits(f, number)) return;
  ask_written(g, val_local(number), never_written);
}
