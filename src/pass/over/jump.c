/* SPDX-License-Identifier: MIT
 *
 * Loops that are jumped through.
 *
 * Problem.  Behind a split (split.c) most loops do nothing but count: all that
 * happens to the cell that is followed happens in one round, which is no loop
 * any more.  What is left to say about the others, bounds of counters mostly,
 * an engine still has to find for each of them, and a nest of four loops that
 * is passed three times has dozens.
 *
 * Idea.  Of all rounds of a loop only the last one is run, and the one before:
 *
 *     last:   the loop's blocks; a way back to the head ends the run
 *     round:  a copy; a way back to the head leads to that of `last`, every
 *             other way out ends the run
 *
 * and the loop is entered at the head of `last`, or at that of `round`, with
 * anything in the variables of the head.  Whenever control is at the head it is
 * there for the first time, or a whole round was run before, from some values
 * of its variables to those it has now; so what can be reached, inside of the
 * loop or behind it, is reached by the last part of such a run.  The round
 * before says enough about counters: one that was below its bound a round ago
 * and went up by one is now at most there.
 *
 * A loop that does more than count is entered as it is, in copies of its first
 * two rounds; only behind these its variables are forgotten, if there is a
 * third.  Where the cell is touched in one round of several accesses there is
 * none.
 *
 * Loops are taken from the innermost on.  One that writes to memory stays, and
 * so does one with a pointer among the variables of its head. */
#include "analysis/ranges.h"
#include "pass/over/cells_int.h"
#include "pass/pass.h"

enum {
  MOST_JUMPS = 100,   /* of loops, */
  MOST_INSTS = 20000, /* ... in a function that is not larger */
  MOST_ROUNDS = 2     /* the first ones of a loop */
};

typedef struct Jumper {
  Program *p;
  Function *f;
  uint8_t *inside; /* block -> 1: of the loop at hand */
  uint32_t n_blocks;
  uint32_t header;
  uint32_t end;      /* a block where runs end */
  Vec(Range) ranges; /* of the variables of the head */
} Jumper;

static bool is_pointer(const Jumper *j, TypeId type) {
  return prog_type(j->p, type)->kind == TYPE_PTR;
}

/* Does it leave memory as it is, and is the variable a number? */
static bool is_plain(const Jumper *j, uint32_t block, const Inst *inst) {
  if (inst->op == OP_PHI && block == j->header)
    return !is_pointer(j, inst->type);
  if (prog_op_has(inst->op, 'M')) return inst->op == OP_LOAD;
  return !prog_op_has(inst->op, 'S') || inst->op == OP_ASSUME;
}

static bool can_jump(Jumper *j, const Loop *loop) {
  j->header = loop->header;
  if (loop->kind != LOOP_NATURAL || loop->header == 0) return false;
  for (uint32_t i = 0; i < loop->n_blocks; i++) {
    const Block *block = &j->f->blocks.at[loop->blocks[i]];
    for (uint32_t k = 0; k < block->insts.n; k++)
      if (!is_plain(j, loop->blocks[i], &j->f->insts.at[block->insts.at[k]]))
        return false;
  }
  return true;
}

/* ---- variables of the head that the loop does not change ---- */

/* A PHI that gets itself from every round: none of the locals that the loop
 * writes should hold it. */
static bool is_kept(const Jumper *j, uint32_t index) {
  const Inst *inst = &j->f->insts.at[index];
  if (inst->op != OP_PHI) return false;
  for (uint32_t k = 0; k < inst->n_ops; k++)
    if (j->inside[inst->blocks[k].id] && inst->ops[k].id != val_local(index).id)
      return false;
  return true;
}

static Val from_block(const Inst *phi, uint32_t block) {
  for (uint32_t k = 0; k < phi->n_ops; k++)
    if (phi->blocks[k].id == block) return phi->ops[k];
  return (Val){0};
}

/* A local in the place of the PHI: written before the loop, read in its head.
 */
static void keep(Jumper *j, uint32_t phi) {
  Edit edit;
  Vec(Val) to = {0};
  Inst inst = j->f->insts.at[phi];
  edit_init(&edit, j->p, j->f);
  Val local = {0};
  for (uint32_t b = 0; b < j->n_blocks; b++) {
    InstList list = edit_open(&edit, (BlockId){b});
    if (b == 0) {
      edit_like(&edit, phi);
      local = edit_variable(&edit, inst.type);
    }
    Val out = j->inside[b] ? (Val){0} : from_block(&inst, b);
    bool is_loaded = b != j->header;
    for (uint32_t i = 0; i < list.n; i++) {
      if (list.at[i] == phi) continue;
      if (!is_loaded && j->f->insts.at[list.at[i]].op != OP_PHI) {
        Val now = edit_load(&edit, inst.type, local);
        while (to.n < j->f->insts.n) VEC_PUSH(j->p->mem, &to, ((Val){0}));
        to.at[phi] = now;
        is_loaded = true;
      }
      if (i + 1 == list.n && !val_is_none(out)) edit_store(&edit, out, local);
      edit_keep(&edit, list.at[i]);
    }
    edit_close(&edit, &list);
  }
  edit_done(&edit);
  while (to.n < j->f->insts.n) VEC_PUSH(j->p->mem, &to, ((Val){0}));
  pass_replace_values(j->f, to.at);
  VEC_DONE(j->p->mem, &to);
}

