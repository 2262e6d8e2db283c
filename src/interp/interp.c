/* SPDX-License-Identifier: MIT
 *
 * The interpreter's loop, calls, and the instructions that touch memory.
 *
 * `run_burst` executes decoded code until the run ends or its steps are used
 * up.  Frequent instructions on values of at most 64 bits are done in place;
 * all others by `run_slow`, which may change the activation (calls, returns)
 * and so leaves the next code in run->pc and the registers in run->r.  C's own
 * stack is not used for calls of the program, so its depth is only a number.
 *
 * Registers need not be cleared: a valid program defines before it uses.
 *
 * Chains: the chain of call sites s1 .. sn is the polynomial hash
 * sum m(si) K^(n-i).  Appending an inlined context (a fixed list of sites) to
 * the chain of an activation is one multiplication and one addition, and the
 * result does not depend on where the boundary lies. */
#include "interp/interp.h"
#include "interp/interp_int.h"

/* A tick is some 100 microseconds elsewhere. */
enum {
  DEFAULT_DEPTH = 100000,
  BURST = 1 << 16,
  BURST_TICKS = 8,
  FIRST_WAIT = 1 << 11 /* steps before the first jump */
};
static const uint64_t default_bytes = (uint64_t)1 << 30;
static const uint64_t chain_factor = 0x9e3779b97f4a7c15u;

/* ---- ends and places ---- */

bool interp_end(Interp *run, InterpEnd end, const Inst *inst,
                const char *text) {
  assert(end < INTERP_END_COUNT && text);
  if (run->has_ended) return false;
  run->has_ended = true;
  run->result.end = end;
  run->result.inst = inst;
  run->result.loc = inst ? inst->loc : (LocId){0};
  run->result.text = text;
  if (run->stack.n) run->result.func = VEC_LAST(&run->stack).d->id;
  return false;
}

InterpPlace interp_place(const Interp *run, const Inst *inst) {
  InterpPlace place = {.inst = inst, .depth = interp_depth(run)};
  if (!run->stack.n) return place;
  const Activation *top = &VEC_LAST(&run->stack);
  place.func = top->d->id;
  place.chain = top->chain;
  if (inst) {
    assert(inst->context < run->p->contexts.n);
    place.site = inst->site;
    place.chain = top->chain * run->context_power[inst->context] +
                  run->context_hash[inst->context];
  }
  return place;
}

static uint64_t site_hash(uint32_t site) {
  return hash_mix(chain_factor, site);
}

uint64_t interp_chain_push(uint64_t chain, uint32_t site) {
  return chain * chain_factor + site_hash(site);
}

uint64_t interp_chain(const Program *p, uint32_t context) {
  uint64_t sum = 0, power = 1;
  require(context < p->contexts.n);
  for (uint32_t c = context; c; c = p->contexts.at[c].parent) {
    sum += site_hash(p->contexts.at[c].site) * power;
    power *= chain_factor;
  }
  return sum;
}

bool interp_fresh(Interp *run, const Inst *inst, uint32_t bits, BvWord *value) {
  InterpPlace place = interp_place(run, inst);
  if (!run->inputs.next(run->inputs.ctx, &place, bits, value))
    return interp_end(run, INTERP_NO_INPUT, inst, "");
  assert(has_no_more_bits(value, bits));
  return true;
}

void interp_report(Interp *run, const Code *code) {
  const Inst *inst = code->inst;
  const uint64_t *value = NULL;
  assert(run->options.trace);
  if (inst->op == OP_DBG || inst->op == OP_DBG_ADDR || inst->op == OP_STORE ||
      inst->op == OP_CONDBR || (inst->op == OP_RET && inst->n_ops))
    value = operand_at(run, code->a);
  else if (inst->type.id)
    value = run->r + code->dst;
  InterpPlace place = interp_place(run, inst);
  place.run = run;
  run->options.trace(run->options.trace_ctx, &place, value);
}

/* ---- branches ---- */

