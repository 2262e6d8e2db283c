/* SPDX-License-Identifier: MIT
 *
 * Pointers that a loop does not make NULL.
 *
 * Problem.  A loop that is forgotten leaves anything in the variables and cells
 * it writes: `while (*s) { *(*out)++ = *s; s = next(s); }` may leave NULL.
 *
 * Idea.  Induction over the rounds, on the text of the loop alone.  A variable
 * (a PHI at the head) or a cell is not NULL in the next round if what is put
 * there is
 *
 * - it itself, or another variable of the head, moved or not;
 * - the address of a variable, if its name is not weak;
 * - a value from outside of the loop (which may be NULL there: the caller says
 *   so in an axiom);
 * - anything that was compared with NULL on every way from where it arises to
 *   here.  Each access has such a comparison before it, which leads to ERROR:
 *   behind an access the pointer is not NULL;
 * - what a function returns that returns its parameter, moved or not.
 *
 * So if it is NULL at last, it or one of those from outside was before. */
#include "encode/function/function_int.h"

enum { CALLS_MOST = 2, TESTS_MOST = 4, WAY_MOST = 16 };

/* ---- comparisons on the way ---- */

/* The only block that leads to this one, and on to `next`: `a && b` is a choice
 * between a constant and b. */
static uint32_t block_before(const EncRounds *k, uint32_t block,
                             uint32_t next) {
  assert(block < k->f->blocks.n);
  const Rows *preds = &k->body->cfg->preds;
  const Inst *end = prog_terminator(k->f, (BlockId){block});
  uint32_t found = UINT32_MAX;
  if (rows_size(preds, block) == 1) return rows_get(preds, block)[0];
  if (next == UINT32_MAX || end->op != OP_CONDBR ||
      !val_is_local(end->ops[0]) || end->blocks[0].id == end->blocks[1].id)
    return UINT32_MAX;
  const Inst *phi = &k->f->insts.at[val_index(end->ops[0])];
  if (phi->op != OP_PHI || k->body->block_of[val_index(end->ops[0])] != block)
    return UINT32_MAX;
  for (uint32_t i = 0; i < phi->n_ops; i++) {
    uint64_t number;
    if (val_is_const(phi->ops[i]) &&
        prog_const_as_u64(k->x->enc.program, phi->ops[i], &number) &&
        (number != 0) != (end->blocks[0].id == next))
      continue;
    if (found != UINT32_MAX) return UINT32_MAX;
    found = phi->blocks[i].id;
  }
  return found;
}

/* Nothing is written between the two: nowhere in the loop, or on the only way
 * from the first one to the second. */
static bool is_unwritten(const EncRounds *k, uint32_t first, uint32_t second) {
  assert(first != second && k->body->block_of[second] != UINT32_MAX);
  const Body *body = k->body;
  uint32_t block = body->block_of[second], next = UINT32_MAX;
  bool is_before = false; /* we are before `second`, going backwards */
  FuncId func = k->x->activations.at[k->activation].func;
  if (enc_is_in_loop(body, k->loop, body->block_of[first]) &&
      enc_is_in_loop(body, k->loop, block) &&
      !enc_loop_writes(k->x->facts, func, k->loop->header)->insts.n)
    return true;
  for (uint32_t depth = 0; depth < WAY_MOST; depth++) {
    const Block *b = &k->f->blocks.at[block];
    for (uint32_t i = b->insts.n; i-- > 0;) {
      uint32_t at = b->insts.at[i];
      if (is_before && at == first) return true;
      Op op = k->f->insts.at[at].op;
      if (is_before && (prog_op_has(op, 'W') || op == OP_CALL || op == OP_FREE))
        return false;
      is_before |= at == second;
    }
    uint32_t before = block_before(k, block, next);
    if (before == UINT32_MAX) return false;
    next = block;
    block = before;
  }
  return false;
}

/* The same value, or the same cell read before? */
static bool is_same_value(const EncRounds *k, Val compared, Val pointer) {
  const Function *f = k->f;
  if (!val_is_local(compared)) return false;
  compared = prog_address_root(f, compared);
  if (val_same(compared, pointer)) return true;
  if (!val_is_local(compared)) return false;
  const Inst *a = &f->insts.at[val_index(compared)];
  const Inst *b = &f->insts.at[val_index(pointer)];
  if (a->op != OP_LOAD || b->op != OP_LOAD || a->type.id != b->type.id ||
      (a->flags | b->flags) & INST_VOLATILE)
    return false;
  const Program *p = k->x->enc.program;
  Address to = prog_address(p, f, a->ops[0], ADDRESS_ALL_STEPS);
  Address other = prog_address(p, f, b->ops[0], ADDRESS_ALL_STEPS);
  return val_same(to.root, other.root) && !to.n_terms && !other.n_terms &&
         to.offset == other.offset &&
         is_unwritten(k, val_index(compared), val_index(pointer));
}

