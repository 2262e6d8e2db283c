/* SPDX-License-Identifier: MIT
 *
 * The shadow of a run: beside each value that depends on an input, the term
 * that says how.
 *
 * The interpreter runs the program on plain values and reports each
 * instruction.  What no input reaches has no shadow and costs a look-up or
 * two.  Memory is shadowed byte by byte, at the addresses that the run has:
 * where an address depends on an input, other runs may go elsewhere, which is
 * found out by running them.  So are floats, values of more than 64 bits and
 * what library functions do bit by bit: they have no shadow.  Conditions of
 * branches that have one are the choices of the run; the other ways are its
 * forks. */
#include "concolic/concolic_int.h"

#include "encode/encode.h"

enum { MOST_COPIED = 4096 };

void shadow_init(Shadow *s, Mem *mem, Inputs *inputs) {
  *s = (Shadow){.mem = mem,
                .store = inputs->store,
                .program = inputs->program,
                .inputs = inputs};
  map_init(&s->overrides, mem);
  map_init(&s->counts, mem);
  map_init(&s->bytes, mem);
  map_init(&s->given_index, mem);
  map_init(&s->watched, mem);
  map_init(&s->state_parts, mem);
  map_init(&s->seen, mem);
  map_init(&s->taken, mem);
  wanted_init(&s->wanted, mem);
}

void shadow_done(Shadow *s) {
  for (uint32_t i = 0; i < s->frames.n; i++) {
    map_done(&s->frames.at[i].values);
    map_done(&s->frames.at[i].sources);
  }
  VEC_DONE(s->mem, &s->frames);
  VEC_DONE(s->mem, &s->phis);
  VEC_DONE(s->mem, &s->objects);
  VEC_DONE(s->mem, &s->choices);
  VEC_DONE(s->mem, &s->forks);
  VEC_DONE(s->mem, &s->given);
  map_done(&s->overrides);
  map_done(&s->counts);
  map_done(&s->bytes);
  map_done(&s->given_index);
  map_done(&s->watched);
  map_done(&s->state_parts);
  map_done(&s->seen);
  map_done(&s->taken);
  wanted_done(&s->wanted);
}

void shadow_start(Shadow *s, const Override *overrides, uint32_t n) {
  map_clear(&s->overrides);
  map_clear(&s->counts);
  map_clear(&s->bytes);
  map_clear(&s->given_index);
  map_clear(&s->state_parts);
  map_clear(&s->seen);
  map_clear(&s->taken);
  if (s->is_watching) wanted_start(&s->wanted, &s->watched);
  s->stale = 0;
  VEC_CLEAR(&s->phis);
  VEC_CLEAR(&s->objects);
  VEC_CLEAR(&s->choices);
  VEC_CLEAR(&s->forks);
  VEC_CLEAR(&s->given);
  s->n_frames = 0;
  s->state = 0;
  s->pending = s->returned = TERM_NONE;
  s->asked = NULL;
  s->has_returned = s->left = false;
  require(n == 0 || overrides);
  for (uint32_t i = 0; i < n; i++)
    map_put(&s->overrides, overrides[i].input, overrides[i].value);
}

/* ---- values ---- */

bool shadow_is_float(const Shadow *s, const Inst *inst) {
  return prog_type(s->program, inst->type)->kind == TYPE_FLOAT;
}

static Term shadow_of(const Shadow *s, uint32_t depth, Val val) {
  if (!val_is_local(val)) return TERM_NONE;
  return (Term){
      (uint32_t)map_get(&s->frames.at[depth].values, val_index(val), 0)};
}

/* The shadow, or the value itself. */
static Term term_of(const Shadow *s, const InterpPlace *place, Val val) {
  Term term = shadow_of(s, place->depth, val);
  if (term.id) return term;
  const Function *f = prog_func(s->program, place->func);
  uint32_t bits = prog_val_bits(s->program, f, val);
  return term_u64(s->store, interp_value(s->run, place->depth, val)[0], bits);
}

static void define(Shadow *s, uint32_t depth, uint32_t inst, Term term) {
  assert(depth < s->n_frames && inst > 0);
  Map *values = &s->frames.at[depth].values;
  uint64_t *known = map_find(values, inst);
  if (known)
    *known = term.id;
  else if (term.id)
    map_put(values, inst, term.id);
}

