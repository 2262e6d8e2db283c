/* SPDX-License-Identifier: MIT
 *
 * What VALID asks, as terms.
 *
 * An address is followed through if-then-elses, address arithmetic and results
 * of calls to the objects it starts from.  Of objects made here or known by
 * name the size is a term, so "is there room" is a comparison under the
 * conditions on the way.  What else a pointer leads to is a variable of its own
 * kind (SIZE): the callers may know.
 *
 * Freed: a second memory beside the program's (ENC_GHOST) has a cell for each
 * address; FREE writes 1 there.  Joins, calls and loops do to it what they do
 * to all memory (memory.c).  At entry, and when an object is made, it is 0. */
#include "encode/function/exec_int.h"
#include "analysis/lengths.h"

enum { NODES_MOST = 200 };

Term valid_open(Question *q, EncLeafKind kind) {
  assert(q->number < q->run->f->insts.n);
  const Inst *inst = &q->run->f->insts.at[q->number];
  EncLeaf leaf = {.kind = kind,
                  .activation = q->run->activation,
                  .inst = q->number,
                  .func = q->run->func,
                  .loc = inst->loc};
  return enc_new_leaf(q->run->x, leaf, sort_bool());
}

/* ---- looking into calls ---- */

/* A question is asked while its function is executed.  Looking into a call for
 * its answer executes another function, which has questions of its own, and so
 * on: all the calls that can be reached, one by one.  Hence only the questions
 * of the root look as far as they need; for each of these, and for each call
 * that is looked into later, those of the functions below look into a few
 * calls, all together.  The library's functions are few and small. */
static bool may_look_into(const Question *q, uint32_t activation) {
  EncExec *x = q->run->x;
  assert(activation < x->activations.n);
  const EncActivation *act = &x->activations.at[activation];
  if (act->state == ENC_ACT_EXECUTED ||
      x->activations.at[q->run->activation].depth == 0 ||
      prog_is_library(x->enc.program, act->func))
    return true;
  if (!x->looks_left) return false;
  x->looks_left--;
  return true;
}

Term valid_expand(Question *q, Term var) {
  EncExec *x = q->run->x;
  const EncLeaf *leaf = enc_exec_leaf(x, var);
  require(leaf != NULL);
  Term meaning =
      may_look_into(q, leaf->activation) ? enc_expand(x, var) : TERM_NONE;
  x->enc.f = (Function *)q->run->f; /* it executed another function */
  x->enc.func = q->run->func;
  return meaning;
}

/* ---- where an address leads ---- */

/* Looks into the call that made an object: what it returned, or none. */
static Term run_maker(Run *run, uint32_t activation) {
  EncExec *x = run->x;
  bool good = enc_exec_run(x, activation);
  x->enc.f = (Function *)run->f; /* it executed another function */
  x->enc.func = run->func;
  return good ? x->activations.at[activation].result : TERM_NONE;
}

Target valid_toward(Question *q, Term t, Term *next) {
  EncExec *x = q->run->x;
  TermStore *store = x->enc.store;
  if (!q->left) return TARGET_UNKNOWN;
  q->left--;
  if (term_is_const(store, t)) {
    int64_t value;
    return term_const_i64(store, t, &value) && value == 0 ? TARGET_NULL
                                                          : TARGET_UNKNOWN;
  }
  if (term_kind(store, t) == TERM_ITE) return TARGET_CHOICE;
  *next = (Term){(uint32_t)map_get(&x->root_of, t.id, 0)};
  if (!next->id) *next = (Term){(uint32_t)map_get(&x->start_of, t.id, 0)};
  if (next->id) return TARGET_STEP;
  Base base = enc_base(x, t);
  if (base.is_object && !term_same(base.base, t)) {
    *next = base.base;
    return TARGET_STEP;
  }
  if (!term_is_var(store, t)) return TARGET_UNKNOWN;
  const Object *object = enc_object_of(x, t);
  if (object && !object->is_result) return TARGET_OBJECT;
  if (object) *next = run_maker(q->run, object->maker); /* moves objects */
  return next->id ? TARGET_STEP : TARGET_POINTER;
}