/* Phis take their values all at once: read everything, then write. */
static void move_all(Interp *run, const Move *moves, uint32_t n) {
  uint32_t at = 0;
  VEC_CLEAR(&run->scratch);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = 0; k < moves[i].n_words; k++)
      VEC_PUSH(run->mem, &run->scratch, operand_at(run, moves[i].src)[k]);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = 0; k < moves[i].n_words; k++)
      run->r[moves[i].dst + k] = run->scratch.at[at++];
  assert(at == run->scratch.n);
}

static Code *follow(Interp *run, uint32_t index) {
  const Decoded *d = VEC_LAST(&run->stack).d;
  const Edge *edge = &d->edges[index];
  const Move *moves = d->moves + edge->first;
  assert(run->r == run->words.at + VEC_LAST(&run->stack).base);
  if (d->uninit && edge->n_moves)
    interp_move_uninit(run, d, moves, edge->n_moves);
  if (run->options.looks) interp_look_moves(run, moves, edge->n_moves);
  if (edge->n_moves == 1 && moves->n_words == 1)
    run->r[moves->dst] = *operand_at(run, moves->src);
  else if (edge->n_moves)
    move_all(run, moves, edge->n_moves);
  for (uint32_t i = 0; run->options.trace && i < edge->n_moves; i++) {
    InterpPlace place = interp_place(run, moves[i].phi);
    place.run = run;
    run->options.trace(run->options.trace_ctx, &place, run->r + moves[i].dst);
  }
  return d->code + edge->target;
}

static Code *follow_switch(Interp *run, const Code *code) {
  const Arg *cases = VEC_LAST(&run->stack).d->args + code->more;
  const uint64_t *value = operand_at(run, code->a);
  size_t bytes = 8 * BV_WORDS(code->bits);
  uint32_t hit = 0;
  for (uint32_t i = 0; i < code->n_more && !hit; i++)
    if (memcmp(operand_at(run, cases[i].at), value, bytes) == 0) hit = i + 1;
  assert(hit < code->inst->n_blocks);
  return follow(run, (uint32_t)code->imm + hit);
}

/* ---- memory ---- */

static bool load_wide(Interp *run, const Code *code) {
  uint64_t *to = run->r + code->dst;
  uint32_t bits = bits_of(run, code->inst->type), n = BV_WORDS(bits);
  assert(bits > 64 && code->size <= 8 * n);
  to[n - 1] = 0;
  if (!interp_load(run, code->inst, *operand_at(run, code->a), (uint8_t *)to,
                   code->size))
    return false;
  if (bits % 64) to[n - 1] &= mask_of(bits % 64);
  return true;
}

/* An access of at most 8 bytes that the hint did not catch. */
static bool load_slow(Interp *run, Code *code, uint64_t address,
                      uint64_t *value) {
  const uint8_t *at = interp_find(run, address, code->size, &code->hint);
  assert(code->size <= sizeof *value);
  *value = 0;
  if (at)
    memcpy(value, at, code->size);
  else if (!interp_load(run, code->inst, address, (uint8_t *)value, code->size))
    return false;
  *value &= code->mask;
  return true;
}

static bool store_slow(Interp *run, Code *code, uint64_t address,
                       uint64_t value) {
  if (!interp_store(run, code->inst, address, (const uint8_t *)&value,
                    code->size))
    return false;
  interp_find(run, address, code->size, &code->hint);
  return true;
}

static void fill_object(Interp *run, const Inst *inst, uint32_t id) {
  const Object *o = &run->memory.objects.at[id];
  InterpPlace place = interp_place(run, inst);
  assert(id && !o->is_dead && !o->fresh);
  place.address = o->start;
  if (o->size) run->inputs.fill(run->inputs.ctx, &place, o->bytes, o->size);
  interp_object_is_fresh(run, id);
}

/* ALLOCA and ALLOC. */
static bool allocate(Interp *run, const Code *code) {
  const Inst *inst = code->inst;
  bool heap = inst->op == OP_ALLOC;
  uint64_t size = heap ? *operand_at(run, code->a) : (uint64_t)inst->imm;
  uint64_t count = !heap && inst->n_ops ? *operand_at(run, code->a) : 1;
  if (__builtin_mul_overflow(size, count, &size)) size = UINT64_MAX / 2;
  uint32_t align = inst->aux.id ? prog_type(run->p, inst->aux)->align : 1;
  uint64_t address;
  uint32_t id = interp_object_new(run, inst, heap ? SEG_HEAP : SEG_STACK, size,
                                  align > 16 ? align : 16, &address);
  if (!id) return false;
  fill_object(run, inst, id);
  run->r[code->dst] = address;
  return true;
}