static void keep_unchanged(Jumper *j) {
  IndexVec kept = {0};
  const Block *head = &j->f->blocks.at[j->header];
  for (uint32_t i = 0; i < head->insts.n; i++)
    if (is_kept(j, head->insts.at[i]))
      VEC_PUSH(j->p->mem, &kept, head->insts.at[i]);
  for (uint32_t i = 0; i < kept.n; i++) keep(j, kept.at[i]);
  VEC_DONE(j->p->mem, &kept);
}

/* Is every variable of the head changed by constants only? */
static bool is_counting(const Jumper *j) {
  const Block *head = &j->f->blocks.at[j->header];
  for (uint32_t i = 0; i < head->insts.n; i++) {
    const Inst *phi = &j->f->insts.at[head->insts.at[i]];
    Val self = val_local(head->insts.at[i]);
    if (phi->op != OP_PHI) break;
    for (uint32_t k = 0; k < phi->n_ops; k++) {
      if (!j->inside[phi->blocks[k].id] || phi->ops[k].id == self.id) continue;
      if (!val_is_local(phi->ops[k])) return false;
      const Inst *step = &j->f->insts.at[val_index(phi->ops[k])];
      bool counts = (step->op == OP_ADD || step->op == OP_SUB) &&
                    step->ops[0].id == self.id && val_is_const(step->ops[1]);
      if (!counts) return false;
    }
  }
  return true;
}

/* ---- the round before ---- */

/* The ranges of the variables of the head, in the order of their PHIs. */
static void find_ranges(Jumper *j) {
  Ranges *known = prog_ranges_new(j->p->mem, j->p, j->p->entry);
  const Block *head = &j->f->blocks.at[j->header];
  VEC_CLEAR(&j->ranges);
  for (uint32_t i = 0; i < head->insts.n; i++) {
    const Inst *inst = &j->f->insts.at[head->insts.at[i]];
    const Type *type = prog_type(j->p, inst->type);
    Range range = {1, 0, 1, 0};
    if (inst->op != OP_PHI) break;
    if (type->kind == TYPE_INT && type->bits <= 64)
      range = prog_range_at(known, val_local(head->insts.at[i]),
                            (BlockId){j->header});
    VEC_PUSH(j->p->mem, &j->ranges, range);
  }
  prog_ranges_free(known);
}

/* Goes on where the value is in its range.  As branches, so that ranges of
 * other loops see it. */
static void bound(Jumper *j, Edit *edit, TypeId type, Val value, Range range) {
  if (range_is_empty(range)) return;
  TypeId bit = prog_type_int(j->p, 1);
  const Val low = prog_const_i64(j->p, type, range.smin),
            high = prog_const_i64(j->p, type, range.smax);
  const Val in[] = {edit_op2(edit, OP_SLE, bit, low, value),
                    edit_op2(edit, OP_SLE, bit, value, high)};
  for (uint32_t i = 0; i < 2; i++) {
    BlockId next = edit_block(edit, "");
    edit_condbr(edit, in[i], next, (BlockId){j->end});
    edit->at = next;
  }
}

/* Anything in the local. */
static Val forget(Jumper *j, Edit *edit, Val local) {
  TypeId type = j->f->insts.at[val_index(local)].aux;
  Val any = edit_nondet(edit, type, INPUT_UNDEF, "round");
  edit_store(edit, any, local);
  return any;
}

/* Anything in range in the variables of the head, which begins by loading
 * them. */
static void forget_variables(Jumper *j, Edit *edit) {
  const Block *head = &j->f->blocks.at[j->header];
  for (uint32_t i = 0, n = 0; n < j->ranges.n; i++) {
    require(i < head->insts.n);
    Inst inst = j->f->insts.at[head->insts.at[i]];
    if (inst.op != OP_LOAD) continue;
    require(val_is_local(inst.ops[0])); /* spilled */
    edit_like(edit, head->insts.at[i]);
    Val any = forget(j, edit, inst.ops[0]);
    bound(j, edit, inst.type, any, j->ranges.at[n++]);
    head = &j->f->blocks.at[j->header];
  }
}

/* ---- ways ---- */

