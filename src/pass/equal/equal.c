/* SPDX-License-Identifier: MIT
 *
 * Comparisons of values that are equal, however they were computed.
 *
 * Each integer value of the entry function gets a normal form (forms.h).  A phi
 * where ways join that branches took apart is a choice:
 *
 *     if (c) x = a; else x = b;        x is  c ? a : b
 *
 * To find it, the blocks from which the join can be reached without passing its
 * immediate dominator are walked backwards.  Where such a block leads elsewhere
 * the join is not reached, and the other way is what counts.  Loops in between,
 * and phis of loop heads, are leaves: values of which nothing is known.
 *
 * A comparison whose form is a constant becomes that; one that has the form of
 * an earlier comparison, which dominates it, becomes that one.  Nothing else is
 * touched: what a solver finds easily stays as the program has it.
 *
 * Why is a leaf the same in both?  If a leaf, or the head of a choice with a
 * leaf in it, were executed again after the earlier value and before the later
 * one, there would be a way to the later one around the earlier one; but that
 * dominates it.
 *
 * Cost: linear in the program, times the lengths of lists. */
#include "analysis/analysis.h"
#include "pass/edit.h"
#include "pass/equal/forms.h"
#include "pass/pass.h"

enum { MOST_JOINED = 64 }; /* blocks between a join and its dominator */

typedef struct Equal {
  Program *p;
  Function *f;
  Cfg *cfg;
  DomTree *doms;
  Forms *forms;
  Form *form_of; /* instruction -> its form, or none */
  Map first;     /* form of a comparison -> its first instruction */
  uint32_t *block_of;
  Val *to;
  uint32_t n_replaced;
} Equal;

static bool has_form(const Equal *e, TypeId type) {
  const Type *t = prog_type(e->p, type);
  return t->kind == TYPE_INT && t->bits >= 1 && t->bits <= 64;
}

static Form form_of(Equal *e, Val v) {
  uint64_t value;
  if (!has_form(e, prog_val_type(e->p, e->f, v))) return (Form){0};
  if (val_is_local(v)) return e->form_of[val_index(v)];
  uint32_t width = prog_val_bits(e->p, e->f, v);
  return prog_const_as_u64(e->p, v, &value) ? form_const(e->forms, width, value)
                                            : form_leaf(e->forms, width, v.id);
}

/* ---- joins ---- */

typedef struct Join {
  uint32_t n;
  uint32_t blocks[MOST_JOINED]; /* by place, the dominator last */
  Form forms[MOST_JOINED];      /* what the phi is, seen from there */
  bool is_open[MOST_JOINED];    /* the join is not reached from there */
} Join;

static uint32_t join_find(const Join *join, uint32_t block) {
  uint32_t i = 0;
  while (i < join->n && join->blocks[i] != block) i++;
  return i;
}

/* The blocks from which `to` is reached without passing `above`; false: too
 * many, or `to` is among them. */
static bool join_collect(const Equal *e, uint32_t to, uint32_t above,
                         Join *join) {
  join->n = 0;
  for (uint32_t next = 0, at = to;; at = join->blocks[next++]) {
    const uint32_t *preds = rows_get(&e->cfg->preds, at);
    for (uint32_t i = 0; i < rows_size(&e->cfg->preds, at); i++) {
      if (!prog_cfg_reachable(e->cfg, (BlockId){preds[i]}) ||
          preds[i] == above || join_find(join, preds[i]) < join->n)
        continue;
      if (preds[i] == to || join->n + 1 == MOST_JOINED) return false;
      join->blocks[join->n++] = preds[i];
    }
    if (next == join->n) break;
  }
  join->blocks[join->n++] = above;
  return true;
}

/* Latest place first. */
static void join_sort(const Equal *e, Join *join) {
  for (uint32_t i = 1; i < join->n; i++)
    for (uint32_t k = i; k > 0 && e->cfg->position[join->blocks[k - 1]] <
                                      e->cfg->position[join->blocks[k]];
         k--) {
      uint32_t block = join->blocks[k];
      join->blocks[k] = join->blocks[k - 1];
      join->blocks[k - 1] = block;
    }
}

static Form phi_from(Equal *e, const Inst *phi, uint32_t block) {
  assert(phi->op == OP_PHI && phi->n_ops == phi->n_blocks);
  for (uint32_t i = 0; i < phi->n_blocks; i++)
    if (phi->blocks[i].id == block) return form_of(e, phi->ops[i]);
  unreachable_case();
}

/* What the phi is if the block at place `i` goes on to `next`. */
static Form along(Equal *e, const Inst *phi, uint32_t to, const Join *join,
                  uint32_t i, uint32_t next, bool *is_open) {
  assert(i < join->n && next < e->f->blocks.n);
  *is_open = false;
  if (next == to) return phi_from(e, phi, join->blocks[i]);
  uint32_t k = join_find(join, next);
  *is_open = k + 1 >= join->n || (k < i && join->is_open[k]);
  if (*is_open || k >= i) return (Form){0}; /* else: a loop */
  return join->forms[k];
}

