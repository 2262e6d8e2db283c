/* SPDX-License-Identifier: MIT
 *
 * Many rounds of a loop at once.
 *
 * Problem.  `while (x < 0x0fffffff) x++;` takes 2^28 rounds, and a loop that
 * counts an int down from an input 2^31: minutes of interpretation, although
 * what such a loop does is said in one line.
 *
 * Idea.  Now and then a run is looked at where it happens to be.  From there
 * the path is followed until it comes back to the same place: a round.  If it
 * only computes with registers, these are read as lines: the value at the start
 * of round t is a + b * t (modulo 2^width), where a is the value now and b what
 * one round adds to it.  The same path is then followed with lines instead of
 * values.  Sums and products with constants of lines are lines; a comparison of
 * lines stays what it is for some number of rounds, which is easily computed.
 * If every register that a round reads ends as the line that was assumed, and
 * no comparison changes before round k, then k rounds do nothing but add k * b:
 * the run jumps there and goes on by itself.  A loop that does one thing in
 * even rounds and another in odd ones has rounds of length two, and so on.
 *
 * The compiler tests a signed sum for overflow by the sign of (x ^ s) & (y ^
 * s).  That is no line, but its sign is known while the signs of x, y and s
 * are.
 *
 * Soundness.  The state behind a jump is exactly that of a run without: lines
 * are computed modulo 2^width, and wherever a value is read as a number (in a
 * comparison, an extension, a division), the number of rounds is limited so
 * that it does not wrap around.  tests/unit/interp/jump_test.c compares runs
 * with and without jumps.
 *
 * Cost: a few rounds' worth of instructions each time; a place where it was of
 * no use makes the next try later. */
#include "interp/interp_int.h"

enum {
  MOST_CODES = 600, /* of a round */
  MOST_INPUTS = 64, /* registers that it reads */
  MOST_PERIOD = 6,
  MOST_CALLS = 4, /* that are open at a time */
  MOST_WORDS = 1 << 16,
  FEW_ROUNDS = 16, /* are not worth a jump */
  FIRST_WAIT = 1 << 11,
  LAST_WAIT = 1 << 18,
  CALL_WAIT = 97 /* for the end of a call */
};

typedef InterpLine Line;

typedef struct Input { /* a register that a round reads first */
  uint32_t slot;
  Line line;
} Input;

typedef struct Frame {
  const Decoded *d;
  const Code *call; /* in it, to the next frame */
  uint32_t base;    /* of its registers among those written */
} Frame;

/* A walk over one round, or several. */
typedef struct Walk {
  Interp *run;
  Frame top;
  Frame callers[MOST_CALLS];
  uint32_t n_callers;
  const Code *at;
  InterpWritten *written; /* by slot; of this walk those with its number */
  uint32_t number;
  Input inputs[MOST_INPUTS];
  uint32_t n_inputs;
  bool are_lines; /* of inputs, `b` is known */
  bool failed;    /* the round is of no such kind */
  bool returned;  /* ... but the rounds of its caller may be */
  uint64_t most;  /* rounds that go the same way */
} Walk;

static uint32_t width_of(uint64_t mask) {
  return mask ? 64 - (uint32_t)__builtin_clzll(mask) : 0;
}

static int64_t as_signed(uint64_t value, uint32_t bits) {
  assert(bits >= 1 && bits <= 64);
  return (int64_t)(value << (64 - bits)) >> (64 - bits);
}

static Line line_of(uint64_t a, int64_t b, uint32_t bits) {
  assert(bits >= 1 && bits <= 64);
  return (Line){LINE, bits, a & mask_of(bits), as_signed((uint64_t)b, bits)};
}

static bool is_fixed(const Line *line) {
  return line->kind == LINE && line->b == 0;
}

static Line fail(Walk *w) {
  w->failed = true;
  return (Line){.kind = LINE_UNKNOWN, .bits = 1};
}

/* ---- registers ---- */

