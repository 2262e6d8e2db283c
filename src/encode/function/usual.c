/* SPDX-License-Identifier: MIT
 *
 * What is usual: which values the members of structs, globals, parameters and
 * results of a program ever get.
 *
 * Problem.  A function by itself may be entered in any state; most of these
 * the program never makes: a member that only construction sets and never to
 * NULL, a count of bits that is checked before it is stored, a parameter for
 * which every call passes the address of a variable.
 *
 * Idea.  Induction over all writes.  Every member, global, parameter and result
 * is a slot; every store, argument and return is a flow into one
 * (usual_flow.c).  At first a slot holds nothing; what flows into it is judged
 * by what the slots hold that it is made of; repeat until nothing changes.  A
 * value that is made in another way is judged by its range where it is stored
 * (analysis/ranges.h), so by the comparisons before; a pointer by the
 * comparisons with NULL before.  Bounds that still grow after ROUNDS_MOST
 * rounds are given up.
 *
 * Where it is no proof.  Members are written by copies of memory, by functions
 * without a body and through casts as well, which are not looked at; memory
 * from calloc is zero, so zero counts as stored in every number; what is taken
 * off a number leaves it as it is usual (a count never falls below zero,
 * because whoever takes off it has added before); and a number in memory is not
 * within a half of the largest of its type, nor beyond what anything counts or
 * measures, and not below zero if all who care take it as unsigned.  So this
 * proves nothing: it says which states at entry are not worth believing
 * (scan/sites/belief.c). */
#include "encode/function/usual_int.h"
#include "encode/function/function_int.h"
#include "ir/address.h"

/* Of a value: how deep it is looked into, and at how many parts of it. */
enum { ROUNDS_MOST = 6, DEPTH_MOST = 6, PARTS_MOST = 500 };

/* Numbers below this width are counted to their end; others are not that are
 * still so many steps away. */
enum { SHORT_BITS = 32, STEPS_LOG2 = 28 };

/* Nothing is counted or measured beyond this: bytes, or seconds that have a
 * date. */
static const int64_t far_away = (int64_t)1 << 55;

static const Usual nothing = {
    .is_known = true, .least = INT64_MAX, .most = INT64_MIN};
static const Usual anything = {.is_known = true,
                               .may_be_null = true,
                               .least = INT64_MIN,
                               .most = INT64_MAX,
                               .n_values = USUAL_VALUES_MOST + 1};

/* Numbers that are made of others which are there already. */
static const Usual others = {.is_known = true,
                             .least = INT64_MAX,
                             .most = INT64_MIN,
                             .n_values = USUAL_VALUES_MOST + 1};

static Usual number(int64_t least, int64_t most) {
  return (Usual){.is_known = true,
                 .may_be_null = least <= 0 && most >= 0,
                 .least = least,
                 .most = most,
                 .n_values = least == most ? 1 : USUAL_VALUES_MOST + 1,
                 .values = {least}};
}

static void add_value(Usual *to, int64_t value) {
  uint32_t at = 0;
  if (to->n_values > USUAL_VALUES_MOST) return;
  while (at < to->n_values && to->values[at] < value) at++;
  if (at < to->n_values && to->values[at] == value) return;
  if (to->n_values < USUAL_VALUES_MOST) {
    memmove(&to->values[at + 1], &to->values[at],
            sizeof *to->values * (to->n_values - at));
    to->values[at] = value;
  }
  to->n_values++;
}

static Usual join(Usual a, Usual b) {
  assert(a.is_known && b.is_known);
  a.may_be_null |= b.may_be_null;
  if (b.least < a.least) a.least = b.least;
  if (b.most > a.most) a.most = b.most;
  if (b.n_values > USUAL_VALUES_MOST) a.n_values = b.n_values;
  for (uint32_t i = 0; i < b.n_values && b.n_values <= USUAL_VALUES_MOST; i++)
    add_value(&a, b.values[i]);
  return a;
}

Usual usual_with_zero(Usual usual) {
  bool may_be_null = usual.may_be_null;
  usual = join(usual, number(0, 0));
  usual.may_be_null = may_be_null;
  return usual;
}