bool valid_is_renamed(const EncExec *x, Term from) {
  const EncLeaf *leaf =
      term_is_var(x->enc.store, from) ? enc_exec_leaf(x, from) : NULL;
  return leaf && leaf->kind == ENC_LEAF_RESULT;
}

EncLeafKind valid_origin(const EncExec *x, Term pointer) {
  const EncLeaf *leaf = enc_exec_leaf(x, pointer);
  return leaf && leaf->kind == ENC_LEAF_LOOP ? ENC_LEAF_LOOP : ENC_LEAF_SIZE;
}

/* ---- freed ---- */

static Term is_unfreed(Question *q, Term t) {
  EncExec *x = q->run->x;
  TermStore *store = x->enc.store;
  Place cell = {.address = t,
                .bytes = 1,
                .region = {ENC_GHOST},
                .kind = q->kind,
                .since = q->since};
  Term freed = enc_read(x, q->run->version, cell);
  return term_eq(store, freed, term_u64(store, 0, 8));
}

static bool is_heap(const Object *object) {
  return object->is_heap || object->is_result;
}

/* What is said of a pointer where it is not followed any further. */
typedef Term Answer(Question *q, Target target, Term t);

/* What a function of the library returned that allocates nothing (where errno
 * is, a place in a text), or none. */
static Term librarys_result(Question *q, Term t) {
  EncExec *x = q->run->x;
  const EncLeaf *leaf = enc_exec_leaf(x, t);
  assert(leaf && leaf->kind == ENC_LEAF_RESULT);
  bool is_asked = !enc_object_of(x, t) && q->left &&
                  prog_is_library(x->enc.program, leaf->func);
  if (!is_asked) return TERM_NONE;
  q->left--;
  return run_maker(q->run, leaf->activation);
}

static Term follow(Question *q, Term t, Answer *answer);

/* From a place that was a step behind `t`. */
static Term follow_on(Question *q, Term t, Answer *answer) {
  TypeId type = q->kind.type;
  q->kind.type = (TypeId){0};
  Term found = follow(q, t, answer);
  q->kind.type = type;
  return found;
}

/* Through choices and steps to objects; what a function of the program returned
 * is asked about by its own name. */
static Term follow(Question *q, Term t, Answer *answer) {
  EncExec *x = q->run->x;
  TermStore *store = x->enc.store;
  Term next = TERM_NONE;
  if (valid_is_renamed(x, t)) {
    next = librarys_result(q, t);
    return next.id ? follow_on(q, next, answer) : answer(q, TARGET_POINTER, t);
  }
  Target target = valid_toward(q, t, &next);
  if (target == TARGET_STEP) return follow_on(q, next, answer);
  if (target != TARGET_CHOICE) return answer(q, target, t);
  return term_ite(store, term_child(store, t, 0),
                  follow(q, term_child(store, t, 1), answer),
                  follow(q, term_child(store, t, 2), answer));
}

/* Was what t leads to not freed? */
static Term live(Question *q, Target target, Term t) {
  switch (target) {
  case TARGET_NULL: return term_true();
  case TARGET_OBJECT:
    return is_heap(enc_object_of(q->run->x, t)) ? is_unfreed(q, t)
                                                : term_true();
  case TARGET_POINTER: return is_unfreed(q, t);
  case TARGET_UNKNOWN: return valid_open(q, ENC_LEAF_SIZE);
  case TARGET_CHOICE:
  case TARGET_STEP: break; /* followed */
  }
  unreachable_case();
}