static uint8_t *bounce(Interp *run, uint64_t n) {
  if (n > UINT32_MAX / 2) return NULL;
  VEC_RESERVE(run->mem, &run->bounce, (uint32_t)n + 1);
  return run->bounce.at;
}

static bool copy_memory(Interp *run, const Code *code) {
  uint64_t to = *operand_at(run, code->a), from = *operand_at(run, code->b);
  uint64_t n = interp_copy_length(run, code);
  uint8_t *bytes = bounce(run, n);
  if (!bytes) return interp_end(run, INTERP_FUEL, code->inst, INTERP_NO_MEMORY);
  return interp_copy(run, code->inst, to, from, bytes, n);
}

static bool set_memory(Interp *run, const Code *code) {
  uint64_t n = *operand_at(run, code->c);
  uint8_t *bytes = bounce(run, n);
  if (!bytes) return interp_end(run, INTERP_FUEL, code->inst, INTERP_NO_MEMORY);
  memset(bytes, (int)*operand_at(run, code->b), n);
  return interp_store(run, code->inst, *operand_at(run, code->a), bytes, n);
}

static bool havoc_memory(Interp *run, const Code *code) {
  uint64_t at = *operand_at(run, code->a), n;
  if (code->inst->n_ops == 2) {
    n = *operand_at(run, code->b);
  } else {
    n = interp_rest(run, code->inst, at);
    if (run->has_ended) return false;
  }
  uint8_t *bytes = bounce(run, n);
  if (!bytes) return interp_end(run, INTERP_FUEL, code->inst, INTERP_NO_MEMORY);
  InterpPlace place = interp_place(run, code->inst);
  if (n) run->inputs.fill(run->inputs.ctx, &place, bytes, n);
  return interp_store(run, code->inst, at, bytes, n);
}

/* ---- the loop ---- */

static bool end_by(Interp *run, const Inst *inst) {
  const char *name = inst->name == UINT32_MAX
                         ? prog_op_name(inst->op)
                         : names_text(&run->p->names, inst->name);
  if (inst->op == OP_ERROR) {
    require((uint64_t)inst->imm < run->p->errors.n);
    run->result.error = (uint32_t)inst->imm;
  }
  return interp_end(run,
                    inst->op == OP_STOP    ? INTERP_STOP
                    : inst->op == OP_ERROR ? INTERP_ERROR
                                           : INTERP_UNSUPPORTED,
                    inst, inst->op == OP_ERROR ? "" : name);
}

/* All that is not done in run_burst; false when the run ended. */
static bool run_slow(Interp *run, Code *code) {
  run->pc = code + 1;
  switch (code->op) {
  case CODE_WIDE:
    if (code->inst->op != OP_SWITCH) return interp_wide(run, code);
    run->pc = follow_switch(run, code);
    return true;
  case CODE_POINTER: return interp_point(run, code);
  case CODE_USES_UNINIT:
    run->result.used_fresh |= interp_holds_uninit(run, code->a);
    return true;
  case CODE_LOOK:
    interp_look(run, code->is_behind ? code - 1 : code + 1);
    return true;
  case CODE_FLOAT: return interp_float(run, code);
  case CODE_LOAD_WIDE: return load_wide(run, code);
  case CODE_STORE_WIDE:
    return interp_store(run, code->inst, *operand_at(run, code->b),
                        (const uint8_t *)operand_at(run, code->a), code->size);
  case OP_NONDET:
    if (VEC_LAST(&run->stack).d->uninit && interp_is_uninit(code->inst))
      interp_set_uninit(run, code->dst, true);
    return interp_fresh(run, code->inst, bits_of(run, code->inst->type),
                        run->r + code->dst);
  case OP_ALLOCA:
  case OP_ALLOC: return allocate(run, code);
  case OP_FREE:
    return interp_free_heap(run, code->inst, *operand_at(run, code->a));
  case OP_BEGIN:
    interp_begin_lifetime(run, *operand_at(run, code->a));
    return true;
  case OP_END: interp_end_lifetime(run, *operand_at(run, code->a)); return true;
  case OP_VALID: run->r[code->dst] = interp_valid(run, code); return true;
  case OP_MEMCPY: return copy_memory(run, code);
  case OP_MEMSET: return set_memory(run, code);
  case OP_HAVOC: return havoc_memory(run, code);
  case OP_CALL: return interp_call(run, code);
  case OP_RET: return interp_return_from(run, code);
  case OP_VA_AREA:
    run->r[code->dst] = VEC_LAST(&run->stack).va_area;
    return true;
  case OP_ASSUME:
    return *operand_at(run, code->a) ||
           interp_end(run, INTERP_ASSUME, code->inst, "");
  case OP_DBG:
  case OP_DBG_ADDR: return true;
  case OP_STOP:
  case OP_ERROR:
  case OP_UNSUPPORTED: return end_by(run, code->inst);
  default: unreachable_case();
  }
}