static Term to_bool(const Shadow *s, Term bit) {
  assert(term_width(s->store, bit) == 1);
  return term_eq(s->store, bit, term_u64(s->store, 1, 1));
}

static Term of_bool(const Shadow *s, Term truth) {
  return term_ite(s->store, truth, term_u64(s->store, 1, 1),
                  term_u64(s->store, 0, 1));
}

/* Has any operand a shadow, and are all of at most 64 bits? */
static bool is_shadowed(const Shadow *s, const InterpPlace *place) {
  const Inst *inst = place->inst;
  const Function *f = prog_func(s->program, place->func);
  bool found = false;
  for (uint32_t i = 0; i < inst->n_ops; i++) {
    found |= shadow_of(s, place->depth, inst->ops[i]).id != 0;
    if (prog_val_bits(s->program, f, inst->ops[i]) > 64) return false;
  }
  return found && prog_type(s->program, inst->type)->bits <= 64 &&
         !shadow_is_float(s, inst);
}

static Term gep(const Shadow *s, const InterpPlace *place) {
  const Inst *inst = place->inst;
  uint32_t bits = s->program->pointer_bits;
  Term at = term_add(s->store, term_of(s, place, inst->ops[0]),
                     term_i64(s->store, inst->imm, bits));
  if (inst->n_ops < 2) return at;
  Term index =
      term_resize_signed(s->store, term_of(s, place, inst->ops[1]), bits);
  Term step = term_i64(s->store, inst->stride, bits);
  return term_add(s->store, at, term_mul(s->store, index, step));
}

static Term binary(const Shadow *s, const InterpPlace *place, TermKind kind) {
  Term a = term_of(s, place, place->inst->ops[0]);
  Term b = term_of(s, place, place->inst->ops[1]);
  uint32_t width = term_width(s->store, a);
  if ((kind == TERM_SHL || kind == TERM_LSHR || kind == TERM_ASHR) &&
      width >= 5)
    b = term_bvand(s->store, b,
                   term_u64(s->store, width <= 32 ? 31 : 63, width));
  Term made = term_binary(s->store, kind, a, b);
  if (place->inst->op == OP_NE) made = term_not(made);
  return term_is_bool(s->store, made) ? of_bool(s, made) : made;
}

/* What the instruction computes; none: its shadow is lost. */
static Term computed(const Shadow *s, const InterpPlace *place) {
  const Inst *inst = place->inst;
  if (!is_shadowed(s, place)) return TERM_NONE;
  TermKind kind = enc_binary_kind(inst->op);
  if (kind != TERM_NO_KIND) return binary(s, place, kind);
  uint32_t bits = prog_type(s->program, inst->type)->bits;
  switch ((int)inst->op) {
  case OP_TRUNC:
  case OP_ZEXT:
  case OP_PTRTOINT:
  case OP_INTTOPTR:
    return term_resize_unsigned(s->store, term_of(s, place, inst->ops[0]),
                                bits);
  case OP_SEXT:
    return term_resize_signed(s->store, term_of(s, place, inst->ops[0]), bits);
  case OP_SELECT:
    return term_ite(s->store, to_bool(s, term_of(s, place, inst->ops[0])),
                    term_of(s, place, inst->ops[1]),
                    term_of(s, place, inst->ops[2]));
  case OP_GEP: return gep(s, place);
  default: return TERM_NONE;
  }
}

/* ---- memory ---- */

static void set_byte(Shadow *s, uint64_t address, Term term, uint32_t byte) {
  assert(!term.id || 8 * byte < term_width(s->store, term));
  uint64_t *known = map_find(&s->bytes, address);
  uint64_t entry = term.id ? (uint64_t)term.id << 8 | byte : 0;
  if (known)
    *known = entry;
  else if (entry)
    map_put(&s->bytes, address, entry);
}

void shadow_set_bytes(Shadow *s, uint64_t address, Term term, uint64_t n) {
  if (!term.id && s->bytes.n == 0) return;
  for (uint64_t i = 0; i < n; i++) set_byte(s, address + i, term, (uint32_t)i);
}