/* Is t NULL, or was what it leads to freed? */
static Term gone(Question *q, Target target, Term t) {
  TermStore *store = q->run->x->enc.store;
  Term null = term_u64(store, 0, q->run->x->enc.program->pointer_bits);
  switch (target) {
  case TARGET_NULL: return term_true();
  case TARGET_OBJECT: return term_not(is_unfreed(q, t));
  case TARGET_POINTER:
    return valid_is_renamed(q->run->x, t)
               ? term_or(store, term_eq(store, t, null),
                         term_not(is_unfreed(q, t)))
               : valid_open(q, valid_origin(q->run->x, t));
  case TARGET_UNKNOWN: return valid_open(q, ENC_LEAF_SIZE);
  case TARGET_CHOICE:
  case TARGET_STEP: break; /* followed */
  }
  unreachable_case();
}

/* Who asks VALID_HEAP has seen the address of a variable on its way to the
 * pointer, from a caller or around a loop. */
static bool may_be_variable(const EncExec *x, Term t) {
  const EncLeaf *leaf = enc_exec_leaf(x, t);
  return leaf && (leaf->kind == ENC_LEAF_PARAM ||
                  (leaf->kind == ENC_LEAF_LOOP && !leaf->is_memory));
}

/* The pointer, of which no more is known, and a step away from it: where it
 * leads may be the start of a block, and so may be what is a step away. */
static Term may_free_pointer(Question *q, Term t, Term is_there) {
  assert(term_is_bool(q->run->x->enc.store, is_there));
  TermStore *store = q->run->x->enc.store;
  if (q->is_heap && may_be_variable(q->run->x, t))
    return valid_open(q, valid_origin(q->run->x, t));
  if (term_is_true(is_there)) return is_unfreed(q, t);
  return term_ite(store, is_there, is_unfreed(q, t),
                  valid_open(q, valid_origin(q->run->x, t)));
}

/* Is `offset` bytes behind t NULL, or the start of a live heap object? */
static Term may_free(Question *q, Term t, Term offset) {
  EncExec *x = q->run->x;
  TermStore *store = x->enc.store;
  Term next = TERM_NONE;
  Term is_there =
      term_eq(store, offset, term_u64(store, 0, term_width(store, offset)));
  const EncLeaf *leaf = term_is_var(store, t) ? enc_exec_leaf(x, t) : NULL;
  if (leaf && leaf->kind == ENC_LEAF_RESULT) {
    const Object *object = enc_object_of(x, t);
    bool is_users = prog_func(x->enc.program, leaf->func)->origin == FUNC_USER;
    if (object && object->is_result && (is_users || term_is_true(is_there)))
      return may_free_pointer(q, t, is_there);
  }
  switch (valid_toward(q, t, &next)) {
  case TARGET_NULL: return is_there;
  case TARGET_CHOICE:
    return term_ite(store, term_child(store, t, 0),
                    may_free(q, term_child(store, t, 1), offset),
                    may_free(q, term_child(store, t, 2), offset));
  case TARGET_STEP:
    q->kind.type = (TypeId){0};
    if (!valid_is_renamed(x, t))
      offset = term_add(store, offset, term_sub(store, t, next));
    return may_free(q, next, offset);
  case TARGET_OBJECT:
    return is_heap(enc_object_of(x, t))
               ? term_and(store, is_there, is_unfreed(q, t))
               : term_false();
  case TARGET_POINTER: return may_free_pointer(q, t, is_there);
  case TARGET_UNKNOWN: return valid_open(q, ENC_LEAF_SIZE);
  }
  unreachable_case();
}

static Term itself(Question *q, Target target, Term t) {
  assert(target != TARGET_CHOICE && target != TARGET_STEP);
  (void)q, (void)target;
  return t;
}

Term exec_starts_of(Run *run, uint32_t number, Term t) {
  assert(number < run->f->insts.n);
  Question q = {.run = run, .number = number, .left = NODES_MOST};
  return follow(&q, t, itself);
}

/* ---- written ---- */

static Term written(Question *q, Term t);

/* Members that share a register are put together by operations. */
static bool is_computed(const TermStore *store, Term t) {
  if (term_kind(store, t) == TERM_EXTRACT) t = term_child(store, t, 0);
  TermKind kind = term_kind(store, t);
  return kind == TERM_BVOR || kind == TERM_SHL || kind == TERM_LSHR;
}

