/* SPDX-License-Identifier: MIT
 *
 * Indices that grow with the data.
 *
 *     for (i = j = 0; text[i]; i++) {
 *       if (text[i] == '"') out[j++] = '\\';
 *       out[j++] = text[i];
 *     }
 *
 * How often a loop goes round that walks along data is up to the data.  A
 * number that such a loop adds to, and that nobody compares with anything while
 * it grows, is as large as the data wants, and an array of a fixed size is too
 * small for it one day.  Unrolling shows that for small arrays only.
 *
 * That the number may be what the check needs is believed, as a guess, if
 *
 * - something is written (who reads may find the end in what he reads), to a
 *   variable of a fixed size;
 * - in every round it stays, or a positive constant is added, at least once;
 * - no branch in the loop, beside those of checks, compares it or what is made
 *   of it;
 * - nothing limits the rounds: no branch in the loop compares what it counts
 *   with a constant, or with a number that is narrow or that the function
 *   compares with constants; no text is measured in the function (who calls
 *   strlen knows how much comes). */
#include "scan/sites/sites_int.h"

#include "analysis/analysis.h"
#include "ir/address.h"
#include "ir/property.h"

enum { NARROW = 16 };

typedef struct Growth {
  Session *session;
  const Program *program;
  const Function *f;
  LoopForest *loops;
  uint32_t loop;
  uint8_t *is_made; /* by instruction: made of the number that grows */
  uint8_t *seen;    /* ... was followed */
} Growth;

static uint32_t block_of(const Growth *g, uint32_t inst) {
  const Session *session = g->session;
  return enc_block_of(session->sites->facts, session->func, inst);
}

static bool is_inside(const Growth *g, uint32_t block) {
  assert(block < g->f->blocks.n);
  uint32_t at = g->loops->loop_of[block];
  while (at != ANALYSIS_NONE && at != g->loop)
    at = g->loops->loops.at[at].parent;
  return at == g->loop;
}

/* Does the value stay in the round, or grow by constants?  `grows`: it does
 * somewhere. */
static bool only_grows(Growth *g, uint32_t phi, Val v, bool *grows) {
  if (!val_is_local(v)) return false;
  uint32_t number = val_index(v);
  const Inst *inst = &g->f->insts.at[number];
  if (number == phi || g->seen[number]) return true;
  g->seen[number] = 1;
  int64_t step;
  switch ((int)inst->op) {
  case OP_ADD:
    if (!prog_const_as_i64(g->program, inst->ops[1], &step) || step <= 0)
      return false;
    *grows = true;
    return only_grows(g, phi, inst->ops[0], grows);
  case OP_GEP:
    if (!prog_gep_constant(g->program, inst, &step) || step <= 0) return false;
    *grows = true;
    return only_grows(g, phi, inst->ops[0], grows);
  case OP_PHI:
  case OP_SELECT:
    for (uint32_t i = inst->op == OP_SELECT; i < inst->n_ops; i++)
      if (!only_grows(g, phi, inst->ops[i], grows)) return false;
    return true;
  default: return false;
  }
}

static bool grows_by_rounds(Growth *g, uint32_t phi) {
  const Inst *inst = &g->f->insts.at[phi];
  assert(inst->op == OP_PHI);
  bool grows = false;
  for (uint32_t i = 0; i < inst->n_ops; i++)
    if (is_inside(g, inst->blocks[i].id) &&
        !only_grows(g, phi, inst->ops[i], &grows))
      return false;
  return grows;
}

static bool carries_on(Op op) {
  return op == OP_ADD || op == OP_SUB || op == OP_MUL || op == OP_SHL ||
         op == OP_GEP || op == OP_SEXT || op == OP_ZEXT || op == OP_TRUNC ||
         op == OP_PHI || op == OP_SELECT;
}

/* What is made of the number. */
static void find_made(Growth *g, uint32_t phi) {
  g->is_made[phi] = 1;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t number = 1; number < g->f->insts.n; number++) {
      const Inst *inst = &g->f->insts.at[number];
      if (g->is_made[number] || !carries_on(inst->op)) continue;
      for (uint32_t i = 0; i < inst->n_ops; i++)
        if (val_is_local(inst->ops[i]) && g->is_made[val_index(inst->ops[i])])
          g->is_made[number] = 1;
      changed |= g->is_made[number];
    }
  }
}