/* The value of `bits` <= 64 bits as a number. */
static inline int64_t sx(uint64_t value, uint32_t bits) {
  assert(bits >= 1 && bits <= 64);
  return (int64_t)(value << (64 - bits)) >> (64 - bits);
}

/* Division; false for a trap.  docs/SEMANTICS.md, "Instructions". */
static inline bool divide(const Code *c, uint64_t a, uint64_t b,
                          uint64_t *value) {
  if (b == 0) return false;
  if (c->op == OP_UDIV || c->op == OP_UREM) {
    *value = c->op == OP_UDIV ? a / b : a % b;
    return true;
  }
  int64_t x = sx(a, c->bits), y = sx(b, c->bits);
  if (y == -1 && x == sx((uint64_t)1 << (c->bits - 1), c->bits)) return false;
  *value = (uint64_t)(c->op == OP_SDIV ? x / y : x % y) & c->mask;
  return true;
}

static inline uint64_t shift(const Code *c, uint64_t a, uint64_t b) {
  uint32_t amount = (uint32_t)b & (c->bits <= 32 ? 31 : 63);
  bool over = amount >= c->bits;
  if (c->op == OP_SHL) return over ? 0 : (a << amount) & c->mask;
  if (c->op == OP_LSHR) return over ? 0 : a >> amount;
  return (uint64_t)(sx(a, c->bits) >> (over ? 63 : amount)) & c->mask;
}

/* Where the bytes lie, if the object met last time still holds them; a hint
 * may even stem from an earlier run. */
static inline uint8_t *hinted(const Interp *run, const Code *c,
                              uint64_t address) {
  if (c->hint >= run->memory.objects.n) return NULL;
  const Object *o = &run->memory.objects.at[c->hint];
  uint64_t offset = address - o->start;
  bool held = offset < o->size && c->size <= o->size - offset &&
              !(c->op == OP_STORE && o->is_constant);
  return held ? o->bytes + offset : NULL;
}

static inline bool load(Interp *run, Code *c, uint64_t address,
                        uint64_t *value) {
  const uint8_t *at = hinted(run, c, address);
  if (!at) return load_slow(run, c, address, value);
  uint64_t got = 0;
  switch (c->size) {
  case 1: got = *at; break;
  case 4: memcpy(&got, at, 4); break;
  case 8: memcpy(&got, at, 8); break;
  default: memcpy(&got, at, c->size);
  }
  *value = got & c->mask;
  return true;
}

static inline bool store(Interp *run, Code *c, uint64_t value,
                         uint64_t address) {
  uint8_t *at = hinted(run, c, address);
  if (!at) return store_slow(run, c, address, value);
  switch (c->size) {
  case 1: *at = (uint8_t)value; break;
  case 4: memcpy(at, &value, 4); break;
  case 8: memcpy(at, &value, 8); break;
  default: memcpy(at, &value, c->size);
  }
  return true;
}

#define A     base[c->a & 1][c->a >> 1]
#define B     base[c->b & 1][c->b >> 1]
#define C     base[c->c & 1][c->c >> 1]
#define D     base[0][c->dst]
#define SX(x) sx(x, c->bits)