static void join_step(Equal *e, const Inst *phi, uint32_t to, Join *join,
                      uint32_t i) {
  const Inst *end = flow_terminator(e->f, join->blocks[i]);
  bool open[2] = {true, true};
  Form ways[2] = {{0}, {0}};
  join->forms[i] = (Form){0};
  join->is_open[i] = false;
  if (end->op != OP_BR && end->op != OP_CONDBR) return;
  for (uint32_t k = 0; k < end->n_blocks; k++)
    ways[k] = along(e, phi, to, join, i, end->blocks[k].id, &open[k]);
  join->is_open[i] = open[0] && open[1];
  if (open[0] || open[1]) {
    join->forms[i] = ways[open[0] ? 1 : 0];
    return;
  }
  Form ops[3] = {form_of(e, end->ops[0]), ways[0], ways[1]};
  join->forms[i] =
      form_op(e->forms, OP_SELECT, prog_type(e->p, phi->type)->bits, ops, 3);
}

static Form form_of_phi(Equal *e, const Inst *phi, uint32_t block) {
  Join join;
  uint32_t above = e->doms->parent[block];
  if (above == ANALYSIS_NONE || !join_collect(e, block, above, &join))
    return (Form){0};
  join_sort(e, &join);
  if (join.blocks[join.n - 1] != above) return (Form){0};
  for (uint32_t i = 0; i < join.n; i++) join_step(e, phi, block, &join, i);
  return join.forms[join.n - 1];
}

/* ---- the walk ---- */

static Form form_of_inst(Equal *e, const Inst *inst, uint32_t block) {
  Form ops[3];
  if (inst->op == OP_PHI) return form_of_phi(e, inst, block);
  if (inst->n_ops > 3 || inst->flags & INST_DISTANCE) return (Form){0};
  for (uint32_t i = 0; i < inst->n_ops; i++) ops[i] = form_of(e, inst->ops[i]);
  return form_op(e->forms, inst->op, prog_type(e->p, inst->type)->bits, ops,
                 inst->n_ops);
}

static void look_at_comparison(Equal *e, uint32_t index) {
  uint64_t truth;
  Form form = e->form_of[index];
  assert(!form_is_none(form) && val_is_none(e->to[index]));
  if (form_as_const(e->forms, form, &truth)) {
    TypeId type = e->f->insts.at[index].type;
    e->to[index] = prog_const_u64(e->p, type, truth);
    e->n_replaced++;
    return;
  }
  uint64_t *first = map_find(&e->first, form.id);
  if (!first) {
    map_put(&e->first, form.id, index);
    return;
  }
  if (!prog_dominates(e->doms, e->block_of[*first], e->block_of[index])) return;
  e->to[index] = val_local((uint32_t)*first);
  e->n_replaced++;
}

static void look_at_block(Equal *e, uint32_t b) {
  const Block *block = &e->f->blocks.at[b];
  for (uint32_t i = 0; i < block->insts.n; i++) {
    uint32_t index = block->insts.at[i];
    const Inst *inst = &e->f->insts.at[index];
    if (!has_form(e, inst->type)) continue;
    uint32_t width = prog_type(e->p, inst->type)->bits;
    Form form = form_of_inst(e, inst, b);
    bool is_leaf = form_is_none(form);
    if (is_leaf) form = form_leaf(e->forms, width, val_local(index).id);
    e->form_of[index] = form;
    e->block_of[index] = b;
    if (!is_leaf && prog_op_has(inst->op, 'C')) look_at_comparison(e, index);
  }
}

uint32_t pass_equal(Program *program) {
  Function *f = prog_func(program, program->entry);
  uint32_t n = f->insts.n;
  Equal e = {.p = program, .f = f, .cfg = prog_cfg_new(program->mem, f)};
  e.doms = prog_dominators(e.cfg);
  e.forms = forms_new(program->mem);
  e.form_of = MEM_ARRAY(program->mem, Form, n);
  e.block_of = MEM_ARRAY(program->mem, uint32_t, n);
  e.to = MEM_ARRAY(program->mem, Val, n);
  map_init(&e.first, program->mem);
  for (uint32_t i = 0; i < e.cfg->n_order; i++)
    look_at_block(&e, e.cfg->order[i]);
  if (e.n_replaced) pass_replace_values(f, e.to);
  map_done(&e.first);
  MEM_FREE_ARRAY(program->mem, e.form_of, n);
  MEM_FREE_ARRAY(program->mem, e.block_of, n);
  MEM_FREE_ARRAY(program->mem, e.to, n);
  forms_free(e.forms);
  prog_dom_free(e.doms);
  prog_cfg_free(e.cfg);
  return e.n_replaced;
}