/* Cut to a range. */
static Usual clipped(Usual told, int64_t least, int64_t most) {
  assert(told.is_known);
  if (least > told.least) told.least = least;
  if (most < told.most) told.most = most;
  if (told.least != told.most) return told;
  told.n_values = 1;
  told.values[0] = told.least;
  return told;
}

/* ---- what a value is made of ---- */

typedef struct Judge {
  const UsualTable *table;
  FuncId func;
  const Function *f;
  UsualKey key;              /* of the slot it flows into; 0: none */
  UsualKeys *used;           /* or NULL */
  uint32_t open[DEPTH_MOST]; /* instructions that are being judged */
  uint32_t n_open;
  uint32_t left; /* parts that may still be looked at */
} Judge;

static Usual judge(Judge *j, Val v);

/* Below zero there is, of what is unsigned, but the mark of what is not there
 * (-1), where that is stored. */
static Usual as_taken(Usual usual) {
  if (usual.is_unsigned && usual.least < -1) usual.least = 0;
  return usual;
}

static Usual slot(Judge *j, UsualKey key) {
  const UsualTable *t = j->table;
  const uint64_t *at = key ? map_find(&t->slot_of, key) : NULL;
  if (!at) return anything;
  if (j->used) VEC_PUSH(t->world.mem, j->used, key);
  Usual held = t->slots.at[*at];
  return t->world.use == USUAL_FOR_PROOF ? held : as_taken(held);
}

static Usual judge_const(const Judge *j, Val v) {
  const Program *p = j->table->world.program;
  int64_t value;
  if (prog_const_is_address(p, v)) return number(1, INT64_MAX);
  if (!prog_const_as_i64(p, v, &value)) return anything;
  return number(value, value);
}

static bool is_own_value(const Judge *j, Val v) {
  if (!val_is_local(v) || !j->key) return false;
  const Inst *inst = &j->f->insts.at[val_index(v)];
  return inst->op == OP_LOAD && usual_access(j->table, inst) == j->key;
}

static int64_t limited_sum(int64_t a, int64_t b) {
  if (b > 0 && a > INT64_MAX - b) return INT64_MAX;
  return b < 0 && a < INT64_MIN - b ? INT64_MIN : a + b;
}

/* Do all sums with the step stay within the numbers of the type?  A signed one
 * does, or is wrong. */
static bool stays(const Inst *sum, Usual from, int64_t step, uint32_t bits) {
  assert(bits > 0);
  if (sum->flags & INST_NSW) return true;
  if (bits > 64) return false;
  int64_t most = bits < 64 ? ((int64_t)1 << (bits - 1)) - 1 : INT64_MAX;
  return step > 0 ? from.most <= most - step : from.least >= -most - 1 - step;
}

/* A step up or down: numbers that are usual do not go round; for proofs, only
 * those that cannot. */
static Usual moved(const Judge *j, const Inst *sum, Usual from, int64_t step) {
  uint32_t bits = prog_type(j->table->world.program, sum->type)->bits;
  if (from.least > from.most) return nothing;
  if (j->table->world.use == USUAL_FOR_PROOF && !stays(sum, from, step, bits))
    return anything;
  int64_t least = from.least, most = from.most;
  if (least > INT64_MIN) least = limited_sum(least, step);
  if (most < INT64_MAX) most = limited_sum(most, step);
  return number(least, most);
}

/* The value as a part of another one: for proofs, the slot's own value is then
 * what the slot holds so far. */
static Usual judge_part(Judge *j, Val v) {
  UsualKey key = j->key;
  if (j->table->world.use == USUAL_FOR_PROOF) j->key = 0;
  Usual told = judge(j, v);
  j->key = key;
  return told;
}

static Usual held_so_far(const Judge *j) {
  assert(j->key != 0);
  const UsualTable *t = j->table;
  return t->slots.at[map_get(&t->slot_of, j->key, 0)];
}

/* A slot's own value with something added.  Short numbers do go round, and
 * others with no sign by large steps. */
static Usual raised(const Judge *j, const Inst *sum, int64_t step) {
  if (j->table->world.use == USUAL_FOR_BELIEF) return number(1, INT64_MAX);
  Usual held = held_so_far(j);
  if (held.least > held.most) return nothing;
  uint32_t bits = prog_type(j->table->world.program, sum->type)->bits;
  int64_t most = bits < 64 ? (int64_t)1 << (bits - 1) : INT64_MAX;
  if (bits < SHORT_BITS ||
      (!(sum->flags & INST_NSW) && step > most >> STEPS_LOG2))
    return anything;
  return number(limited_sum(held.least, step), INT64_MAX);
}

