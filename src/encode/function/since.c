/* SPDX-License-Identifier: MIT
 *
 * Since when a pointer is presumed to lead to live memory.
 *
 * Problem.  Behind a loop or a call that frees something of the same kind,
 * nothing that is found in memory is known to be live: whether `l->first` was
 * freed depends on all that the loop did, and nobody proves lists to be in
 * order.
 *
 * Idea.  Those who free an object take it out of the data that stays, or do not
 * use that data again.  So it is presumed (ENC_LIVES_PRESUMED, asked for where
 * nothing else decides, and told with the answer) that a pointer which is *read
 * from memory*, or returned by a call, leads to live memory then, unless what
 * was freed before has the very same name; and not to the object that it was
 * read from (`next = p->next; free(p);`).  What is freed from then on counts as
 * ever.
 *
 * Not of this kind are pointers in the function's own variables, also those
 * whose address is taken, unless a call has put them there; and parameters.
 *
 * What a loop carries from one round to the next is such a pointer, if it is
 * read, or returned by a call, in each round, and what the round frees
 * afterwards is something else, or the object that it was read from. */
#include "encode/function/exec_int.h"

enum { ROOTS_DEPTH = 8 };

typedef struct Asker {
  EncExec *x;
  uint32_t activation;
  FuncId func;
  const Function *f;
  const Body *body;
} Asker;

void enc_note_left(EncExec *x, uint32_t activation, uint32_t inst,
                   uint32_t version) {
  assert(version < x->versions.n);
  if (x->options.lives == ENC_LIVES_PRESUMED)
    map_put(&x->left, (uint64_t)activation << 32 | inst, version);
}

/* The version behind the instruction; 0: it was not executed. */
static uint32_t left_by(const EncExec *x, uint32_t activation, uint32_t inst) {
  return (uint32_t)map_get(&x->left, (uint64_t)activation << 32 | inst, 0);
}

/* ---- what is read ---- */

/* Is it an object on the stack of what is looked at? */
static bool is_variable(const EncExec *x, Term base) {
  const Object *object = enc_object_of(x, base);
  return object && object->is_session && !object->is_heap && !object->is_result;
}

/* The version behind the call that has left the value in memory; 0: none. */
static uint32_t left_by_call(const EncExec *x, Term value) {
  const EncLeaf *leaf =
      term_is_var(x->enc.store, value) ? enc_exec_leaf(x, value) : NULL;
  if (!leaf || !leaf->is_memory) return 0;
  if (leaf->kind == ENC_LEAF_EFFECT) {
    const EncActivation *act = &x->activations.at[leaf->activation];
    return left_by(x, act->parent, act->call);
  }
  bool is_unknown =
      leaf->kind == ENC_LEAF_EXTERN || leaf->kind == ENC_LEAF_INDIRECT;
  return is_unknown ? left_by(x, leaf->activation, leaf->inst) : 0;
}

static EncSince since_load(const Asker *a, uint32_t number) {
  EncExec *x = a->x;
  Term address = enc_operand(x, a->activation, a->f->insts.at[number].ops[0]);
  Term home = enc_base(x, address).base;
  if (is_variable(x, home))
    return (EncSince){
        .version = left_by_call(x, enc_exec_value(x, a->activation, number))};
  const Inst *load = &a->f->insts.at[number];
  return (EncSince){.version = left_by(x, a->activation, number),
                    .home = home,
                    .name = {load->aux, (uint32_t)load->imm}};
}

/* ---- what a loop carries ---- */

static bool is_in(const Asker *a, const Loop *loop, uint32_t inst) {
  return enc_is_in_loop(a->body, loop, a->body->block_of[inst]);
}

/* Is each round through the loop past the first instruction before it is past
 * the second, and only then? */
static bool is_earlier(const Asker *a, const Loop *loop, uint32_t first,
                       uint32_t second) {
  uint32_t from = a->body->block_of[first], to = a->body->block_of[second];
  const uint32_t *loop_of = a->body->loops->loop_of;
  if (&a->body->loops->loops.at[loop_of[from]] != loop ||
      &a->body->loops->loops.at[loop_of[to]] != loop)
    return false; /* an inner loop may come back */
  if (from != to) return prog_dominates(a->body->dominators, from, to);
  const Block *block = &a->f->blocks.at[from];
  for (uint32_t i = 0; i < block->insts.n; i++)
    if (block->insts.at[i] == first || block->insts.at[i] == second)
      return block->insts.at[i] == first;
  unreachable_case();
}

