/* SPDX-License-Identifier: MIT
 *
 * Calls and returns of the program under interpretation: arguments, variable
 * arguments, functions of the host, results. */
#include "interp/interp_int.h"

/* May a value of type `from` stand where `to` is expected?  The same width,
 * and both in the same kind of register. */
static bool types_agree(const Interp *run, TypeId from, TypeId to) {
  if (from.id == to.id) return true;
  const Type *a = prog_type(run->p, from), *b = prog_type(run->p, to);
  return a->bits == b->bits &&
         (a->kind == TYPE_FLOAT) == (b->kind == TYPE_FLOAT);
}

uint64_t interp_va_next(const Interp *run, TypeId type, uint64_t *at) {
  const Type *t = prog_type(run->p, type);
  uint64_t slot = run->p->pointer_bits / 8;
  uint64_t align = t->align > slot ? t->align : slot;
  if (align > 16) align = 16;
  uint64_t here = (*at + align - 1) & ~(align - 1);
  *at = here + (((t->bits + 7) / 8 + slot - 1) & ~(slot - 1));
  return here;
}

/* The variable arguments in slots, as program.h lays them out. */
static bool make_va_area(Interp *run, const Code *code, const Arg *args,
                         const uint64_t *caller, Activation *top) {
  uint64_t size = 0, address;
  uint32_t fixed = top->d->f->n_params;
  for (int round = 0; round < 2; round++) {
    uint32_t id = 0;
    if (round) {
      id = interp_object_new(run, code->inst, SEG_STACK, size, 16, &address);
      if (!id) return false;
      top->va_area = address;
      if (size) memset(run->memory.objects.at[id].bytes, 0, size);
    }
    uint64_t at = 0;
    for (uint32_t i = fixed; i < code->n_more; i++) {
      uint64_t bytes = (bits_of(run, args[i].type) + 7) / 8;
      uint64_t here = interp_va_next(run, args[i].type, &at);
      const uint64_t *words =
          (args[i].at & 1 ? run->pool : caller) + (args[i].at >> 1);
      if (round) memcpy(run->memory.objects.at[id].bytes + here, words, bytes);
    }
    size = at;
  }
  return true;
}

/* Parameters of a new activation whose registers are run->r. */
static bool pass_args(Interp *run, const Code *code, const Arg *args,
                      const uint64_t *caller, const Decoded *d) {
  for (uint32_t i = 0; i < d->f->n_params; i++) {
    uint64_t *to = run->r + d->slots[1 + i];
    uint32_t bits = bits_of(run, d->f->params[i]);
    if (i >= code->n_more) {
      if (!interp_fresh(run, &d->f->insts.at[1 + i], bits, to)) return false;
      continue;
    }
    if (!types_agree(run, args[i].type, d->f->params[i]))
      return interp_end(run, INTERP_UNSUPPORTED, code->inst,
                        "an argument of another type than the parameter");
    const uint64_t *from =
        (args[i].at & 1 ? run->pool : caller) + (args[i].at >> 1);
    for (uint32_t k = 0; k < BV_WORDS(bits); k++) to[k] = from[k];
  }
  return true;
}

void interp_push_activation(Interp *run, Decoded *d, Code *call,
                            uint64_t chain) {
  Segment *s = &run->memory.segments[SEG_STACK];
  uint32_t base = run->words.n;
  assert(d->is_ready && !call == !run->stack.n);
  require(d->n_words < UINT32_MAX - base);
  VEC_RESERVE(run->mem, &run->words, base + d->n_words + 1);
  run->words.n = base + d->n_words;
  run->r = run->words.at + base;
  memset(run->r, 0, sizeof *run->r * d->n_words); /* VALID may look at them */
  Activation top = {.d = d,
                    .call = call,
                    .base = base,
                    .chain = chain,
                    .bytes = arena_mark(&run->memory.stack),
                    .stack_next = s->next,
                    .n_objects = s->order.n};
  VEC_PUSH(run->mem, &run->stack, top);
  run->pc = d->code;
}

static InterpCallOutcome ask_host(Interp *run, const Code *code,
                                  const Decoded *d, const Arg *args) {
  VEC_CLEAR(&run->host_args);
  for (uint32_t i = 0; i < code->n_more; i++)
    VEC_PUSH(run->mem, &run->host_args,
             ((InterpArg){args[i].type, operand_at(run, args[i].at)}));
  InterpCall call = {.run = run,
                     .program = run->p,
                     .name = d->f->name,
                     .args = run->host_args.at,
                     .n_args = run->host_args.n,
                     .ret = code->inst->type,
                     .result = run->r + code->dst,
                     .stop = d->f->name};
  uint32_t n = BV_WORDS(bits_of(run, call.ret));
  memset(call.result, 0, sizeof *call.result * n);
  InterpCallOutcome outcome =
      run->options.host.call(run->options.host.ctx, &call);
  assert(outcome != INTERP_CALL_DONE ||
         has_no_more_bits(call.result, bits_of(run, call.ret)));
  if (outcome == INTERP_CALL_STOP && !run->has_ended)
    interp_end(run, INTERP_STOP, code->inst, call.stop);
  return outcome;
}