/* ... or taken off: not below zero, unless it was there before. */
static Usual lowered(Judge *j, Val by) {
  if (j->table->world.use == USUAL_FOR_BELIEF) return others;
  Usual held = held_so_far(j);
  if (held.least > held.most) return nothing;
  bool may_rise = !val_is_const(by) && judge_part(j, by).least < 0;
  return number(held.least < 0 ? held.least : 0,
                may_rise ? INT64_MAX : held.most);
}

/* Adding to a slot's own value, or taking off it; or a step from another
 * one. */
static Usual judge_sum(Judge *j, const Inst *inst) {
  const Program *p = j->table->world.program;
  int64_t step;
  bool is_constant = prog_const_as_i64(p, inst->ops[1], &step);
  if (!is_own_value(j, inst->ops[0])) {
    if (!is_constant || step == INT64_MIN) return anything;
    return moved(j, inst, judge_part(j, inst->ops[0]),
                 inst->op == OP_SUB ? -step : step);
  }
  if (inst->op == OP_SUB && is_constant && step < 0) return anything;
  if (inst->op == OP_SUB) return lowered(j, inst->ops[1]);
  if (!is_constant) return anything;
  return step > 0 ? raised(j, inst, step) : lowered(j, inst->ops[1]);
}

static Usual judge_call(Judge *j, const Inst *call) {
  const UsualWorld *w = &j->table->world;
  FuncId callee = prog_callee(w->program, call);
  if (!callee.id || prog_func(w->program, callee)->state != FUNC_DEFINED)
    return anything;
  Usual told = slot(j, usual_key(USUAL_RESULT, callee.id, 0));
  if (w->use == USUAL_FOR_BELIEF && prog_effects_is_fresh(w->effects, callee))
    told.may_be_null = false;
  return told;
}

/* That parameters are not NULL, unless something says so, is a premise of all
 * proofs. */
static Usual judge_param(Judge *j, uint32_t param) {
  const UsualWorld *w = &j->table->world;
  bool is_proof = w->use == USUAL_FOR_PROOF;
  if (is_proof && w->is_open[j->func.id]) return anything;
  Usual told = slot(j, usual_key(USUAL_PARAM, j->func.id, param));
  if (is_proof &&
      prog_type(w->program, j->f->params[param])->kind == TYPE_PTR &&
      prog_effects_param_null(w->effects, j->func, param) == EFFECT_NOT_NULL)
    told.may_be_null = false;
  return told;
}

static Usual judge_extension(Judge *j, const Inst *inst) {
  const Program *p = j->table->world.program;
  uint32_t bits = prog_val_bits(p, j->f, inst->ops[0]);
  Usual inner = judge_part(j, inst->ops[0]);
  if (inst->op == OP_SEXT || inner.least >= 0) return inner;
  return bits < 63 ? number(0, ((int64_t)1 << bits) - 1) : anything;
}

static Usual judge_narrowing(Judge *j, const Inst *inst) {
  uint32_t bits = prog_type(j->table->world.program, inst->type)->bits;
  Usual inner = judge_part(j, inst->ops[0]);
  int64_t most = bits < 64 ? ((int64_t)1 << (bits - 1)) - 1 : INT64_MAX;
  return inner.least >= -most - 1 && inner.most <= most ? inner : anything;
}

static Usual judge_made(Judge *j, const Inst *inst) {
  Usual all = nothing;
  switch ((int)inst->op) {
  case OP_ALLOCA:
  case OP_ALLOC: return number(1, INT64_MAX);
  case OP_VA_AREA:
    return j->table->world.use == USUAL_FOR_PROOF ? number(1, INT64_MAX)
                                                  : anything;
  case OP_LOAD: return slot(j, usual_access(j->table, inst));
  case OP_PARAM: return judge_param(j, (uint32_t)inst->imm);
  case OP_CALL: return judge_call(j, inst);
  case OP_GEP: return judge(j, prog_address_root(j->f, inst->ops[0]));
  case OP_BITCAST: return judge(j, inst->ops[0]);
  case OP_ZEXT:
  case OP_SEXT: return judge_extension(j, inst);
  case OP_TRUNC: return judge_narrowing(j, inst);
  case OP_ADD:
  case OP_SUB: return judge_sum(j, inst);
  case OP_SELECT:
  case OP_PHI:
    for (uint32_t k = inst->op == OP_SELECT; k < inst->n_ops; k++)
      all = join(all, judge(j, inst->ops[k]));
    return all;
  default: return anything;
  }
}