static Line read_slot(Walk *w, uint32_t slot, uint32_t bits) {
  assert(slot < w->top.d->n_words);
  const InterpWritten *written = &w->written[w->top.base + slot];
  if (written->walk == w->number) return written->line;
  if (w->n_callers) return fail(w);
  for (uint32_t i = 0; i < w->n_inputs; i++)
    if (w->inputs[i].slot == slot) return w->inputs[i].line;
  if (w->n_inputs == MOST_INPUTS || w->are_lines) return fail(w);
  Line line = line_of(w->run->r[slot], 0, bits);
  w->inputs[w->n_inputs++] = (Input){slot, line};
  return line;
}

static Line read(Walk *w, Operand operand, uint32_t bits) {
  if (bits < 1 || bits > 64) return fail(w);
  if (operand & 1) return line_of(w->run->pool[operand >> 1], 0, bits);
  return read_slot(w, operand >> 1, bits);
}

/* What has no value has no register, either: that is for failed walks only. */
static void write(Walk *w, uint32_t slot, Line line) {
  if (w->failed) return;
  assert(slot < w->top.d->n_words);
  w->written[w->top.base + slot] = (InterpWritten){w->number, line};
}

/* ---- how long something stays as it is ---- */

static void stop_after(Walk *w, __int128 rounds) {
  assert(rounds >= 0);
  if (rounds < w->most) w->most = (uint64_t)rounds;
}

/* value + slope * t stays in [least..most]; it is there now. */
static void stay_within(Walk *w, __int128 value, __int128 slope, __int128 least,
                        __int128 most) {
  assert(least <= value && value <= most);
  if (slope > 0) stop_after(w, (most - value) / slope);
  if (slope < 0) stop_after(w, (value - least) / -slope);
}

/* As a number now, if it does not wrap around. */
static __int128 as_number(Walk *w, const Line *line, bool is_signed) {
  __int128 size = (__int128)1 << line->bits;
  __int128 value =
      is_signed ? (__int128)as_signed(line->a, line->bits) : (__int128)line->a;
  if (line->kind != LINE) fail(w);
  stay_within(w, value, line->b, is_signed ? -size / 2 : 0,
              is_signed ? size / 2 - 1 : size - 1);
  return value;
}

/* Negative or not, and so it stays. */
static bool keep_sign(Walk *w, const Line *line) {
  __int128 value = as_signed(line->a, line->bits);
  __int128 half = (__int128)1 << (line->bits - 1);
  if (line->kind == LINE_UNKNOWN) fail(w);
  if (line->kind == LINE)
    stay_within(w, value, line->b, value < 0 ? -half : 0,
                value < 0 ? -1 : half - 1);
  return value < 0;
}

/* ---- instructions ---- */

static Line truth(bool value) {
  return line_of(value, 0, 1);
}

static Line compare_signs(Walk *w, const Code *c, const Line *x,
                          const Line *y) {
  uint64_t ones = mask_of(c->bits), zero = 0;
  const Line *known = x->kind == LINE ? x : y, *other = x == known ? y : x;
  bool strict = c->op == OP_SLT;
  if (!is_fixed(known) || (c->op != OP_SLT && c->op != OP_SLE)) return fail(w);
  bool negative = keep_sign(w, other);
  if (known == y && known->a == (strict ? zero : ones)) return truth(negative);
  if (known == x && known->a == (strict ? ones : zero)) return truth(!negative);
  return fail(w);
}