/* Does one of the comparisons that the condition is made of say so? */
typedef bool IsSo(const Growth *g, const Inst *comparison);

static bool some_comparison(const Growth *g, Val condition, IsSo *is_so,
                            uint32_t depth) {
  if (!val_is_local(condition) || depth == 0) return false;
  const Inst *inst = &g->f->insts.at[val_index(condition)];
  if (prog_op_has(inst->op, 'C') && is_so(g, inst)) return true;
  if (inst->op == OP_LOAD || inst->op == OP_CALL) return false;
  for (uint32_t i = 0; i < inst->n_ops; i++)
    if (some_comparison(g, inst->ops[i], is_so, depth - 1)) return true;
  return false;
}

enum { CONDITIONS_DEEP = 6 };

static bool compares_it(const Growth *g, const Inst *comparison) {
  for (uint32_t i = 0; i < comparison->n_ops; i++)
    if (val_is_local(comparison->ops[i]) &&
        g->is_made[val_index(comparison->ops[i])])
      return true;
  return false;
}

/* The value before it was widened. */
static const Inst *plain(const Growth *g, Val v) {
  const Inst *inst = val_is_local(v) ? &g->f->insts.at[val_index(v)] : NULL;
  bool is_wide = inst && (inst->op == OP_SEXT || inst->op == OP_ZEXT);
  if (is_wide && val_is_local(inst->ops[0]))
    inst = &g->f->insts.at[val_index(inst->ops[0])];
  return inst;
}

/* Is it counted by the loop: a PHI of its head, or a constant away? */
static bool is_counted(const Growth *g, Val v) {
  uint32_t head = g->loops->loops.at[g->loop].header;
  for (uint32_t steps = 0; val_is_local(v) && steps < CONDITIONS_DEEP;
       steps++) {
    uint32_t number = val_index(v);
    const Inst *inst = &g->f->insts.at[number];
    if (inst->op == OP_PHI) return block_of(g, number) == head;
    if (!carries_on(inst->op) || !inst->n_ops) return false;
    v = inst->ops[0];
  }
  return false;
}

/* Do both read the same member of some struct, or the same address? */
static bool read_the_same(const Inst *a, const Inst *b) {
  if (a->op != OP_LOAD || b->op != OP_LOAD) return false;
  return (a->aux.id && a->aux.id == b->aux.id && a->imm == b->imm) ||
         val_same(a->ops[0], b->ops[0]);
}

/* Does the function compare the value, or what is read from the same place,
 * with a constant that is more than a sign? */
static bool is_compared(const Growth *g, const Inst *value) {
  for (uint32_t number = 1; number < g->f->insts.n; number++) {
    const Inst *inst = &g->f->insts.at[number];
    for (uint32_t i = 0; prog_op_has(inst->op, 'C') && i < 2; i++) {
      const Inst *other = plain(g, inst->ops[i]);
      int64_t constant;
      if (other && (other == value || read_the_same(other, value)) &&
          prog_const_as_i64(g->program, inst->ops[1 - i], &constant) &&
          (constant > 1 || constant < -1))
        return true;
    }
  }
  return false;
}

/* Is the number narrow, or does the function limit it? */
static bool is_limit(const Growth *g, Val v) {
  const Inst *inst = plain(g, v);
  if (!inst || prog_type(g->program, inst->type)->bits <= NARROW) return true;
  if (is_compared(g, inst)) return true;
  Term value = enc_exec_value(g->session->exec, 0, val_index(v));
  bool is_limited = !value.id;
  TermWalk walk;
  term_walk_init(&walk, g->session->store);
  if (value.id) term_walk_push(&walk, value);
  for (Term at; !is_limited && (at = term_walk_next(&walk)).id;) {
    const EncLeaf *leaf = term_is_var(g->session->store, at)
                              ? enc_exec_leaf(g->session->exec, at)
                              : NULL;
    is_limited = leaf && leaf->n_limits > 0;
  }
  term_walk_done(&walk);
  return is_limited;
}