static Term byte_term(const Shadow *s, uint64_t entry, uint64_t value,
                      uint32_t i) {
  if (!entry) return term_u64(s->store, value >> 8 * i & 0xFF, 8);
  uint32_t byte = (uint32_t)(entry & 0xFF);
  return term_extract(s->store, (Term){(uint32_t)(entry >> 8)}, 8 * byte + 7,
                      8 * byte);
}

static Term loaded(const Shadow *s, const InterpPlace *place, uint64_t value) {
  uint64_t n = prog_store_size(s->program, place->inst->type);
  if (s->bytes.n == 0 || n > 8 || shadow_is_float(s, place->inst))
    return TERM_NONE;
  uint64_t address = interp_value(s->run, place->depth, place->inst->ops[0])[0];
  uint64_t entries[8], any = 0;
  bool whole = true;
  for (uint32_t i = 0; i < n; i++) {
    entries[i] = map_get(&s->bytes, address + i, 0);
    any |= entries[i];
    whole &= entries[i] == (entries[0] | i) && (entries[0] & 0xFF) == 0;
  }
  if (!any) return TERM_NONE;
  uint32_t bits = prog_type(s->program, place->inst->type)->bits;
  Term made = (Term){(uint32_t)(entries[0] >> 8)};
  if (!whole || term_width(s->store, made) != 8 * n) {
    made = byte_term(s, entries[0], value, 0);
    for (uint32_t i = 1; i < n; i++)
      made = term_concat(s->store, byte_term(s, entries[i], value, i), made);
  }
  return term_resize_unsigned(s->store, made, bits);
}

static void store(Shadow *s, const InterpPlace *place) {
  assert(place->inst->op == OP_STORE);
  const Inst *inst = place->inst;
  const Function *f = prog_func(s->program, place->func);
  TypeId type = prog_val_type(s->program, f, inst->ops[0]);
  uint64_t n = prog_store_size(s->program, type);
  uint64_t address = interp_value(s->run, place->depth, inst->ops[1])[0];
  Term term = shadow_of(s, place->depth, inst->ops[0]);
  if (term.id && n <= 8)
    term = term_resize_unsigned(s->store, term, 8 * (uint32_t)n);
  shadow_set_bytes(s, address, n <= 8 ? term : TERM_NONE, n);
}

static void copy(Shadow *s, const InterpPlace *place) {
  assert(place->inst->op == OP_MEMCPY);
  uint64_t entries[MOST_COPIED];
  const Inst *inst = place->inst;
  uint64_t to = interp_value(s->run, place->depth, inst->ops[0])[0];
  uint64_t from = interp_value(s->run, place->depth, inst->ops[1])[0];
  uint64_t n = interp_value(s->run, place->depth, inst->ops[2])[0];
  if (s->bytes.n == 0) return;
  if (n > MOST_COPIED) n = MOST_COPIED;
  for (uint64_t i = 0; i < n; i++) entries[i] = map_get(&s->bytes, from + i, 0);
  for (uint64_t i = 0; i < n; i++)
    set_byte(s, to + i, (Term){(uint32_t)(entries[i] >> 8)},
             (uint32_t)(entries[i] & 0xFF));
}

static void fill(Shadow *s, const InterpPlace *place) {
  assert(place->inst->op == OP_MEMSET);
  uint64_t to = interp_value(s->run, place->depth, place->inst->ops[0])[0];
  uint64_t n = interp_value(s->run, place->depth, place->inst->ops[2])[0];
  shadow_set_bytes(s, to, TERM_NONE, n < MOST_COPIED ? n : MOST_COPIED);
}

/* ---- control ---- */

/* What the choice before went to at the same branch, and whether it was the
 * first: those who dispatch are in the same state many times. */
static uint64_t history(const Shadow *s, uint64_t branch) {
  enum { FEW = 3 };
  uint64_t before = map_get(&s->taken, branch, 0);
  uint64_t times = before >> 32;
  return hash_mix(times < FEW ? times : FEW, (uint32_t)before);
}