static Line compare(Walk *w, const Code *c, Line x, Line y) {
  if (x.kind != LINE || y.kind != LINE) return compare_signs(w, c, &x, &y);
  bool is_signed = c->op == OP_SLT || c->op == OP_SLE;
  __int128 slope = (__int128)x.b - y.b;
  __int128 size = (__int128)1 << c->bits;
  if (c->op == OP_EQ || c->op == OP_NE) {
    bool same = x.a == y.a;
    __int128 distance = (x.a - y.a) & mask_of(c->bits);
    slope = as_signed((uint64_t)slope, c->bits);
    if (same && slope) return fail(w);
    if (!same) stay_within(w, distance, slope, 1, size - 1);
    return truth(same == (c->op == OP_EQ));
  }
  __int128 least = c->op == OP_SLT || c->op == OP_ULT ? -1 : 0;
  __int128 distance = as_number(w, &x, is_signed) - as_number(w, &y, is_signed);
  bool holds = distance <= least;
  stay_within(w, distance, slope, holds ? -2 * size : least + 1,
              holds ? least : 2 * size);
  return truth(holds);
}

/* AND, OR, XOR of what is not fixed. */
static Line combine(Walk *w, const Code *c, Line x, Line y) {
  uint64_t mask = mask_of(c->bits);
  const Line *fixed = is_fixed(&x) ? &x : &y, *line = fixed == &x ? &y : &x;
  bool is_low = is_fixed(fixed) && !(fixed->a & (fixed->a + 1));
  if (c->op == OP_XOR && is_fixed(fixed) && fixed->a == mask &&
      line->kind == LINE)
    return line_of(~line->a, (int64_t)(0 - (uint64_t)line->b), c->bits);
  if (c->op == OP_AND && is_low && line->kind == LINE &&
      !((uint64_t)line->b & fixed->a))
    return line_of(line->a & fixed->a, 0, c->bits);
  (void)keep_sign(w, &x);
  (void)keep_sign(w, &y);
  uint64_t value = c->op == OP_AND  ? x.a & y.a
                   : c->op == OP_OR ? x.a | y.a
                                    : x.a ^ y.a;
  return (Line){LINE_SIGN, c->bits, value, 0};
}

/* x / y and x % y for a fixed y that divides what a round adds. */
static Line divide(Walk *w, const Code *c, Line x, Line y) {
  bool is_signed = c->op == OP_SDIV || c->op == OP_SREM;
  bool is_rest = c->op == OP_UREM || c->op == OP_SREM;
  if (!is_fixed(&y) || x.kind != LINE || !y.a) return fail(w);
  __int128 by = is_signed ? (__int128)as_signed(y.a, c->bits) : (__int128)y.a;
  __int128 value = as_number(w, &x, is_signed);
  if (is_signed) (void)keep_sign(w, &x);
  if (by < 0 || x.b % by) return fail(w);
  if (is_rest) return line_of((uint64_t)(value % by), 0, c->bits);
  return line_of((uint64_t)(value / by), (int64_t)(x.b / by), c->bits);
}

static Line shift(Walk *w, const Code *c, Line x, Line y) {
  if (!is_fixed(&y) || x.kind != LINE || y.a >= c->bits) return fail(w);
  if (c->op == OP_SHL)
    return line_of(x.a << y.a, (int64_t)((uint64_t)x.b << y.a), c->bits);
  if (x.b & (int64_t)(((uint64_t)1 << y.a) - 1)) return fail(w);
  __int128 value = as_number(w, &x, c->op == OP_ASHR);
  return line_of((uint64_t)(value >> y.a), x.b >> y.a, c->bits);
}

static Line multiply(Walk *w, const Code *c, Line x, Line y) {
  if (x.kind != LINE || y.kind != LINE || (x.b && y.b)) return fail(w);
  uint64_t slope = (uint64_t)x.b * y.a + (uint64_t)y.b * x.a;
  return line_of(x.a * y.a, (int64_t)slope, c->bits);
}

static Line add(Walk *w, Line x, Line y, uint32_t bits, int64_t factor) {
  if (x.kind != LINE || y.kind != LINE) return fail(w);
  uint64_t slope = (uint64_t)x.b + (uint64_t)factor * (uint64_t)y.b;
  return line_of(x.a + (uint64_t)factor * y.a, (int64_t)slope, bits);
}