/* A pointer that goes round a loop is none if what enters it is none. */
static Usual judge_again(const Judge *j, const Inst *inst) {
  const UsualWorld *w = &j->table->world;
  Usual told = anything;
  if (w->use == USUAL_FOR_PROOF &&
      prog_type(w->program, inst->type)->kind == TYPE_PTR)
    told.may_be_null = false;
  return told;
}

static Usual judge(Judge *j, Val v) {
  if (val_is_const(v)) return judge_const(j, v);
  if (is_own_value(j, v)) return nothing;
  const Inst *inst = &j->f->insts.at[val_index(v)];
  for (uint32_t i = 0; i < j->n_open; i++)
    if (j->open[i] == val_index(v)) return judge_again(j, inst);
  if (j->n_open == DEPTH_MOST || !j->left) return anything;
  j->left--;
  j->open[j->n_open++] = val_index(v);
  Usual told = judge_made(j, inst);
  j->n_open--;
  return told;
}

Usual usual_value(const UsualTable *t, FuncId func, Val value,
                  UsualKeys *used) {
  Judge j = {.table = t,
             .func = func,
             .f = prog_func(t->world.program, func),
             .used = used,
             .left = PARTS_MOST};
  return judge(&j, value);
}

/* ---- rounds ---- */

static Usual judge_flow(const UsualTable *t, const UsualFlow *flow) {
  Judge j = {
      .table = t, .func = flow->func, .key = flow->key, .left = PARTS_MOST};
  Usual told = anything;
  if (flow->func.id) {
    j.f = prog_func(t->world.program, flow->func);
    told = judge(&j, flow->value);
  }
  if (flow->is_shown) told.may_be_null = false;
  told = clipped(told, flow->range.smin, flow->range.smax);
  if (!flow->func.id && !flow->is_shown)
    told.may_be_null = flow->range.smin <= 0 && flow->range.smax >= 0;
  return told;
}

static bool same(Usual a, Usual b) {
  return a.may_be_null == b.may_be_null && a.least == b.least &&
         a.most == b.most && a.n_values == b.n_values;
}

static bool one_round(UsualTable *t, bool is_last) {
  bool changed = false;
  for (uint32_t i = 0; i < t->flows.n; i++) {
    const UsualFlow *flow = &t->flows.at[i];
    Usual told = judge_flow(t, flow);
    Usual *held = &t->slots.at[map_get(&t->slot_of, flow->key, 0)];
    Usual both = join(*held, told);
    if (same(both, *held)) continue;
    if (is_last && both.least < held->least) both.least = INT64_MIN;
    if (is_last && both.most > held->most) both.most = INT64_MAX;
    *held = both;
    changed = true;
  }
  return changed;
}

UsualTable *usual_new(const UsualWorld *world) {
  require(world->effects && world->class_of && world->global_leaks);
  UsualTable *t = MEM_NEW(world->mem, UsualTable);
  t->world = *world;
  map_init(&t->slot_of, world->mem);
  map_init(&t->sign_of, world->mem);
  map_init(&t->made, world->mem);
  map_init(&t->opened, world->mem);
  usual_collect(t);
  for (uint32_t i = 0; i < t->flows.n; i++) {
    UsualKey key = t->flows.at[i].key;
    const uint64_t *at = map_find(&t->slot_of, key);
    if (!at) {
      Usual first = nothing;
      uint64_t how = map_get(&t->sign_of, key, 0);
      first.is_unsigned =
          (how & (USUAL_SIGNED | USUAL_UNSIGNED)) == USUAL_UNSIGNED;
      first.may_be_null = world->use == USUAL_FOR_PROOF && how & USUAL_TESTED;
      at = map_put(&t->slot_of, key, t->slots.n);
      VEC_PUSH(world->mem, &t->slots, first);
    }
    if (t->slots.at[*at].flows < USUAL_FLOWS_MOST)
      t->slots.at[*at].flows += t->flows.at[i].is_counted;
    t->slots.at[*at].is_pointer |= t->flows.at[i].is_pointer;
  }
  assert(t->slots.n <= t->flows.n);
  for (uint32_t round = 1; one_round(t, round >= ROUNDS_MOST); round++)
    continue;
  return t;
}