void shadow_fork(Shadow *s, const InterpPlace *place, uint32_t inst,
                 Term condition, uint32_t direction) {
  uint32_t depth = place->depth;
  uint32_t caller = depth ? interp_caller(s->run, depth)->site : 0;
  uint64_t here = hash_mix(place->func.id, inst);
  uint64_t branch = hash_mix(here, caller), edge = hash_mix(here, direction);
  uint64_t called = hash_mix(edge, caller);
  Fork fork = {.at = s->choices.n,
               .condition = condition,
               .edge = edge,
               .called_edge = called,
               .state_edge =
                   hash_mix(hash_mix(called, s->state), history(s, branch))};
  VEC_PUSH(s->mem, &s->forks, fork);
  if (condition.id) return; /* it goes this way */
  bool is_new = !map_find(s->covered, fork.state_edge) &&
                !map_find(&s->seen, fork.state_edge);
  s->stale = is_new ? 0 : s->stale + 1;
  map_put(&s->seen, fork.state_edge, 1);
  uint64_t times = map_get(&s->taken, branch, 0) >> 32;
  map_put(&s->taken, branch, (times + 1) << 32 | direction);
}

static void branch(Shadow *s, const InterpPlace *place, uint32_t inst,
                   uint64_t value) {
  Term term = shadow_of(s, place->depth, place->inst->ops[0]);
  if (!term.id || s->choices.n >= SHADOW_MOST_CHOICES) return;
  Term truth = to_bool(s, term);
  if (!value) truth = term_not(truth);
  shadow_fork(s, place, inst, term_not(truth), value ? 1 : 0);
  shadow_fork(s, place, inst, TERM_NONE, value ? 0 : 1);
  VEC_PUSH(s->mem, &s->choices, ((Choice){truth}));
}

/* ops[i] -> blocks[i]; 0 is the default. */
static void choose(Shadow *s, const InterpPlace *place, uint32_t inst) {
  const Inst *at = place->inst;
  Term term = shadow_of(s, place->depth, at->ops[0]);
  if (!term.id || s->choices.n >= SHADOW_MOST_CHOICES) return;
  uint64_t value = interp_value(s->run, place->depth, at->ops[0])[0];
  uint32_t taken = 0;
  Term none = term_true();
  for (uint32_t i = 1; i < at->n_ops; i++) {
    uint64_t label = interp_value(s->run, place->depth, at->ops[i])[0];
    Term is = term_eq(s->store, term,
                      term_u64(s->store, label, term_width(s->store, term)));
    none = term_and(s->store, none, term_not(is));
    if (label == value) taken = i;
    if (label != value) shadow_fork(s, place, inst, is, i);
  }
  if (taken) shadow_fork(s, place, inst, none, 0);
  shadow_fork(s, place, inst, TERM_NONE, taken);
  Term same = term_eq(s->store, term,
                      term_u64(s->store, value, term_width(s->store, term)));
  VEC_PUSH(s->mem, &s->choices, ((Choice){taken ? same : none}));
}

/* Activations that began since the last report. */
static void follow_calls(Shadow *s, uint32_t depth) {
  if (s->n_frames > depth + 1) s->n_frames = depth + 1;
  while (s->n_frames <= depth) {
    uint32_t d = s->n_frames;
    if (d == s->frames.n) {
      VEC_PUSH(s->mem, &s->frames, ((ShadowFrame){0}));
      map_init(&s->frames.at[d].values, s->mem);
      map_init(&s->frames.at[d].sources, s->mem);
    }
    map_clear(&s->frames.at[d].values);
    s->frames.at[d].left_by = NULL;
    s->n_frames++;
    const Inst *call = d ? interp_caller(s->run, d) : NULL;
    const Function *f = prog_func(s->program, interp_function(s->run, d));
    if (call)
      wanted_call(call, &s->frames.at[d - 1], &s->frames.at[d], f->n_params);
    for (uint32_t i = 1; call && i < call->n_ops && i <= f->n_params; i++) {
      Term term = shadow_of(s, d - 1, call->ops[i]);
      uint32_t bits = prog_type(s->program, f->params[i - 1])->bits;
      if (term.id && term_width(s->store, term) == bits) define(s, d, i, term);
    }
  }
}

static void commit_phis(Shadow *s, uint32_t depth) {
  assert(s->phis.n == 0 || depth < s->n_frames);
  for (uint32_t i = 0; i < s->phis.n; i++)
    define(s, depth, s->phis.at[i].inst, s->phis.at[i].term);
  VEC_CLEAR(&s->phis);
}