/* Of another width: what is longer is read as a number. */
static Line convert(Walk *w, const Code *c, Line x) {
  uint32_t bits = width_of(c->mask);
  if (x.kind != LINE || bits == 0) return fail(w);
  if (bits > c->bits) {
    __int128 value = as_number(w, &x, c->op == OP_SEXT);
    return line_of((uint64_t)value, x.b, bits);
  }
  return line_of(x.a, x.b, bits);
}

static Line address(Walk *w, const Code *c, Line x, Line index) {
  uint32_t bits = w->run->p->pointer_bits;
  if (x.kind != LINE || index.kind != LINE) return fail(w);
  uint64_t value = (uint64_t)as_number(w, &index, true);
  uint64_t stride = (uint64_t)c->stride;
  return line_of(x.a + (uint64_t)c->imm + value * stride,
                 (int64_t)((uint64_t)x.b + (uint64_t)index.b * stride), bits);
}

/* What a round does not write is the same in each. */
static Line load(Walk *w, const Code *c) {
  Line at = read(w, c->a, w->run->p->pointer_bits);
  uint64_t value = 0;
  uint32_t hint = c->hint;
  if (!is_fixed(&at)) return fail(w);
  const uint8_t *bytes = interp_find(w->run, at.a, c->size, &hint);
  if (!bytes) return fail(w);
  memcpy(&value, bytes, c->size);
  return line_of(value & c->mask, 0, width_of(c->mask));
}

static Line compute(Walk *w, const Code *c) {
  uint32_t bits = c->bits;
  switch (c->op) {
  case OP_ADD: return add(w, read(w, c->a, bits), read(w, c->b, bits), bits, 1);
  case OP_SUB:
    return add(w, read(w, c->a, bits), read(w, c->b, bits), bits, -1);
  case OP_MUL: return multiply(w, c, read(w, c->a, bits), read(w, c->b, bits));
  case OP_AND:
  case OP_OR:
  case OP_XOR: {
    Line x = read(w, c->a, bits), y = read(w, c->b, bits);
    if (!is_fixed(&x) || !is_fixed(&y)) return combine(w, c, x, y);
    uint64_t value = c->op == OP_AND  ? x.a & y.a
                     : c->op == OP_OR ? x.a | y.a
                                      : x.a ^ y.a;
    return line_of(value, 0, bits);
  }
  case OP_EQ:
  case OP_NE:
  case OP_ULT:
  case OP_ULE:
  case OP_SLT:
  case OP_SLE: return compare(w, c, read(w, c->a, bits), read(w, c->b, bits));
  case OP_SHL:
  case OP_LSHR:
  case OP_ASHR: return shift(w, c, read(w, c->a, bits), read(w, c->b, bits));
  case OP_UDIV:
  case OP_SDIV:
  case OP_UREM:
  case OP_SREM: return divide(w, c, read(w, c->a, bits), read(w, c->b, bits));
  case CODE_MOVE:
  case OP_SEXT: return convert(w, c, read(w, c->a, bits));
  case OP_SELECT: {
    Line condition = read(w, c->a, 1);
    if (!is_fixed(&condition)) return fail(w);
    return read(w, condition.a ? c->b : c->c, width_of(c->mask));
  }
  case CODE_OFFSET:
    return address(w, c, read(w, c->a, w->run->p->pointer_bits), truth(false));
  case OP_GEP:
    return address(w, c, read(w, c->a, w->run->p->pointer_bits),
                   read(w, c->b, bits));
  case OP_LOAD: return load(w, c);
  default: return fail(w);
  }
}

/* ---- rounds ---- */

/* All phis are read before any is written. */
static void follow(Walk *w, uint32_t index) {
  const Decoded *d = w->top.d;
  const Edge *edge = &d->edges[index];
  const Move *moves = d->moves + edge->first;
  Line values[MOST_INPUTS];
  if (edge->n_moves > MOST_INPUTS) fail(w);
  for (uint32_t i = 0; i < edge->n_moves && !w->failed; i++) {
    values[i] = read(w, moves[i].src, bits_of(w->run, moves[i].phi->type));
    if (moves[i].n_words != 1) fail(w);
  }
  for (uint32_t i = 0; i < edge->n_moves && !w->failed; i++)
    write(w, moves[i].dst, values[i]);
  w->at = d->code + edge->target;
}

