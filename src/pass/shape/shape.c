/* SPDX-License-Identifier: MIT
 *
 * Shapes: the program, specialised to what its memory looks like.
 *
 * Problem.  A list takes an array of unknown size in a formula, and reasons
 * about it take reachability and quantifiers.  But which objects there are, and
 * which leads to which, mostly follows from where the program is: two or three
 * nodes that have names, and rows of nodes between them that have none.
 *
 * Idea.  Execute the program on states in which pointers are known (an object
 * and an offset in it) and numbers are constants or have no value yet, and
 * write down what is left to compute: a program without pointers, in which a
 * number that is not known is a variable.  A block is written once for each
 * state it is entered with [Jones, Gomard, Sestoft: Partial Evaluation, 1993];
 * where a state was met before, control goes there.  Unknown conditions become
 * branches.  Whether an access is valid, or an object lost, is read off the
 * state or becomes a comparison of numbers.
 *
 * Two things make the number of states finite.  A number that has had too many
 * values at a place becomes a variable (match.c).  And at loop heads nodes in a
 * row that nothing else leads to become one *list* of any length, from which
 * accesses take nodes out again (list.c) [Dudka, Peringer, Vojnar: Byte-precise
 * verification of low-level list manipulation, SAS 2013].
 *
 * More executions than before, never fewer.  What is not understood gives any
 * value, or ends in UNSUPPORTED where it could have changed what is known (a
 * store through a pointer to who knows where).  Objects are lost as soon as
 * nothing leads to them: the error is then, so also runs that never end are
 * judged.  For every execution of the program that reaches an error there is
 * one of the new program that does, or that ends in UNSUPPORTED.
 *
 * Premise, as everywhere: memory suffices.
 *
 * Cost: MOST_STATES copies of blocks at the most, and MOST_INSTS instructions.
 */
#include "pass/shape/shape_int.h"

#include "pass/pass_int.h"

enum { MOST_STATES = 30000, MOST_INSTS = 250000, MOST_OBJECTS = 60 };

const InstList *shape_insts(const Shape *w, uint32_t block) {
  if (block == 0) return &w->first;
  return (const InstList *)&w->f->blocks.at[block].insts;
}

/* ---- from block to block ---- */

/* All PHIs at once: first all values, then all variables. */
static void enter_phis(Shape *w, State *s, uint32_t from, uint32_t to) {
  Vec(Reg) regs = {0};
  Vec(Val) values = {0};
  const InstList *list = shape_insts(w, to);
  for (uint32_t i = 0; i < list->n; i++) {
    const Inst *phi = &w->f->insts.at[list->at[i]];
    if (phi->op != OP_PHI) break;
    Val operand = {0}, value = {0};
    for (uint32_t k = 0; k < phi->n_ops; k++)
      if (phi->blocks[k].id == from) operand = phi->ops[k];
    require(!val_is_none(operand));
    Reg reg = {list->at[i], shape_abs(w, s, operand)};
    if (abs_has_variable(reg.value))
      value =
          var_load(w, holder_reg(w, val_index(operand), abs_part(reg.value)));
    VEC_PUSH(w->mem, &regs, reg);
    VEC_PUSH(w->mem, &values, value);
    list = shape_insts(w, to);
  }
  for (uint32_t i = 0; i < regs.n; i++) {
    if (abs_has_variable(regs.at[i].value))
      var_store(w, holder_reg(w, regs.at[i].inst, abs_part(regs.at[i].value)),
                values.at[i]);
    state_set(w, s, regs.at[i].inst, regs.at[i].value);
  }
  VEC_DONE(w->mem, &regs);
  VEC_DONE(w->mem, &values);
}

static BlockId new_copy(Shape *w, uint32_t of) {
  assert(of < w->n_blocks);
  BlockId copy = edit_block(&w->edit, "");
  w->f->blocks.at[copy.id].loop = w->f->blocks.at[of].loop;
  return copy;
}

/* Control goes to the entry's copy of the block. */
static void jump(Shape *w, const State *s, const Entry *to) {
  assert(to->state && to->at.id >= w->n_blocks);
  state_assign(w, s, to->state);
  edit_br(&w->edit, to->at);
}

static const Entry *find_entry(const Shape *w, const State *s, uint32_t block) {
  for (uint32_t i = w->entries_of[block]; i; i = w->entries.at[i - 1].next)
    if (state_fits(w, s, w->entries.at[i - 1].state))
      return &w->entries.at[i - 1];
  return NULL;
}

static void add_entry(Shape *w, State *s, uint32_t block, uint64_t key) {
  assert(s && block < w->n_blocks);
  Entry entry = {s, new_copy(w, block), key, w->entries_of[block]};
  VEC_PUSH(w->mem, &w->entries, entry);
  w->entries_of[block] = w->entries.n;
  shape_push(w, state_copy(w, s), block, 0, entry.at);
}

/* A new state; where the shape was met with too many numbers, with variables in
 * their place.  Offsets of pointers are mostly few. */