/* Executes at most `steps` instructions from run->pc on. */
static uint64_t run_burst(Interp *run, uint64_t steps) {
  uint64_t left = steps, address_mask = run->memory.pointer_mask;
  uint64_t *base[2] = {run->r, run->pool};
  InterpTrace *traced = run->options.trace;
  Code *c = run->pc;
  for (; left; left--) {
    switch (c->op) {
    case OP_ADD: D = (A + B) & c->mask; break;
    case OP_SUB: D = (A - B) & c->mask; break;
    case OP_MUL: D = (A * B) & c->mask; break;
    case OP_AND: D = A & B; break;
    case OP_OR: D = A | B; break;
    case OP_XOR: D = A ^ B; break;
    case OP_EQ: D = A == B; break;
    case OP_NE: D = A != B; break;
    case OP_ULT: D = A < B; break;
    case OP_ULE: D = A <= B; break;
    case OP_SLT: D = SX(A) < SX(B); break;
    case OP_SLE: D = SX(A) <= SX(B); break;
    case OP_SHL:
    case OP_LSHR:
    case OP_ASHR: D = shift(c, A, B); break;
    case OP_UDIV:
    case OP_SDIV:
    case OP_UREM:
    case OP_SREM:
      if (!divide(c, A, B, &D)) {
        interp_end(run, INTERP_TRAP, c->inst, INTERP_BAD_DIVISION);
        return steps - left + 1;
      }
      break;
    case CODE_MOVE: D = A & c->mask; break;
    case OP_SEXT: D = (uint64_t)SX(A) & c->mask; break;
    case OP_SELECT: D = A ? B : C; break;
    case CODE_OFFSET: D = (A + (uint64_t)c->imm) & address_mask; break;
    case OP_GEP:
      D = (A + (uint64_t)c->imm + (uint64_t)SX(B) * (uint64_t)c->stride) &
          address_mask;
      break;
    case OP_LOAD:
      if (!load(run, c, A, &D)) return steps - left + 1;
      break;
    case OP_STORE:
      if (!store(run, c, A, B)) return steps - left + 1;
      break;
    case OP_BR:
      if (traced) interp_report(run, c);
      run->pc = c;
      c = follow(run, c->more);
      if (c == run->pc) { /* it never ends */
        interp_end(run, INTERP_FUEL, c->inst, "steps");
        return steps - left + 1;
      }
      continue;
    case OP_CONDBR:
      if (traced) interp_report(run, c);
      c = follow(run, c->more + !A);
      continue;
    case OP_SWITCH:
      if (traced) interp_report(run, c);
      c = follow_switch(run, c);
      continue;
    default:
      if (traced && c->op == OP_RET) interp_report(run, c);
      if (!run_slow(run, c)) return steps - left + 1;
      if (traced && c->op != OP_RET && run->pc == c + 1) interp_report(run, c);
      c = run->pc;
      base[0] = run->r;
      continue;
    }
    if (traced) interp_report(run, c);
    c++;
  }
  run->pc = c;
  return steps;
}

#undef A
#undef B
#undef C
#undef D
#undef SX

/* ---- life ---- */

static void start_contexts(Interp *run) {
  uint32_t n = run->p->contexts.n;
  run->context_hash = ARENA_ARRAY(&run->arena, uint64_t, n);
  run->context_power = ARENA_ARRAY(&run->arena, uint64_t, n);
  run->context_power[0] = 1;
  for (uint32_t i = 1; i < n; i++) {
    const Context *c = &run->p->contexts.at[i];
    require(c->parent < i);
    run->context_hash[i] =
        interp_chain_push(run->context_hash[c->parent], c->site);
    run->context_power[i] = run->context_power[c->parent] * chain_factor;
  }
}