static void branch(Walk *w, const Code *c) {
  uint32_t hit = 0;
  if (c->op != OP_BR) {
    Line value = read(w, c->a, c->bits);
    if (!is_fixed(&value)) fail(w);
    const Arg *cases = w->top.d->args + c->more;
    if (c->op == OP_CONDBR) hit = !value.a;
    for (uint32_t i = 0; c->op == OP_SWITCH && i < c->n_more && !hit; i++)
      if (*operand_at(w->run, cases[i].at) == value.a) hit = i + 1;
  }
  follow(w, (c->op == OP_SWITCH ? (uint32_t)c->imm : c->more) + hit);
}

/* ---- calls ---- */

/* Room for the registers of one more function; what an earlier walk left there
 * has another number. */
static bool make_room(Walk *w, const Decoded *d) {
  Interp *run = w->run;
  uint32_t n = w->top.base + d->n_words;
  if (n > MOST_WORDS && w->n_callers) return false;
  while (run->lines.n < n) VEC_PUSH(run->mem, &run->lines, (InterpWritten){0});
  w->written = run->lines.at;
  return true;
}

static bool takes(const Decoded *d, const Code *call, const Arg *args) {
  if (!d || d->is_host || !d->is_ready || d->f->arity != FUNC_FIXED ||
      d->f->n_params != call->n_more || call->inst->type.id != d->f->ret.id)
    return false;
  for (uint32_t i = 0; i < call->n_more; i++)
    if (args[i].type.id != d->f->params[i].id) return false;
  return true;
}

static void enter(Walk *w, const Code *call) {
  Line values[MOST_INPUTS];
  Line to = read(w, call->a, w->run->p->pointer_bits);
  const Arg *args = w->top.d->args + call->more;
  const Decoded *d = is_fixed(&to) ? interp_callee(w->run, to.a) : NULL;
  if (!takes(d, call, args) || w->n_callers == MOST_CALLS ||
      call->n_more > MOST_INPUTS) {
    fail(w);
    return;
  }
  for (uint32_t i = 0; i < call->n_more; i++)
    values[i] = read(w, args[i].at, bits_of(w->run, args[i].type));
  w->top.call = call;
  w->callers[w->n_callers++] = w->top;
  w->top = (Frame){.d = d, .base = w->top.base + w->top.d->n_words};
  if (!make_room(w, d)) fail(w);
  for (uint32_t i = 0; i < call->n_more && !w->failed; i++)
    write(w, d->slots[1 + i], values[i]);
  w->at = d->code;
}

static void leave(Walk *w, const Code *c) {
  if (!w->n_callers) {
    w->returned = true;
    fail(w);
    return;
  }
  bool has_value = c->inst->n_ops > 0;
  Line value = has_value ? read(w, c->a, c->bits) : truth(false);
  w->top = w->callers[--w->n_callers];
  const Code *call = w->top.call;
  if (has_value != (call->inst->type.id != 0)) fail(w);
  if (has_value && !w->failed) write(w, call->dst, value);
  w->at = call + 1;
}

static void step(Walk *w) {
  const Code *c = w->at;
  switch (c->op) {
  case OP_BR:
  case OP_CONDBR:
  case OP_SWITCH: branch(w, c); return;
  case OP_CALL: enter(w, c); return;
  case OP_RET: leave(w, c); return;
  case OP_ASSUME: {
    Line condition = read(w, c->a, 1);
    if (!is_fixed(&condition) || !condition.a) fail(w);
    break;
  }
  case OP_DBG:
  case OP_DBG_ADDR:
  case CODE_USES_UNINIT: break;
  default: write(w, c->dst, compute(w, c));
  }
  w->at++;
}