static bool may_hold_unwritten(Question *q, Term t) {
  const EncExec *x = q->run->x;
  const TermStore *store = x->enc.store;
  if (!q->left) return true;
  q->left--;
  const EncLeaf *leaf = term_is_var(store, t) ? enc_exec_leaf(x, t) : NULL;
  if (leaf)
    return leaf->kind == ENC_LEAF_UNINIT || leaf->kind == ENC_LEAF_LOST ||
           leaf->kind == ENC_LEAF_LOOP || leaf->kind == ENC_LEAF_EFFECT ||
           leaf->kind == ENC_LEAF_RESULT;
  for (uint32_t i = 0; i < term_n_children(store, t); i++)
    if (may_hold_unwritten(q, term_child(store, t, i))) return true;
  return false;
}

/* A unit of bit-fields that was masked and written in part. */
static bool is_masked_unwritten(Question *q, Term t) {
  const EncExec *x = q->run->x;
  const TermStore *store = x->enc.store;
  const EncLeaf *leaf = term_is_var(store, t) ? enc_exec_leaf(x, t) : NULL;
  if (leaf) return leaf->kind == ENC_LEAF_UNINIT;
  TermKind kind = term_kind(store, t);
  if (kind != TERM_BVOR && kind != TERM_BVAND && kind != TERM_CONCAT &&
      kind != TERM_EXTRACT)
    return false;
  if (!q->left) return true;
  q->left--;
  for (uint32_t i = 0; i < term_n_children(store, t); i++)
    if (is_masked_unwritten(q, term_child(store, t, i))) return true;
  return false;
}

/* The bits `high` to `low` of what stands for the memory or the result of a
 * call. */
static Term written_by_call(Question *q, Term t, uint32_t high, uint32_t low) {
  EncExec *x = q->run->x;
  Term meaning = valid_expand(q, t);
  if (!meaning.id) return valid_open(q, ENC_LEAF_SIZE);
  Term part = term_extract(x->enc.store, meaning, high, low);
  return is_computed(x->enc.store, part) && may_hold_unwritten(q, part)
             ? valid_open(q, ENC_LEAF_LOST)
             : written(q, part);
}

/* Which bits of a result are these: the whole behind shifts and extractions;
 * none: no part of one. */
static Term part_of_result(const EncExec *x, Term t, uint32_t *low) {
  const TermStore *store = x->enc.store;
  if (term_kind(store, t) != TERM_EXTRACT) return TERM_NONE;
  *low = term_extract_low(store, t);
  t = term_child(store, t, 0);
  int64_t by;
  if (term_kind(store, t) == TERM_LSHR &&
      term_const_i64(store, term_child(store, t, 1), &by) && by >= 0) {
    *low += (uint32_t)by;
    t = term_child(store, t, 0);
  }
  return valid_is_renamed(x, t) ? t : TERM_NONE;
}

/* A cell that is read in halves.  If some of it was not written, it may be a
 * struct that is only copied, with what lies between its members. */
static Term written_halves(Question *q, Term high, Term low) {
  TermStore *store = q->run->x->enc.store;
  Term both = term_and(store, high, low), either = term_or(store, high, low);
  if (term_is_true(both) || term_is_false(either)) return both;
  return term_or(store, both,
                 term_and(store, either, valid_open(q, ENC_LEAF_LOST)));
}

/* models/model.h: what a call may change, of which it surely stores some. */
static bool stores_some(const EncExec *x, FuncId func) {
  const Function *f = prog_func(x->enc.program, func);
  return f->origin == FUNC_MODEL && f->n_params == 3 &&
         text_starts_with(f->name, "model_stored");
}

/* ... the cell: all of it, if that reaches so far; what it was before, if
 * nothing of it is stored.  That a number comes in part is left open. */