Interp *interp_new(Mem *mem, const Program *p, InterpOptions options) {
  require(p->entry.id && prog_func(p, p->entry)->state == FUNC_DEFINED);
  require(p->pointer_bits == 32 || p->pointer_bits == 64);
  require(!options.host.call || options.host.wants);
  require(!options.looks || (options.memory == INTERP_SURE &&
                             options.no_jumps && !options.host.call));
  Interp *run = MEM_NEW(mem, Interp);
  run->mem = mem;
  run->p = p;
  run->options = options;
  if (!options.max_depth) run->options.max_depth = DEFAULT_DEPTH;
  if (!options.max_bytes) run->options.max_bytes = default_bytes;
  arena_init(&run->arena, mem);
  run->decoded = ARENA_ARRAY(&run->arena, Decoded, p->funcs.n);
  run->global_address = ARENA_ARRAY(&run->arena, uint64_t, p->globals.n);
  for (uint32_t i = 1; i < p->funcs.n; i++) {
    Decoded *d = &run->decoded[i];
    const InterpHost *host = &options.host;
    d->f = &p->funcs.at[i];
    d->id = (FuncId){i};
    d->is_host = d->f->state == FUNC_DECLARED ||
                 (host->call && host->wants(host->ctx, d->f->name));
  }
  start_contexts(run);
  map_init(&run->byte_marks, mem);
  map_init(&run->marked_words, mem);
  return run;
}

void interp_free(Interp *run) {
  Mem *mem = run->mem;
  interp_memory_done(run);
  VEC_DONE(mem, &run->stack);
  VEC_DONE(mem, &run->words);
  VEC_DONE(mem, &run->uninit);
  VEC_DONE(mem, &run->scratch);
  VEC_DONE(mem, &run->lines);
  VEC_DONE(mem, &run->marks);
  map_done(&run->byte_marks);
  map_done(&run->marked_words);
  VEC_DONE(mem, &run->bounce);
  VEC_DONE(mem, &run->host_args);
  arena_done(&run->arena);
  MEM_DELETE(mem, run);
}

/* The parameters of the entry are inputs, each with a place of its own. */
static void start_entry(Interp *run) {
  Decoded *d = &run->decoded[run->p->entry.id];
  if (!d->is_ready) interp_decode(run, d);
  interp_push_activation(run, d, NULL, 0);
  for (uint32_t i = 0; i < d->f->n_params && !run->has_ended; i++) {
    const Inst *param = &d->f->insts.at[1 + i];
    InterpPlace place = interp_place(run, param);
    place.chain = hash_mix(hash_bytes("param", 5), i);
    if (!run->inputs.next(run->inputs.ctx, &place, bits_of(run, param->type),
                          run->r + d->slots[1 + i]))
      interp_end(run, INTERP_NO_INPUT, param, "");
  }
}

/* Ticks for steps, now and then; false: there are no more. */
static bool pay(Interp *run, uint64_t *unpaid) {
  assert(BURST_TICKS > 0);
  if (*unpaid < BURST) return true;
  *unpaid -= BURST;
  return !run->options.budget || budget_spend(run->options.budget, BURST_TICKS);
}

static void run_all(Interp *run) {
  uint64_t most = run->options.max_steps, unpaid = 0;
  run->wait = 0;
  for (uint64_t next = FIRST_WAIT; !run->has_ended;) {
    uint64_t burst = BURST, before = run->result.steps;
    assert(!most || run->result.steps < most);
    if (next < burst) burst = next;
    if (most && most - before < burst) burst = most - before;
    run->result.steps += run_burst(run, burst);
    if (run->has_ended) return;
    unpaid += burst;
    next -= next < burst ? next : burst;
    if (next == 0) next = run->options.no_jumps ? BURST : interp_jump(run);
    if (run->has_ended) return;
    if (most && run->result.steps >= most)
      interp_end(run, INTERP_FUEL, run->pc->inst, "steps");
    else if (!pay(run, &unpaid))
      interp_end(run, INTERP_FUEL, run->pc->inst, "budget");
  }
}

void interp_stop(Interp *run) {
  assert(!run->has_ended);
  run->is_stopped = true;
}

InterpResult interp_run(Interp *run, InterpInputs inputs) {
  require(inputs.next && inputs.fill);
  run->inputs = inputs;
  run->has_ended = run->is_stopped = false;
  run->result = (InterpResult){.text = ""};
  VEC_CLEAR(&run->stack);
  VEC_CLEAR(&run->words);
  interp_memory_start(run);
  if (!run->pool && !run->has_ended) interp_decode_pool(run);
  if (run->options.looks && !run->has_ended) interp_looks_start(run);
  if (!run->has_ended) start_entry(run);
  run_all(run);
  return run->result;
}