/* Is the pointer what the load or the call was made from? */
static bool is_source(const Asker *a, uint32_t number, Val pointer) {
  const Inst *inst = &a->f->insts.at[number];
  Val root = prog_address_root(a->f, pointer);
  for (uint32_t i = inst->op == OP_CALL; i < inst->n_ops; i++)
    if (val_same(prog_address_root(a->f, inst->ops[i]), root)) return true;
  return false;
}

/* May the instruction of the loop free what was read by the other? */
static bool may_free(const Asker *a, uint32_t number, uint32_t reader,
                     EncKind kind) {
  EncFacts *facts = a->x->facts;
  const Inst *inst = &a->f->insts.at[number];
  if (inst->op == OP_FREE)
    return !is_source(a, reader, inst->ops[0]) &&
           !enc_kinds_apart(
               facts, enc_kind_at(facts, a->func, inst->ops[0], number), kind);
  if (inst->op != OP_CALL) return false;
  if (enc_call_loses(a->x->enc.program, inst)) return true;
  FuncId callee = prog_callee(a->x->enc.program, inst);
  if (!callee.id) return false; /* as everywhere: see hits.c */
  const FreedSet *set = enc_freed(facts, callee);
  for (uint32_t i = 0; i < set->all.n; i++) {
    uint32_t param = set->all.at[i].param;
    Freed freed = enc_freed_by_call(facts, a->func, number, set->all.at[i]);
    bool is_its =
        param && param < inst->n_ops && is_source(a, reader, inst->ops[param]);
    if (!is_its && !enc_kinds_apart(facts, freed.kind, kind)) return true;
  }
  return set->is_any;
}

/* Is it read from memory that is not the function's own, or returned? */
static bool is_read(const Asker *a, uint32_t number) {
  const Inst *inst = &a->f->insts.at[number];
  if (inst->op == OP_CALL) return true;
  if (inst->op != OP_LOAD) return false;
  AddressRoots roots = {.n = 0};
  prog_add_root(&roots, a->f, inst->ops[0]);
  for (uint32_t i = 0; i < roots.n; i++) {
    if (!val_is_local(roots.at[i])) continue;
    const Inst *root = &a->f->insts.at[val_index(roots.at[i])];
    if (root->op == OP_ALLOCA) return false;
    for (uint32_t k = root->op == OP_SELECT;
         (root->op == OP_PHI || root->op == OP_SELECT) && k < root->n_ops; k++)
      prog_add_root(&roots, a->f, root->ops[k]);
  }
  return !roots.overflow;
}

/* Is what the instruction of the loop has read live at the end of the round? */
static bool is_live_at_end(const Asker *a, const Loop *loop, uint32_t number) {
  if (!is_read(a, number)) return false;
  const LoopWrites *writes =
      enc_loop_writes(a->x->facts, a->func, loop->header);
  EncKind kind = {
      .class = enc_class_of_value(a->x->facts, a->func, val_local(number))};
  for (uint32_t i = 0; i < writes->insts.n; i++)
    if (!is_earlier(a, loop, writes->insts.at[i], number) &&
        may_free(a, writes->insts.at[i], number, kind))
      return false;
  return true;
}

/* What rounds of a loop do to a pointer that they carry on. */
typedef enum Carried {
  CARRIED_HELD,  /* it may be one that was there before */
  CARRIED_MOVED, /* it is the same, or a step away, or read in the loop */
  CARRIED_READ   /* each round reads another one, which is live at its end */
} Carried;

static Carried carried(const Asker *a, const Loop *loop, uint32_t phi) {
  AddressRoots roots = {.n = 0};
  const Inst *head = &a->f->insts.at[phi];
  Carried how = CARRIED_READ;
  for (uint32_t i = 0; i < head->n_ops; i++)
    if (enc_is_in_loop(a->body, loop, head->blocks[i].id))
      prog_add_root(&roots, a->f, head->ops[i]);
  for (uint32_t i = 0; i < roots.n; i++) {
    if (val_is_const(roots.at[i])) continue;
    uint32_t number = val_index(roots.at[i]);
    const Inst *inst = &a->f->insts.at[number];
    if (number == phi)
      how = CARRIED_MOVED;
    else if (!is_in(a, loop, number))
      return CARRIED_HELD;
    else if (inst->op == OP_PHI || inst->op == OP_SELECT)
      for (uint32_t k = inst->op == OP_SELECT; k < inst->n_ops; k++)
        prog_add_root(&roots, a->f, inst->ops[k]);
    else if (!is_read(a, number))
      return CARRIED_HELD;
    else if (!is_live_at_end(a, loop, number))
      how = CARRIED_MOVED;
  }
  return roots.overflow ? CARRIED_HELD : how;
}