/* Leads the ways from some blocks to `to` elsewhere. */
static void redirect(Jumper *j, uint32_t block, uint32_t to, uint32_t now) {
  const Block *from = &j->f->blocks.at[block];
  Inst *end = &j->f->insts.at[VEC_LAST(&from->insts)];
  for (uint32_t k = 0; k < end->n_blocks; k++)
    if (end->blocks[k].id == to) end->blocks[k].id = now;
}

/* Ways out of a copy end the run, but for those to its own head. */
static void link_round(Jumper *j, const Copy *copy, uint32_t back) {
  for (uint32_t b = 0; b < j->n_blocks; b++) {
    if (!j->inside[b]) continue;
    const Block *from = &j->f->blocks.at[copy->block[b]];
    Inst *last = &j->f->insts.at[VEC_LAST(&from->insts)];
    for (uint32_t k = 0; k < last->n_blocks; k++) {
      if (last->blocks[k].id < j->n_blocks) /* all copies are behind these */
        last->blocks[k].id = j->end;
      else if (last->blocks[k].id == copy->block[j->header])
        last->blocks[k].id = back;
    }
  }
}

/* A way to the last round, or to one before it. */
static uint32_t fork(Jumper *j, uint32_t round, bool is_any) {
  Edit edit;
  edit_init(&edit, j->p, j->f);
  BlockId in = edit_block(&edit, ""), other = edit_block(&edit, "");
  edit.at = in;
  edit_like(&edit, j->f->blocks.at[j->header].insts.at[0]);
  TypeId bit = prog_type_int(j->p, 1);
  edit_condbr(&edit, edit_nondet(&edit, bit, INPUT_UNDEF, "round"),
              (BlockId){j->header}, other);
  edit.at = other;
  if (is_any) forget_variables(j, &edit);
  edit_br(&edit, (BlockId){round});
  VEC_DONE(j->p->mem, &edit.last);
  return in.id;
}

static uint32_t end_block(Jumper *j) {
  Edit edit;
  edit_init(&edit, j->p, j->f);
  edit.at = edit_block(&edit, "");
  uint32_t made = edit.at.id;
  edit_named(&edit, OP_STOP, "round");
  VEC_DONE(j->p->mem, &edit.last);
  return made;
}

static void jump_loop(Jumper *j) {
  Copy copies[MOST_ROUNDS + 1];
  LocId loc = prog_terminator(j->f, (BlockId){j->header})->loc;
  keep_unchanged(j);
  find_ranges(j);
  uint32_t n_rounds = is_counting(j) ? 0 : MOST_ROUNDS;
  spill_values(j->p, j->f);
  require(j->f->blocks.n == j->n_blocks);
  j->end = end_block(j);
  uint32_t n_insts = j->f->insts.n, way = j->header;
  for (uint32_t i = 0; i <= n_rounds; i++) {
    copy_init(&copies[i], j->p->mem, j->n_blocks, n_insts);
    copy_blocks(&copies[i], j->p, j->f, j->inside);
  }
  for (uint32_t i = 0; i <= n_rounds; i++) { /* from the one before the last */
    link_round(j, &copies[i], way);
    way = fork(j, copies[i].block[j->header], i == 0);
    copy_done(&copies[i], j->p->mem);
  }
  for (uint32_t b = 0; b < j->n_blocks; b++)
    redirect(j, b, j->header, j->inside[b] ? j->end : way);
  prog_ledger(j->p, LEDGER_OVER, loc, "rounds of a loop are left out");
  flow_remove_unreachable(j->p, j->f);
}

/* The innermost loop that can be. */
static bool jump_one(Jumper *j) {
  Cfg *cfg = prog_cfg_new(j->p->mem, j->f);
  LoopForest *loops = prog_loops_new(cfg);
  const Loop *found = NULL;
  j->n_blocks = j->f->blocks.n;
  j->inside = MEM_ARRAY(j->p->mem, uint8_t, j->n_blocks);
  for (uint32_t l = loops->loops.n; l-- > 0 && !found;)
    if (can_jump(j, &loops->loops.at[l])) found = &loops->loops.at[l];
  for (uint32_t i = 0; found && i < found->n_blocks; i++)
    j->inside[found->blocks[i]] = 1;
  if (found) jump_loop(j);
  MEM_FREE_ARRAY(j->p->mem, j->inside, j->n_blocks);
  prog_loops_free(loops);
  prog_cfg_free(cfg);
  return found != NULL;
}

uint32_t pass_jump(Program *program) {
  Jumper j = {.p = program};
  uint32_t n = 0;
  while (n < MOST_JUMPS) {
    j.f = prog_func(program, program->entry);
    if (prog_func_size(j.f) > MOST_INSTS || !jump_one(&j)) break;
    pass_memory(program);
    pass_clean(program);
    n++;
  }
  VEC_DONE(program->mem, &j.ranges);
  return n;
}