/* A comparison that is looked for. */
typedef struct Test {
  const EncRounds *k;
  Val pointer;
  uint32_t choices[TESTS_MOST]; /* blocks of PHIs on the way to a condition */
  uint32_t depth;
  uint32_t here; /* the condition is used at the end of this block */
} Test;

/* Is it the pointer that is compared, in this round?  A choice between
 * comparisons is about the value of this round only if that arises before. */
static bool is_meant(const Test *test, Val compared) {
  assert(test->depth > 0 && test->depth <= TESTS_MOST);
  const Body *body = test->k->body;
  if (!is_same_value(test->k, compared, test->pointer)) return false;
  Val root = prog_address_root(test->k->f, compared);
  uint32_t made = body->block_of[val_index(root)];
  for (uint32_t i = 0; i < test->depth; i++)
    if (test->choices[i] != UINT32_MAX &&
        (made == test->choices[i] ||
         !prog_dominates(body->dominators, made, test->choices[i])))
      return false;
  return true;
}

static bool says_not_null(Test test, Val condition, bool is_true);

/* All that the PHI may be where it has this value.  If its block ends in the
 * use, and is no head of a loop, it was chosen just now. */
static bool choice_says(Test test, const Inst *phi, bool is_true) {
  assert(phi->op == OP_PHI && test.depth > 0);
  uint64_t number;
  bool is_here = test.choices[test.depth - 1] == test.here &&
                 !test.k->body->cfg->cutpoint[test.here];
  if (is_here) test.choices[test.depth - 1] = UINT32_MAX;
  for (uint32_t i = 0; i < phi->n_ops; i++) {
    test.here = is_here ? phi->blocks[i].id : UINT32_MAX;
    if (val_is_const(phi->ops[i]) ? !prog_const_as_u64(test.k->x->enc.program,
                                                       phi->ops[i], &number) ||
                                        (number != 0) == is_true
                                  : !says_not_null(test, phi->ops[i], is_true))
      return false;
  }
  return true;
}

/* Is the pointer not NULL where the condition has this value? */
static bool says_not_null(Test test, Val condition, bool is_true) {
  if (!val_is_local(condition) || test.depth == TESTS_MOST) return false;
  const Program *p = test.k->x->enc.program;
  const Inst *inst = &test.k->f->insts.at[val_index(condition)];
  uint64_t number;
  test.choices[test.depth++] =
      inst->op == OP_PHI ? test.k->body->block_of[val_index(condition)]
                         : UINT32_MAX;
  if (inst->op == OP_PHI) return choice_says(test, inst, is_true);
  if (inst->op == OP_XOR && prog_const_as_u64(p, inst->ops[1], &number) &&
      number == 1)
    return says_not_null(test, inst->ops[0], !is_true);
  if (inst->op == (is_true ? OP_AND : OP_OR))
    return says_not_null(test, inst->ops[0], is_true) ||
           says_not_null(test, inst->ops[1], is_true);
  if (inst->op != (is_true ? OP_NE : OP_EQ)) return false;
  for (uint32_t i = 0; i < 2; i++) {
    Val other = inst->ops[1 - i];
    if (val_is_const(other) && prog_const_as_u64(p, other, &number) &&
        number == 0 && is_meant(&test, inst->ops[i]))
      return true;
  }
  return false;
}

static bool edge_says(const EncRounds *k, uint32_t from, uint32_t to,
                      Val pointer) {
  assert(from < k->f->blocks.n && val_is_local(pointer));
  const Inst *end = prog_terminator(k->f, (BlockId){from});
  if (end->op != OP_CONDBR || end->blocks[0].id == end->blocks[1].id)
    return false;
  Test test = {.k = k, .pointer = pointer, .here = from};
  return says_not_null(test, end->ops[0], end->blocks[0].id == to);
}

/* On every way from where the value arises to the end of the block, or on to
 * `to` (UINT32_MAX: not on). */
static bool is_compared(const EncRounds *k, Val pointer, uint32_t block,
                        uint32_t to) {
  const Body *body = k->body;
  /* What was read may have been compared when it was read before. */
  bool is_read = k->f->insts.at[val_index(pointer)].op == OP_LOAD;
  uint32_t made = is_read ? ANALYSIS_NONE : body->block_of[val_index(pointer)];
  if (to != UINT32_MAX && edge_says(k, block, to, pointer)) return true;
  while (block != made && block != ANALYSIS_NONE) {
    uint32_t above = body->dominators->parent[block];
    const Rows *preds = &body->cfg->preds;
    if (above != ANALYSIS_NONE && rows_size(preds, block) == 1 &&
        edge_says(k, above, block, pointer))
      return true;
    block = above;
  }
  return false;
}

/* ---- values ---- */

/* The parameter that the function returns on every way, moved or not, from 1;
 * 0: none. */