/* A function without a body, or one of the host's. */
static bool call_outside(Interp *run, const Code *code, const Decoded *d,
                         const Arg *args) {
  InterpCallOutcome outcome = INTERP_CALL_UNKNOWN;
  if (run->options.host.call) outcome = ask_host(run, code, d, args);
  if (run->has_ended) return false;
  uint32_t bits = bits_of(run, code->inst->type);
  if (outcome == INTERP_CALL_UNKNOWN && bits)
    return interp_fresh(run, code->inst, bits, run->r + code->dst);
  return true;
}

Decoded *interp_callee(const Interp *run, uint64_t address) {
  uint64_t offset = address - run->memory.func_base;
  if (offset % 16 || offset / 16 == 0 || offset / 16 >= run->p->funcs.n)
    return NULL;
  return &run->decoded[offset / 16];
}

/* An address where no object of a run lies came from the environment: so does
 * the function there, of which only the result is known. */
static bool is_outside(const Interp *run, uint64_t address) {
  uint64_t room = interp_free_room(run->p);
  return run->options.memory == INTERP_LAZY &&
         address - room < INTERP_ROOM_BYTES;
}

static bool call_stub(Interp *run, const Code *code) {
  assert(code->inst->op == OP_CALL && run->stack.n > 0);
  uint32_t bits = bits_of(run, code->inst->type);
  return !bits || interp_fresh(run, code->inst, bits, run->r + code->dst);
}

bool interp_call(Interp *run, Code *code) {
  uint64_t address = *operand_at(run, code->a);
  Decoded *d = interp_callee(run, address);
  if (!d && is_outside(run, address)) return call_stub(run, code);
  if (!d) {
    run->result.address = address;
    return interp_end(run, INTERP_BAD_CALL, code->inst, "");
  }
  const Activation *caller = &VEC_LAST(&run->stack);
  const Arg *args = caller->d->args + code->more;
  if (d->is_host) return call_outside(run, code, d, args);
  if (!d->is_ready) interp_decode(run, d);
  if (run->stack.n > run->options.max_depth)
    return interp_end(run, INTERP_FUEL, code->inst, "depth");
  if (8 * ((uint64_t)run->words.n + d->n_words) > run->options.max_bytes)
    return interp_end(run, INTERP_FUEL, code->inst, INTERP_NO_MEMORY);
  uint32_t base = caller->base;
  uint64_t chain =
      interp_chain_push(interp_place(run, code->inst).chain, code->inst->site);
  interp_push_activation(run, d, code, chain);
  const uint64_t *registers = run->words.at + base;
  if (!pass_args(run, code, args, registers, d)) return false;
  return d->f->arity == FUNC_FIXED ||
         make_va_area(run, code, args, registers, &VEC_LAST(&run->stack));
}

static bool finish(Interp *run, const Code *code) {
  uint32_t bits = code->inst->n_ops ? code->bits : 0;
  if (bits) {
    const uint64_t *value = operand_at(run, code->a);
    VEC_CLEAR(&run->scratch);
    for (uint32_t k = 0; k < BV_WORDS(bits); k++)
      VEC_PUSH(run->mem, &run->scratch, value[k]);
    run->result.value = run->scratch.at;
  }
  run->result.bits = bits;
  return interp_end(run, INTERP_RETURNED, code->inst, "");
}

/* Copies the result into the caller's registers, or ends the run when caller
 * and callee disagree about it. */
static bool hand_back(Interp *run, const Code *code, const Activation *left) {
  const Inst *at = left->call->inst;
  uint64_t *to = run->words.at + VEC_LAST(&run->stack).base + left->call->dst;
  uint32_t bits = bits_of(run, at->type);
  if (!bits) return true;
  if (!code->inst->n_ops) return interp_fresh(run, at, bits, to);
  if (!types_agree(run, left->d->f->ret, at->type))
    return interp_end(run, INTERP_UNSUPPORTED, at,
                      "a result of another type than the caller expects");
  const uint64_t *from =
      (code->a & 1 ? run->pool : run->words.at + left->base) + (code->a >> 1);
  for (uint32_t k = 0; k < BV_WORDS(bits); k++) to[k] = from[k];
  return true;
}

bool interp_return_from(Interp *run, const Code *code) {
  if (run->stack.n == 1) return finish(run, code);
  assert(run->stack.n && VEC_LAST(&run->stack).base <= run->words.n);
  Activation left = VEC_POP(&run->stack);
  bool good = hand_back(run, code, &left);
  interp_stack_release(run, &left);
  run->words.n = left.base;
  run->r = run->words.at + VEC_LAST(&run->stack).base;
  run->pc = left.call + 1;
  if (good && run->options.trace) interp_report(run, left.call);
  return good;
}