static bool limits_rounds(const Growth *g, const Inst *comparison) {
  for (uint32_t i = 0; i < 2; i++)
    if (is_counted(g, comparison->ops[i]) &&
        is_limit(g, comparison->ops[1 - i]))
      return true;
  return false;
}

/* Does the branch belong to a check? */
static bool is_of_check(const Growth *g, const Inst *branch) {
  for (uint32_t i = 0; i < branch->n_blocks; i++)
    if (prog_terminator(g->f, branch->blocks[i])->op == OP_ERROR) return true;
  return false;
}

/* Is the condition made of something that the function is given, or reads? */
static bool is_of_data(const Growth *g, Val condition, uint32_t depth) {
  if (!val_is_local(condition) || depth == 0) return false;
  const Inst *inst = &g->f->insts.at[val_index(condition)];
  if (inst->op == OP_LOAD || inst->op == OP_CALL || inst->op == OP_PARAM)
    return true;
  for (uint32_t i = 0; i < inst->n_ops; i++)
    if (is_of_data(g, inst->ops[i], depth - 1)) return true;
  return false;
}

/* Do data decide, and nothing else, how often the loop goes round? */
static bool is_unlimited(const Growth *g) {
  const Loop *loop = &g->loops->loops.at[g->loop];
  bool is_by_data = false;
  for (uint32_t i = 0; i < loop->n_blocks; i++) {
    const Inst *end = prog_terminator(g->f, (BlockId){loop->blocks[i]});
    if (end->op != OP_CONDBR || is_of_check(g, end)) continue;
    if (some_comparison(g, end->ops[0], compares_it, CONDITIONS_DEEP) ||
        some_comparison(g, end->ops[0], limits_rounds, CONDITIONS_DEEP))
      return false;
    if (!is_inside(g, end->blocks[0].id) || !is_inside(g, end->blocks[1].id))
      is_by_data |= is_of_data(g, end->ops[0], CONDITIONS_DEEP);
  }
  return is_by_data;
}

/* Is a text measured? */
static bool measures(const Program *p, const Function *f) {
  for (uint32_t number = 1; number < f->insts.n; number++) {
    const Inst *inst = &f->insts.at[number];
    FuncId callee = inst->op == OP_CALL ? prog_callee(p, inst) : (FuncId){0};
    if (callee.id && text_lists(" strlen strnlen wcslen ",
                                prog_without_twin(prog_func(p, callee)->name)))
      return true;
  }
  return false;
}

/* The same number in the loop around this one, where it starts from there; 0:
 * none. */
static uint32_t phi_around(const Growth *g, uint32_t phi) {
  const Inst *inst = &g->f->insts.at[phi];
  for (uint32_t i = 0; i < inst->n_ops; i++) {
    Val v = inst->ops[i];
    if (is_inside(g, inst->blocks[i].id)) continue;
    for (uint32_t steps = 0; val_is_local(v) && steps < CONDITIONS_DEEP;
         steps++) {
      const Inst *from = &g->f->insts.at[val_index(v)];
      if (from->op == OP_PHI) return val_index(v);
      if (from->op != OP_ADD && from->op != OP_GEP) break;
      v = from->ops[0];
    }
  }
  return 0;
}

/* Is it a PHI of a loop's head?  Sets the loop. */
static bool enter_loop(Growth *g, uint32_t phi) {
  uint32_t block = block_of(g, phi);
  if (block == UINT32_MAX || g->f->insts.at[phi].op != OP_PHI) return false;
  g->loop = g->loops->loop_of[block];
  return g->loop != ANALYSIS_NONE &&
         g->loops->loops.at[g->loop].header == block;
}