/* So many rounds from where the run is; false: it does not come back. */
static bool go_round(Walk *w, uint32_t period) {
  assert(period > 0 && !w->failed);
  w->at = w->run->pc;
  w->top = (Frame){.d = VEC_LAST(&w->run->stack).d};
  w->n_callers = 0;
  w->number = ++w->run->n_walks;
  for (uint32_t steps = 0; steps < MOST_CODES && !w->failed; steps++) {
    step(w);
    bool is_back = w->at == w->run->pc && !w->n_callers;
    if (is_back && --period == 0) return !w->failed;
  }
  return false;
}

/* What the rounds added to what they read. */
static void find_slopes(Walk *w) {
  for (uint32_t i = 0; i < w->n_inputs; i++) {
    Input *in = &w->inputs[i];
    uint64_t before = in->line.a;
    Line now = read_slot(w, in->slot, in->line.bits);
    in->line = line_of(before, (int64_t)(now.a - before), in->line.bits);
  }
  w->are_lines = true;
}

/* Do all registers that are read end as the lines they were taken for? */
static bool are_confirmed(Walk *w) {
  for (uint32_t i = 0; i < w->n_inputs; i++) {
    const Line *before = &w->inputs[i].line;
    Line now = read_slot(w, w->inputs[i].slot, before->bits);
    if (now.kind != LINE || now.bits != before->bits || now.b != before->b)
      return false;
  }
  return true;
}

static bool reads_uninit(const Walk *w) {
  if (!w->top.d->uninit) return false;
  for (uint32_t i = 0; i < w->n_inputs; i++)
    if (interp_holds_uninit(w->run, w->inputs[i].slot << 1)) return true;
  return false;
}

/* Rounds of `period` from here on that can be left out; 0: none. */
static uint64_t count_rounds(Walk *w, uint32_t period) {
  w->n_inputs = 0;
  w->are_lines = w->failed = false;
  w->most = UINT64_MAX;
  if (!go_round(w, period) || reads_uninit(w)) return 0;
  find_slopes(w);
  w->most = UINT64_MAX;
  if (!go_round(w, period) || !are_confirmed(w)) return 0;
  return w->most;
}

static void add_rounds(Walk *w, uint64_t rounds) {
  for (uint32_t i = 0; i < w->n_inputs; i++) {
    const Line *line = &w->inputs[i].line;
    w->run->r[w->inputs[i].slot] =
        (line->a + rounds * (uint64_t)line->b) & mask_of(line->bits);
  }
}

/* True: the run is somewhere else now, or at its end. */
static bool jump(Walk *w) {
  Interp *run = w->run;
  uint64_t rounds = 0;
  for (uint32_t period = 1; period <= MOST_PERIOD && !rounds; period++) {
    rounds = count_rounds(w, period);
    /* Without lines it did not come back: longer rounds do not, either. */
    if (!w->are_lines) break;
  }
  if (rounds == UINT64_MAX)
    interp_end(run, INTERP_FUEL, run->pc->inst, "steps"); /* it never ends */
  else if (rounds >= FEW_ROUNDS)
    add_rounds(w, rounds);
  return rounds >= FEW_ROUNDS;
}

uint64_t interp_jump(Interp *run) {
  require(run->stack.n && !run->has_ended);
  Walk w = {.run = run, .top = {.d = VEC_LAST(&run->stack).d}};
  (void)make_room(&w, w.top.d);
  bool jumped = jump(&w);
  run->result.jumps += jumped;
  run->wait = jumped ? FIRST_WAIT : 2 * run->wait;
  if (run->wait < FIRST_WAIT) run->wait = FIRST_WAIT;
  if (run->wait > LAST_WAIT) run->wait = LAST_WAIT;
  return w.returned && run->wait < LAST_WAIT ? CALL_WAIT : run->wait;
}