void usual_free(UsualTable *t) {
  Mem *mem = t->world.mem;
  map_done(&t->slot_of);
  map_done(&t->sign_of);
  map_done(&t->made);
  map_done(&t->opened);
  VEC_DONE(mem, &t->slots);
  VEC_DONE(mem, &t->flows);
  MEM_DELETE(mem, t);
}

Usual usual_of(const UsualTable *t, UsualKey key) {
  const uint64_t *at = key ? map_find(&t->slot_of, key) : NULL;
  return at ? t->slots.at[*at] : (Usual){.is_known = false};
}

bool usual_is_made(const UsualTable *t, uint32_t class) {
  return map_find(&t->made, class) != NULL;
}

/* ---- for those who ask about formulas ---- */

static UsualKey leaf_key(const EncExec *x, const EncLeaf *leaf) {
  switch ((int)leaf->kind) {
  case ENC_LEAF_PARAM:
    return x->options.params == ENC_PARAMS_ANY
               ? 0
               : usual_key(USUAL_PARAM,
                           prog_rolled(x->enc.program, leaf->func).id,
                           leaf->inst - 1);
  case ENC_LEAF_CONTEXT:
  case ENC_LEAF_EXTERN:
  case ENC_LEAF_INDIRECT:
    return leaf->is_memory ? enc_place_slot(x, &x->places.at[leaf->place]) : 0;
  default: return 0;
  }
}

/* A counter in memory is not near its end. */
static Usual within(Usual usual, uint32_t bits) {
  assert(usual.is_known && bits <= 64);
  int64_t far = bits < 32 ? INT64_MAX : (int64_t)1 << (bits - 2);
  if (far > far_away && bits >= 32) far = far_away;
  usual = as_taken(usual);
  if (usual.least < -far) usual.least = -far;
  if (usual.most > far) usual.most = far;
  return usual;
}

/* What calls pass: not what nobody counts or measures, unless one shows it. */
static Usual as_passed(Usual usual) {
  assert(usual.is_known);
  if (usual.least == INT64_MIN) usual.least = -far_away;
  if (usual.most == INT64_MAX) usual.most = far_away;
  return usual;
}

Term enc_exec_usual(EncExec *x, const EncLeaf *leaf) {
  assert(leaf->var.id != 0);
  TermStore *store = x->enc.store;
  Usual usual = usual_of(x->facts->usual, leaf_key(x, leaf));
  int64_t from, to;
  bool is_answer = enc_answer(x, leaf, &from, &to);
  if (is_answer) usual = number(from, to);
  if (!usual.is_known && leaf->kind != ENC_LEAF_CONTEXT) return term_true();
  if (!usual.is_known) usual = anything;
  uint32_t bits = term_width(store, leaf->var);
  if (bits > 64) return term_true();
  if (leaf->is_pointer)
    return usual.may_be_null
               ? term_true()
               : term_not(term_eq(store, leaf->var, term_u64(store, 0, bits)));
  int64_t most = bits < 64 ? ((int64_t)1 << (bits - 1)) - 1 : INT64_MAX;
  Term inside = term_true();
  if (leaf->kind == ENC_LEAF_PARAM)
    usual = as_passed(usual);
  else if (!is_answer)
    usual = within(join(usual, number(0, 0)), bits);
  if (usual.least > -most - 1)
    inside = term_not(
        term_slt(store, leaf->var, term_i64(store, usual.least, bits)));
  if (usual.most < most)
    inside =
        term_and(store, inside,
                 term_not(term_slt(store, term_i64(store, usual.most, bits),
                                   leaf->var)));
  return inside;
}

