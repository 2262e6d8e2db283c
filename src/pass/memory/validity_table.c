/* SPDX-License-Identifier: MIT
 *
 * Tables of pointers that nobody writes to: names of things, handlers.
 *
 * What is read from one is one of the addresses it was initialised with, which
 * says more than the points-to analysis does: once a text is walked over, that
 * has lost where pointers to it point.  A table is a global that is declared
 * constant, or whose address goes nowhere but into loads.  A read from it
 * stays inside, else the run has ended there; and reads whole cells, which is
 * checked. */
#include "ir/address.h"
#include "pass/memory/validity_int.h"

static GlobalId global_of(const Program *p, const Function *f, Val pointer) {
  Val root = prog_address_root(f, pointer);
  if (!val_is_const(root)) return (GlobalId){0};
  const Const *c = prog_const(p, root);
  return c->kind == CONST_GLOBAL ? c->global : (GlobalId){0};
}

/* Does the operand only tell where something is read? */
static bool only_reads(const Inst *inst, uint32_t k) {
  return inst->op == OP_LOAD || inst->op == OP_DBG_ADDR || inst->op == OP_DBG ||
         inst->op == OP_VALID || (inst->op == OP_GEP && k == 0);
}

static void mark_uses(const Program *p, const Function *f, uint8_t *changes) {
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[i]];
      for (uint32_t k = 0; k < inst->n_ops; k++)
        if (!val_is_none(inst->ops[k]) && !only_reads(inst, k))
          changes[global_of(p, f, inst->ops[k]).id] = 1;
    }
}

uint8_t *validity_find_changes(const Program *p) {
  uint8_t *changes = MEM_ARRAY(p->mem, uint8_t, p->globals.n);
  for (uint32_t f = 1; f < p->funcs.n; f++)
    mark_uses(p, &p->funcs.at[f], changes);
  for (uint32_t g = 1; g < p->globals.n; g++) {
    const Global *global = &p->globals.at[g];
    for (uint32_t i = 0; i < global->n_relocs; i++)
      changes[global->relocs[i].global.id] = 1;
    changes[g] |= global->state == GLOBAL_EXTERNAL;
  }
  for (uint32_t g = 1; g < p->globals.n; g++)
    if (p->globals.at[g].kind == GLOBAL_CONSTANT &&
        p->globals.at[g].state == GLOBAL_DEFINED)
      changes[g] = 0;
  return changes;
}

/* Is each cell of a pointer's size the address of data, or NULL? */
static bool has_pointers_only(const Global *global, uint64_t size) {
  assert(size == 4 || size == 8);
  for (uint64_t at = 0; at + size <= global->size; at += size) {
    bool is_address = false, is_null = true;
    for (uint32_t i = 0; i < global->n_relocs; i++) {
      uint64_t offset = global->relocs[i].offset;
      if (offset < at || offset >= at + size) continue;
      if (offset > at || !global->relocs[i].global.id) return false;
      is_address = true;
    }
    for (uint64_t k = 0; global->init && k < size; k++)
      is_null &= global->init[at + k] == 0;
    if (!is_address && !is_null) return false;
  }
  return global->n_relocs > 0;
}

static bool reads_a_cell(const Address *from, int64_t size) {
  int64_t offset;
  if (!from->global.id || !prog_address_offset(from, &offset) ||
      offset % size != 0)
    return false;
  for (uint32_t i = 0; i < from->n_terms; i++)
    if (from->terms[i].stride % size != 0) return false;
  return true;
}

const Global *validity_table(const Lower *w, const Inst *load) {
  assert(load->op == OP_LOAD && w->changes);
  int64_t size = validity_word_bytes(w);
  Address from = prog_address(w->p, w->f, load->ops[0], ADDRESS_ALL_STEPS);
  if (!reads_a_cell(&from, size) || from.global.id >= w->n_globals ||
      w->changes[from.global.id])
    return NULL;
  const Global *table = prog_global(w->p, from.global);
  return has_pointers_only(table, (uint64_t)size) ? table : NULL;
}