static Term written_in_part(Question *q, EncLeaf leaf) {
  EncExec *x = q->run->x;
  TermStore *store = x->enc.store;
  assert(stores_some(x, leaf.func));
  State state = x->states.at[leaf.activation];
  Place place = x->places.at[leaf.place];
  Term to = state.args[0], stored = state.args[2];
  Base a = enc_base(x, place.address), b = enc_base(x, to);
  if (!term_same(a.base, b.base)) return valid_open(q, ENC_LEAF_LOST);
  uint32_t width = term_width(store, stored);
  Term distance = a.is_exact && b.is_exact
                      ? term_i64(store, a.offset - b.offset, width)
                      : term_resize_unsigned(
                            store, term_sub(store, place.address, to), width);
  Term is_behind = term_not(term_ult(store, distance, stored));
  Term reaches =
      term_and(store, term_not(is_behind),
               term_not(term_ult(store, term_sub(store, stored, distance),
                                 term_u64(store, place.bytes, width))));
  Term before = enc_read(x, state.version_in, place);
  Term in_part =
      term_and(store, term_not(is_behind), valid_open(q, ENC_LEAF_LOST));
  return term_or(store, reaches, term_or(store, written(q, before), in_part));
}

/* A cell that a HAVOC may have written: all of it, if that reaches so far.  If
 * not, it may have been written before. */
static Term written_as_input(Question *q, EncLeaf leaf) {
  EncExec *x = q->run->x;
  TermStore *store = x->enc.store;
  const Function *f = prog_func(x->enc.program, leaf.func);
  const Inst *inst =
      leaf.is_memory && leaf.inst ? &f->insts.at[leaf.inst] : NULL;
  if (leaf.or_as)
    return term_or(
        store,
        written(q, enc_read(x, leaf.or_as - 1, x->places.at[leaf.place])),
        valid_open(q, ENC_LEAF_LOST));
  if (!inst || inst->op != OP_HAVOC) return term_true();
  if (stores_some(x, leaf.func)) return written_in_part(q, leaf);
  Val length = prog_length(inst);
  if (val_is_none(length)) return term_true();
  Place place = x->places.at[leaf.place];
  Term to = enc_operand(x, leaf.activation, inst->ops[0]);
  Term bytes = enc_operand(x, leaf.activation, length);
  if (!to.id || !bytes.id) return valid_open(q, ENC_LEAF_LOST);
  Base a = enc_base(x, place.address), b = enc_base(x, to);
  int64_t end = a.offset - b.offset + (int64_t)place.bytes;
  if (!a.is_exact || !b.is_exact || !term_same(a.base, b.base) ||
      a.offset < b.offset)
    return valid_open(q, ENC_LEAF_LOST);
  Term reaches = term_not(
      term_ult(store, bytes, term_i64(store, end, term_width(store, bytes))));
  return term_or(store, reaches, valid_open(q, ENC_LEAF_LOST));
}

/* A function that returns a value has read it, and was asked then; but one that
 * returns a struct in registers has copied its members only, so what is a part
 * of a result is followed. */
static Term written(Question *q, Term t) {
  assert(t.id != 0);
  EncExec *x = q->run->x;
  TermStore *store = x->enc.store;
  if (!q->left) return valid_open(q, ENC_LEAF_SIZE);
  q->left--;
  TermKind kind = term_kind(store, t);
  if (kind == TERM_ITE)
    return term_ite(store, term_child(store, t, 0),
                    written(q, term_child(store, t, 1)),
                    written(q, term_child(store, t, 2)));
  if (kind == TERM_CONCAT)
    return written_halves(q, written(q, term_child(store, t, 0)),
                          written(q, term_child(store, t, 1)));
  uint32_t low, bits = term_width(store, t);
  Term result = part_of_result(x, t, &low);
  if (result.id && low + bits <= term_width(store, result))
    return written_by_call(q, result, low + bits - 1, low);
  if (kind == TERM_ZEXT || kind == TERM_SEXT || kind == TERM_EXTRACT)
    return written(q, term_child(store, t, 0));
  const EncLeaf *leaf = term_is_var(store, t) ? enc_exec_leaf(x, t) : NULL;
  if (!leaf)
    return (kind == TERM_BVOR || kind == TERM_BVAND) &&
                   is_masked_unwritten(q, t)
               ? valid_open(q, ENC_LEAF_LOST)
               : term_true();
  switch ((int)leaf->kind) {
  case ENC_LEAF_UNINIT: return term_false();
  case ENC_LEAF_LOOP:
  case ENC_LEAF_LOST: return valid_open(q, leaf->kind);
  case ENC_LEAF_EFFECT:
    return written_by_call(q, t, term_width(store, t) - 1, 0);
  case ENC_LEAF_INPUT: return written_as_input(q, *leaf);
  default: return term_true();
  }
}