/* Sums and products of few such numbers do not go round, nor do wide ones that
 * are cut to 32 bits. */
enum { NEAR_BITS = 20, NEAR_BITS_WIDE = 30, NEAR_LENGTH = 1023 };

Term enc_exec_is_near(EncExec *x, const EncLeaf *leaf) {
  TermStore *store = x->enc.store;
  uint32_t bits =
      term_is_bool(store, leaf->var) ? 1 : term_width(store, leaf->var);
  if (leaf->is_length)
    return term_not(
        term_ult(store, term_u64(store, NEAR_LENGTH, bits), leaf->var));
  if (leaf->kind == ENC_LEAF_LOOP && !leaf->is_pointer && bits >= 32)
    return term_ult(store, leaf->var,
                    term_u64(store, (uint64_t)1 << NEAR_BITS, bits));
  bool is_outside =
      (leaf->kind == ENC_LEAF_INPUT && leaf->is_memory) ||
      leaf->kind == ENC_LEAF_PARAM || leaf->kind == ENC_LEAF_CONTEXT ||
      leaf->kind == ENC_LEAF_EXTERN || leaf->kind == ENC_LEAF_INDIRECT;
  if (!is_outside || leaf->is_pointer || bits < 32 || bits > 64)
    return term_true();
  int64_t most = (int64_t)1 << (bits < 64 ? NEAR_BITS : NEAR_BITS_WIDE);
  Usual usual = usual_of(x->facts->usual, leaf_key(x, leaf));
  int64_t least = usual.is_known && usual.is_unsigned ? -1 : -most;
  Term above = term_slt(store, leaf->var, term_i64(store, least, bits));
  Term below = term_slt(store, term_i64(store, most, bits), leaf->var);
  return term_and(store, term_not(above), term_not(below));
}

static unsigned table_hash(const UsualTable *t, UsualKey key, unsigned seed) {
  Usual u = usual_of(t, key);
  unsigned flags = u.is_known | (unsigned)u.may_be_null << 1 |
                   (unsigned)u.is_unsigned << 2 | u.flows << 3;
  uint64_t h = hash_mix(seed, flags);
  for (uint32_t i = 0; i < u.n_values && u.n_values <= USUAL_VALUES_MOST; i++)
    h = hash_mix(h, (uint64_t)u.values[i]);
  return (unsigned)hash_mix(hash_mix(h, (uint64_t)u.least), (uint64_t)u.most);
}

static unsigned usual_hash(const EncFacts *facts, UsualKey key, unsigned seed) {
  seed = (unsigned)hash_mix(table_hash(facts->usual, key, seed),
                            enc_enum_hash(facts, key));
  return facts->kept ? table_hash(facts->kept, key, seed) : seed;
}

unsigned enc_facts_usual(const EncFacts *facts, TypeId type, uint64_t member) {
  require(type.id < facts->program->types.n);
  uint32_t class =
      type.id < facts->structs.n ? facts->structs.class_of[type.id] : 0;
  if (!class || member >= 1u << 24) return 0;
  UsualKey key = usual_key(USUAL_MEMBER, class, (uint32_t)member);
  Text words; /* also by its name, which results tell */
  text_init(&words, facts->mem);
  if (enc_kept_in(facts, key).is_known) enc_put_slot(&words, facts, key);
  unsigned seed = (unsigned)hash_bytes(text_get(&words), words.n);
  text_done(&words);
  return usual_hash(facts, key, seed);
}

unsigned enc_facts_usual_global(const EncFacts *facts, GlobalId global) {
  require(global.id < facts->program->globals.n);
  return usual_hash(facts, usual_key(USUAL_GLOBAL, global.id, 0), 0);
}

unsigned enc_facts_usual_function(const EncFacts *facts, FuncId func) {
  require(func.id < facts->program->funcs.n);
  unsigned all = 0;
  for (uint32_t i = 0; i < prog_func(facts->program, func)->n_params; i++)
    all = usual_hash(facts, usual_key(USUAL_PARAM, func.id, i), all);
  return all;
}

unsigned enc_facts_usual_result(const EncFacts *facts, FuncId func) {
  require(func.id < facts->program->funcs.n);
  return usual_hash(facts, usual_key(USUAL_RESULT, func.id, 0), 0);
}