static void phi(Shadow *s, const InterpPlace *place, uint32_t inst) {
  const Function *f = prog_func(s->program, place->func);
  const Inst *at = place->inst, *left_by = s->frames.at[place->depth].left_by;
  Term term = TERM_NONE;
  for (uint32_t i = 0; i < at->n_ops; i++)
    if (prog_terminator(f, at->blocks[i]) == left_by)
      term = shadow_of(s, place->depth, at->ops[i]);
  VEC_PUSH(s->mem, &s->phis, ((PhiValue){inst, term}));
}

/* The result of a call or an input. */
static Term arrived(Shadow *s, const Inst *inst) {
  Term term = TERM_NONE;
  if (s->asked == inst)
    term = s->pending;
  else if (inst->op == OP_CALL && s->has_returned)
    term = s->returned;
  s->asked = NULL;
  s->has_returned = false;
  if (!inst->type.id || shadow_is_float(s, inst)) return TERM_NONE;
  uint32_t bits = prog_type(s->program, inst->type)->bits;
  return term.id && term_width(s->store, term) == bits ? term : TERM_NONE;
}

static void step(Shadow *s, const InterpPlace *place, uint32_t inst,
                 const BvWord *value) {
  const Inst *at = place->inst;
  switch ((int)at->op) {
  case OP_NONDET:
  case OP_CALL: define(s, place->depth, inst, arrived(s, at)); break;
  case OP_LOAD:
    define(s, place->depth, inst, loaded(s, place, value[0]));
    break;
  case OP_STORE: store(s, place); break;
  case OP_MEMCPY: copy(s, place); break;
  case OP_MEMSET: fill(s, place); break;
  case OP_CONDBR: branch(s, place, inst, value[0]); break;
  case OP_SWITCH: choose(s, place, inst); break;
  case OP_ASSUME: {
    Term term = shadow_of(s, place->depth, at->ops[0]);
    if (term.id) VEC_PUSH(s->mem, &s->choices, ((Choice){to_bool(s, term)}));
    break;
  }
  case OP_RET:
    s->returned =
        at->n_ops ? shadow_of(s, place->depth, at->ops[0]) : TERM_NONE;
    s->has_returned = true;
    break;
  default:
    if (at->type.id) define(s, place->depth, inst, computed(s, place));
  }
}

void shadow_trace(void *context, const InterpPlace *place,
                  const BvWord *value) {
  Shadow *s = context;
  const Inst *at = place->inst;
  const Function *f = prog_func(s->program, place->func);
  uint32_t inst = (uint32_t)(at - f->insts.at);
  if (at->op == OP_DBG || at->op == OP_DBG_ADDR) return;
  if (!s->is_watching) state_find(s);
  follow_calls(s, place->depth);
  if (at->op == OP_PHI)
    phi(s, place, inst);
  else {
    commit_phis(s, place->depth);
    step(s, place, inst, value);
  }
  state_follow(s, place, inst, value);
  wanted_follow(s, place, inst, value);
  if (prog_op_has(at->op, 'T')) s->frames.at[place->depth].left_by = at;
}

void shadow_lead(Shadow *s, const InterpPlace *place) {
  const Inst *at = place->inst;
  assert(at && s->run);
  if (at->op != OP_LOAD && at->op != OP_STORE) return;
  follow_calls(s, place->depth);
  commit_phis(s, place->depth);
  Term term = shadow_of(s, place->depth, at->ops[at->op == OP_STORE]);
  const Function *f = prog_func(s->program, place->func);
  if (term.id)
    shadow_fork(s, place, (uint32_t)(at - f->insts.at),
                inputs_leads_somewhere(s->inputs, term), 1);
}

void shadow_end(Shadow *s, const InterpResult *result) {
  const Inst *at = result->inst;
  uint32_t depth = interp_depth(s->run);
  if (!at || s->n_frames <= depth) return;
  InterpPlace place = {.func = result->func, .inst = at, .depth = depth};
  const Function *f = prog_func(s->program, result->func);
  bool is_null = result->end == INTERP_TRAP &&
                 strcmp(result->text, INTERP_NULL_ACCESS) == 0;
  commit_phis(s, depth);
  if (is_null) shadow_lead(s, &place);
  if (result->end != INTERP_ASSUME) return;
  Term term = shadow_of(s, depth, at->ops[0]);
  if (term.id)
    shadow_fork(s, &place, (uint32_t)(at - f->insts.at), to_bool(s, term), 1);
}