/* ---- the instruction ---- */

void exec_valid(Run *run, uint32_t number) {
  require(number < run->f->insts.n);
  EncExec *x = run->x;
  TermStore *store = x->enc.store;
  Inst inst = run->f->insts.at[number];
  Question q = {.run = run, .number = number, .left = NODES_MOST};
  if (x->activations.at[run->activation].depth == 0)
    x->looks_left = ENC_LOOKS_MOST;
  q.kind = enc_kind_at(x->facts, run->func, inst.ops[0], number);
  if (inst.imm == VALID_LIVE || inst.imm == VALID_FREE ||
      inst.imm == VALID_HEAP)
    q.since = enc_since(x, run->activation, inst.ops[0]);
  Term ops[3] = {{0}};
  for (uint32_t i = 0; i < inst.n_ops && i < 3; i++)
    ops[i] = exec_operand(run, inst.ops[i]);
  Term good = TERM_NONE;
  switch ((ValidKind)inst.imm) {
  case VALID_MEMBER:
    q.is_member = x->options.memory == ENC_MEMORY_PRESUMED;
    good = valid_room(&q, ops[0], ops[1], ops[2]);
    break;
  case VALID_ACCESS:
  case VALID_WRITE: good = valid_room(&q, ops[0], ops[1], ops[2]); break;
  case VALID_LIVE: good = follow(&q, ops[0], live); break;
  case VALID_HEAP:
  case VALID_FREE: {
    q.is_heap = inst.imm == VALID_HEAP;
    uint32_t width = x->enc.program->pointer_bits;
    good = may_free(&q, ops[0], term_u64(store, 0, width));
    break;
  }
  case VALID_GONE:
    good = term_or(store, follow(&q, ops[0], gone),
                   exec_are_equal(run, ops[1], ops[0]));
    if (inst.flags & INST_AT_MOST) /* of earlier rounds nobody knows */
      good = term_and(store, good, valid_open(&q, ENC_LEAF_LOOP));
    break;
  case VALID_INIT: good = written(&q, ops[1]); break;
  case VALID_COPY:
  case VALID_WORD:
  case VALID_APPEND:
  case VALID_WIDE_COPY:
  case VALID_WIDE_APPEND:
  case VALID_PRINTED: good = texts_room(&q, &inst); break;
  case VALID_AT_RETURN:
  case VALID_AT_EXIT: good = valid_open(&q, ENC_LEAF_SIZE); break;
  }
  assert(good.id && term_is_bool(store, good));
  exec_define(
      run, number,
      term_ite(store, good, term_u64(store, 1, 1), term_u64(store, 0, 1)));
}

bool exec_goes_on(const Run *run, const Inst *end) {
  if (end->op != OP_CONDBR || !val_is_local(end->ops[0])) return false;
  const Inst *wrong = &run->f->insts.at[val_index(end->ops[0])];
  if (wrong->op == OP_EQ) return (wrong->flags & INST_AT_MOST) != 0;
  if (wrong->op != OP_XOR || !val_is_local(wrong->ops[0])) return false;
  const Inst *asked = &run->f->insts.at[val_index(wrong->ops[0])];
  return asked->op == OP_VALID &&
         (asked->imm == VALID_GONE || asked->flags & INST_AT_MOST);
}