static uint32_t returned_param(const Function *f) {
  AddressRoots roots = {.n = 0};
  if (f->state != FUNC_DEFINED) return 0;
  for (uint32_t b = 0; b < f->blocks.n; b++) {
    const Inst *end = prog_terminator(f, (BlockId){b});
    if (end->op == OP_UNSUPPORTED) return 0;
    if (end->op == OP_RET && end->n_ops) prog_add_root(&roots, f, end->ops[0]);
  }
  uint32_t found = 0;
  for (uint32_t i = 0; i < roots.n; i++) {
    if (!val_is_local(roots.at[i])) return 0;
    const Inst *inst = &f->insts.at[val_index(roots.at[i])];
    if (inst->op == OP_PHI || inst->op == OP_SELECT) {
      for (uint32_t k = inst->op == OP_SELECT; k < inst->n_ops; k++)
        prog_add_root(&roots, f, inst->ops[k]);
      continue;
    }
    if (inst->op != OP_PARAM || (found && found != inst->imm + 1)) return 0;
    found = (uint32_t)inst->imm + 1;
  }
  return roots.overflow ? 0 : found;
}

/* Does the LOAD read the cell that is asked about? */
static bool reads_cell(const EncRounds *k, const Inst *load) {
  assert(load->op < OP_COUNT);
  if (!k->cell || load->op != OP_LOAD || load->flags & INST_VOLATILE)
    return false;
  Base at;
  if (!enc_address_in_loop(k->x, k->activation, k->loop, load->ops[0], &at))
    return false;
  Base cell = enc_base(k->x, k->cell->address);
  return cell.is_exact && at.is_exact && term_same(cell.base, at.base) &&
         cell.offset == at.offset &&
         prog_store_size(k->x->enc.program, load->type) == k->cell->bytes;
}

static void add(EncRounds *k, Val v, bool is_outside) {
  assert(val_is_local(v));
  AddressRoots *to = is_outside ? &k->outside : &k->phis;
  prog_add_root(to, k->f, v);
  k->is_kept &= !to->overflow;
}

/* The value at the end of the block, or on its way to `to`. */
static void visit(EncRounds *k, Val v, uint32_t block, uint32_t to,
                  uint32_t depth) {
  const Program *p = k->x->enc.program;
  v = prog_address_root(k->f, v);
  if (val_is_const(v)) {
    k->is_kept &= prog_const_is_address(p, v);
    return;
  }
  const Inst *inst = &k->f->insts.at[val_index(v)];
  if (inst->op == OP_ALLOCA || reads_cell(k, inst) ||
      is_compared(k, v, block, to))
    return;
  if (!enc_is_in_loop(k->body, k->loop, k->body->block_of[val_index(v)])) {
    add(k, v, true);
    return;
  }
  FuncId callee = inst->op == OP_CALL ? prog_callee(p, inst) : (FuncId){0};
  uint32_t param = callee.id ? returned_param(prog_func(p, callee)) : 0;
  if (inst->op == OP_PHI) {
    add(k, v, false);
  } else if (inst->op == OP_SELECT && depth < CALLS_MOST) {
    visit(k, inst->ops[1], block, to, depth + 1);
    visit(k, inst->ops[2], block, to, depth + 1);
  } else if (param && param < inst->n_ops && depth < CALLS_MOST) {
    visit(k, inst->ops[param], block, to, depth + 1);
  } else {
    k->is_kept = false;
  }
}

bool enc_rounds_keep(EncRounds *k, Val value, uint32_t block) {
  assert(k->loop && k->f && k->body);
  visit(k, value, block, UINT32_MAX, 0);
  for (; k->is_kept && k->n_done < k->phis.n; k->n_done++) {
    uint32_t phi = val_index(k->phis.at[k->n_done]);
    const Inst *inst = &k->f->insts.at[phi];
    uint32_t here = k->body->block_of[phi];
    bool is_head = !k->cell && here == k->loop->header;
    for (uint32_t i = 0; k->is_kept && i < inst->n_ops; i++)
      if (!is_head || enc_is_in_loop(k->body, k->loop, inst->blocks[i].id))
        visit(k, inst->ops[i], inst->blocks[i].id, here, 0);
  }
  return k->is_kept;
}

EncRounds enc_rounds(EncExec *x, uint32_t activation, const Loop *loop,
                     const Place *cell) {
  require(loop && activation < x->activations.n);
  FuncId func = x->activations.at[activation].func;
  return (EncRounds){.x = x,
                     .activation = activation,
                     .f = prog_func(x->enc.program, func),
                     .body = enc_body(x->facts, func),
                     .loop = loop,
                     .cell = cell,
                     .is_kept = loop->kind == LOOP_NATURAL};
}

Term enc_rounds_null(const EncRounds *k) {
  Term null = term_false();
  for (uint32_t i = 0; i < k->outside.n; i++) {
    Term at = enc_operand(k->x, k->activation, k->outside.at[i]);
    if (!at.id) return term_true();
    null = term_or(k->x->enc.store, null, enc_is_null(k->x, at));
  }
  return null;
}