/* ---- pointers ---- */

static EncSince since(const Asker *a, Val pointer, uint32_t depth);

static EncSince earlier(EncSince a, EncSince b) {
  EncSince both = {.version = a.version < b.version ? a.version : b.version,
                   .loop = a.loop == b.loop ? a.loop : 0};
  if (a.version == UINT32_MAX) both = b;
  if (b.version == UINT32_MAX) both = a;
  if (term_same(a.home, b.home)) both.home = a.home;
  if (!both.name.type.id) both.name = a.name.type.id ? a.name : b.name;
  return both;
}

/* The version of memory at the head of the loop; 0: not known. */
static uint32_t loop_version(const EncExec *x, uint32_t activation,
                             uint32_t block) {
  for (uint32_t i = x->versions.n; i-- > 1;)
    if (x->versions.at[i].kind == VERSION_LOOP &&
        x->versions.at[i].activation == activation &&
        x->versions.at[i].inst == block)
      return i;
  return 0;
}

/* From all ways that come from outside of the loop, if it is the PHI of one's
 * head. */
static EncSince since_any(const Asker *a, const Inst *inst, const Loop *loop,
                          uint32_t depth) {
  EncSince all = {.version = UINT32_MAX};
  for (uint32_t i = inst->op == OP_SELECT; i < inst->n_ops; i++)
    if (!loop || !enc_is_in_loop(a->body, loop, inst->blocks[i].id))
      all = earlier(all, since(a, inst->ops[i], depth + 1));
  return all;
}

static EncSince since_choice(const Asker *a, uint32_t number, uint32_t depth) {
  const Inst *inst = &a->f->insts.at[number];
  uint32_t block = a->body->block_of[number];
  if (inst->op != OP_PHI || !a->body->cfg->cutpoint[block] ||
      a->x->options.loops != ENC_LOOPS_FORGET)
    return since_any(a, inst, NULL, depth);
  const Loop *loop = enc_loop_at(a->body, block);
  uint32_t head = loop_version(a->x, a->activation, block);
  if (!head || !loop || loop->kind != LOOP_NATURAL || loop->header != block)
    return (EncSince){0};
  Carried how = carried(a, loop, number);
  if (how == CARRIED_HELD) return (EncSince){0};
  EncSince all = since_any(a, inst, loop, depth);
  if (all.version > head) all.version = head; /* it began as a constant */
  return (EncSince){.version = all.version,
                    .loop = how == CARRIED_READ ? head : 0};
}

/* Constants: since ever, UINT32_MAX. */
static EncSince since(const Asker *a, Val pointer, uint32_t depth) {
  Val root = prog_address_root(a->f, pointer);
  if (val_is_const(root)) return (EncSince){.version = UINT32_MAX};
  if (depth > ROOTS_DEPTH) return (EncSince){0};
  uint32_t number = val_index(root);
  const Inst *inst = &a->f->insts.at[number];
  switch ((int)inst->op) {
  case OP_LOAD: return since_load(a, number);
  case OP_CALL:
    return (EncSince){.version = left_by(a->x, a->activation, number)};
  case OP_BITCAST: return since(a, inst->ops[0], depth + 1);
  case OP_PHI:
  case OP_SELECT: return since_choice(a, number, depth);
  default: return (EncSince){0};
  }
}

EncSince enc_since(EncExec *x, uint32_t activation, Val pointer) {
  if (x->options.lives != ENC_LIVES_PRESUMED) return (EncSince){0};
  FuncId func = x->activations.at[activation].func;
  Asker a = {.x = x,
             .activation = activation,
             .func = func,
             .f = prog_func(x->enc.program, func),
             .body = enc_body(x->facts, func)};
  EncSince found = since(&a, pointer, 0);
  return found.version == UINT32_MAX ? (EncSince){0} : found;
}