static bool grows_freely(Session *session, uint32_t phi) {
  const Program *p = session->sites->program;
  Mem *mem = session->sites->mem;
  Growth g = {
      .session = session, .program = p, .f = prog_func(p, session->func)};
  uint32_t n = g.f->insts.n;
  if (measures(p, g.f)) return false;
  Cfg *cfg = prog_cfg_new(mem, g.f);
  g.loops = prog_loops_new(cfg);
  g.is_made = MEM_ARRAY(mem, uint8_t, n);
  g.seen = MEM_ARRAY(mem, uint8_t, n);
  bool is_free = enter_loop(&g, phi);
  for (uint32_t around = phi; is_free && around; around = phi_around(&g, phi)) {
    Growth outer = g;
    if (around != phi && !enter_loop(&outer, around)) break;
    phi = around;
    g.loop = outer.loop;
    if (g.loops->loops.at[g.loop].parent == ANALYSIS_NONE) break;
  }
  is_free = is_free && grows_by_rounds(&g, phi);
  if (is_free) find_made(&g, phi);
  is_free = is_free && is_unlimited(&g);
  MEM_FREE_ARRAY(mem, g.is_made, n);
  MEM_FREE_ARRAY(mem, g.seen, n);
  prog_loops_free(g.loops);
  prog_cfg_free(cfg);
  return is_free;
}

enum { ROOTS_SEEN_MOST = 8 };

/* Does the pointer lead to variables of a fixed size, and nothing else? */
static bool is_in_variable(const Program *p, const Function *f, Val pointer) {
  Val roots[ROOTS_SEEN_MOST] = {prog_address_root(f, pointer)};
  for (uint32_t n = 1, i = 0; i < n; i++) {
    if (val_is_const(roots[i])) {
      if (prog_const(p, roots[i])->kind != CONST_GLOBAL) return false;
      continue;
    }
    const Inst *inst = &f->insts.at[val_index(roots[i])];
    if (inst->op == OP_ALLOCA && inst->n_ops == 0) continue;
    if (inst->op != OP_PHI && inst->op != OP_SELECT) return false;
    for (uint32_t k = inst->op == OP_SELECT; k < inst->n_ops; k++) {
      Val root = prog_address_root(f, inst->ops[k]);
      bool is_new = true;
      for (uint32_t j = 0; j < n; j++) is_new &= !val_same(roots[j], root);
      if (is_new && n == ROOTS_SEEN_MOST) return false;
      if (is_new) roots[n++] = root;
    }
  }
  return true;
}

/* Is it known how large the object is?  Checks without VALID are of those. */
static bool is_of_fixed_size(const Program *p, const Function *f,
                             EncCheck check) {
  Val conditions[2];
  uint32_t n = sites_check_conditions(p, f, check, conditions, 2);
  for (uint32_t i = 0; i < n; i++) {
    const Inst *inst = &f->insts.at[val_index(conditions[i])];
    if (inst->op == OP_XOR && val_is_local(inst->ops[0]))
      inst = &f->insts.at[val_index(inst->ops[0])];
    if (inst->op == OP_VALID && !is_in_variable(p, f, inst->ops[0]))
      return false;
  }
  return n > 0;
}

bool sites_outgrows(Session *session, uint32_t activation, EncCheck check) {
  const Program *p = session->sites->program;
  const ErrorSite *error = &p->errors.at[check.error];
  if (activation != 0 || strncmp(error->message, "write", 5) != 0 ||
      prog_property_by_name(error->property) != PROPERTY_VALID_DEREF ||
      !is_of_fixed_size(p, prog_func(p, session->func), check))
    return false;
  TermList parts = {0};
  bool found = false, is_other = false;
  sites_check_parts(session, activation, check, &parts, SITE_PARTS_CHOSEN);
  for (uint32_t i = 0; i < parts.n && !is_other; i++) {
    const EncLeaf *leaf = enc_exec_leaf(session->exec, parts.at[i]);
    if (!leaf || leaf->kind == ENC_LEAF_OBJECT) continue;
    bool grows = leaf->kind == ENC_LEAF_LOOP && !leaf->is_memory &&
                 leaf->activation == 0 && grows_freely(session, leaf->inst);
    found |= grows;
    is_other |= !grows;
  }
  VEC_DONE(term_store_mem(session->store), &parts);
  return found && !is_other;
}