static void enter_anew(Shape *w, State *s, uint32_t block) {
  enum { MORE = 4 };
  assert(block > 0 && block < w->n_blocks);
  uint32_t many = w->how.most_constants;
  State *wide = state_widened(w, s, block, OFFSETS_COUNT, many);
  if (!wide) wide = state_widened(w, s, block, OFFSETS_ASIDE, many * MORE);
  if (!wide) wide = s;
  if (!find_entry(w, wide, block))
    add_entry(w, wide, block, state_key(w, wide));
  const Entry *entry = find_entry(w, s, block);
  require(entry); /* widening is sound */
  jump(w, s, entry);
}

void shape_enter(Shape *w, State *s, uint32_t from, uint32_t to) {
  assert(from < w->n_blocks && to < w->n_blocks);
  enter_phis(w, s, from, to);
  s->is_made = false;
  bool is_join = rows_size(&w->cfg->preds, to) > 1 || w->cfg->cutpoint[to];
  if (!is_join) {
    BlockId copy = new_copy(w, to);
    edit_br(&w->edit, copy);
    shape_push(w, s, to, 0, copy);
    return;
  }
  state_collect(w, s, to);
  if (s->lost && w->tracks) {
    edit_error(&w->edit, prog_property_name(PROPERTY_VALID_MEMTRACK),
               "a heap object is lost");
    return;
  }
  if (w->cfg->cutpoint[to] && w->how.fold != SHAPE_FOLD_NEVER) {
    list_fold(w, s);
    state_collect(w, s, to);
  }
  w->gave_up |= s->n_objects > MOST_OBJECTS;
  state_settle(w, s);
  const Entry *known = find_entry(w, s, to);
  if (known)
    jump(w, s, known);
  else
    enter_anew(w, s, to);
}

/* ---- the pass ---- */

static void begin(Shape *w) {
  w->n_insts = w->f->insts.n;
  w->n_blocks = w->f->blocks.n;
  w->cfg = prog_cfg_new(w->mem, w->f);
  arena_init(&w->arena, w->mem);
  map_init(&w->variable_index, w->mem);
  w->entries_of = MEM_ARRAY(w->mem, uint32_t, w->n_blocks);
  edit_init(&w->edit, w->p, w->f);
  w->first = edit_open(&w->edit, w->prologue);
  shape_find_live(w);
  w->counter = prog_find_global(w->p, MEMORY_COUNTER);
  w->tracks = prog_find_global(w->p, MEMORY_ROUNDS).id != 0;
  prog_ledger(w->p, LEDGER_OVER, (LocId){0},
              "what numbers lists hold, and how many nodes they have, is "
              "forgotten");
}

static void done(Shape *w) {
  VEC_DONE(w->mem, &w->variables);
  VEC_DONE(w->mem, &w->entries);
  VEC_DONE(w->mem, &w->work);
  map_done(&w->variable_index);
  MEM_FREE_ARRAY(w->mem, w->entries_of, w->n_blocks);
  MEM_FREE_ARRAY(w->mem, w->live, (size_t)w->n_blocks * w->n_words);
  prog_cfg_free(w->cfg);
  arena_done(&w->arena);
}

/* First come, first served: loops grow evenly. */
static void run(Shape *w) {
  for (uint32_t next = 0; next < w->work.n && !w->gave_up; next++) {
    w->gave_up = w->work.n > w->how.most_states || w->f->insts.n > MOST_INSTS;
    if (!w->gave_up) shape_execute(w, w->work.at[next]);
  }
}

bool pass_shape(Program *program, ShapeHow how, ShapeLinks *links,
                uint32_t *states) {
  require(program->entry.id && how.most_constants > 0 && links && states);
  if (!how.most_states) how.most_states = MOST_STATES;
  Shape w = {.p = program,
             .links = links,
             .f = prog_func(program, program->entry),
             .mem = program->mem,
             .how = how,
             .word = prog_type_int(program, program->pointer_bits),
             .bit = prog_type_int(program, 1),
             .pointer = prog_type_ptr(program)};
  begin(&w);
  BlockId start = edit_block(&w.edit, "");
  shape_push(&w, ARENA_NEW(&w.arena, State), 0, 0, start);
  run(&w);
  bool good = !w.gave_up;
  *states = w.work.n;
  w.edit.at = w.prologue;
  edit_br(&w.edit, start);
  edit_close(&w.edit, &w.first);
  if (good)
    edit_done(&w.edit);
  else
    VEC_DONE(w.mem, &w.edit.last);
  done(&w);
  return good;
}

bool pass_has_shapes(const Program *program) {
  for (uint32_t i = 1; i < program->funcs.n; i++) {
    const Function *f = &program->funcs.at[i];
    for (uint32_t b = 0; b < f->blocks.n; b++)
      for (uint32_t k = 0; k < f->blocks.at[b].insts.n; k++) {
        Op op = f->insts.at[f->blocks.at[b].insts.at[k]].op;
        if (op == OP_ALLOC || op == OP_VALID) return true;
      }
  }
  return false;
}
