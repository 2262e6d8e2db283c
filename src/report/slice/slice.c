/* SPDX-License-Identifier: MIT
 *
 * A dynamic slice [Korel, Laski; Agrawal, Horgan].
 *
 * Each executed instruction is an event.  It depends on the events that made
 * its operands; a load on those that wrote the bytes, as they were last
 * written; a check of an access on the making and the freeing of the object;
 * and each on the branch that decided that it is executed: in its activation
 * the newest one of a block that its own is control dependent on, or the call
 * of the activation.  What ends the run is a criterion, and all that it depends
 * on is the slice.  Events only depend on older ones, so one pass from the
 * newest to the oldest finds it.
 *
 * A side of a branch that only ends the run (of a check, an assertion, `if (!p)
 * abort();`) is taken out before control dependence is computed: that a check
 * went well decides about nothing.  So such checks are in no slice, and the one
 * that failed is the criterion.
 *
 * A phi depends on the jump that control came by, which chose its operand.
 *
 * A constant has no event.  A phi that takes one depends on the debug
 * instruction that last gave its C variable a constant: `i = 0` before a loop.
 */
#include "report/slice/slice.h"

#include "report/slice/slice_int.h"

enum { MOST_BYTES = 1 << 22 }; /* whose writers are kept */

/* An activation. */
typedef struct Frame {
  FuncId func;
  uint32_t serial;
  uint32_t base;    /* of its registers */
  uint32_t blocks;  /* of its deciders */
  uint32_t call;    /* event */
  uint32_t control; /* event that decided about the block; */
  uint32_t branch;  /* the newest terminator that had a choice; */
  uint32_t left;    /* and the newest one */
  bool is_entering; /* the next instruction is of another block */
  uint32_t block;   /* that was left */
  uint32_t result;  /* RET */
} Frame;

struct RepSlice {
  Mem *mem;
  const Program *program;
  SliceFunction *functions; /* [FuncId] */
  Vec(Frame) frames;
  Vec(uint32_t) now, before; /* registers: events; of phis also the one that
                                the newest replaced */
  Vec(uint32_t) decided;     /* blocks of frames: newest event to depend on */
  Map constants;             /* (activation, variable) -> event */
  Map writers;               /* byte -> event */
  uint32_t n_frames;
  Vec(uint32_t) first, needs; /* event -> those it depends on */
  Vec(uint8_t) marks;
};

RepSlice *rep_slice_new(Mem *mem, const Program *program) {
  RepSlice *s = MEM_NEW(mem, RepSlice);
  s->mem = mem;
  s->program = program;
  s->functions = MEM_ARRAY(mem, SliceFunction, program->funcs.n);
  map_init(&s->constants, mem);
  map_init(&s->writers, mem);
  VEC_PUSH(mem, &s->first, 0); /* event 0 is none */
  return s;
}

void rep_slice_free(RepSlice *s) {
  Mem *mem = s->mem;
  for (uint32_t i = 0; i < s->program->funcs.n; i++)
    slice_function_done(&s->functions[i], mem);
  MEM_FREE_ARRAY(mem, s->functions, s->program->funcs.n);
  VEC_DONE(mem, &s->frames);
  VEC_DONE(mem, &s->now);
  VEC_DONE(mem, &s->before);
  VEC_DONE(mem, &s->decided);
  VEC_DONE(mem, &s->first);
  VEC_DONE(mem, &s->needs);
  VEC_DONE(mem, &s->marks);
  map_done(&s->constants);
  map_done(&s->writers);
  MEM_DELETE(mem, s);
}

/* ---- events ---- */

static uint32_t new_event(RepSlice *s) {
  VEC_PUSH(s->mem, &s->first, s->needs.n);
  return s->first.n - 1;
}

/* The newest event depends on that one. */
static void need(RepSlice *s, uint32_t event) {
  assert(event < s->first.n);
  if (event && event != s->first.n - 1) VEC_PUSH(s->mem, &s->needs, event);
}

static Frame *top(const RepSlice *s) {
  require(s->frames.n > 0);
  return &s->frames.at[s->frames.n - 1];
}

uint32_t rep_slice_operand(const RepSlice *s, Val value) {
  return val_is_local(value) && s->frames.n
             ? s->now.at[top(s)->base + val_index(value)]
             : 0;
}

uint32_t rep_slice_call(const RepSlice *s, uint32_t depth) {
  return depth < s->frames.n ? s->frames.at[depth].call : 0;
}

/* ---- activations ---- */

static SliceFunction *info_of(const RepSlice *s, FuncId func) {
  SliceFunction *info = &s->functions[func.id];
  if (!info->is_ready)
    slice_function_init(info, s->mem, prog_func(s->program, func));
  return info;
}

/* ---- control ---- */

/* The control of the block that is entered. */
static uint32_t control_of(const RepSlice *s, const Frame *frame,
                           uint32_t block) {
  const SliceFunction *info = &s->functions[frame->func.id];
  if (info->is_doomed[block])
    return frame->branch && frame->branch == frame->left ? frame->branch
                                                         : frame->control;
  uint32_t newest = frame->call;
  const uint32_t *deciders = rows_get(&info->deciders, block);
  for (uint32_t i = 0; i < rows_size(&info->deciders, block); i++) {
    uint32_t event = s->decided.at[frame->blocks + deciders[i]];
    if (event > newest) newest = event;
  }
  return newest;
}

static uint32_t block_of(const RepSlice *s, FuncId func, const Inst *inst) {
  size_t index = (size_t)(inst - prog_func(s->program, func)->insts.at);
  require(index < s->functions[func.id].n_insts);
  return s->functions[func.id].block_of[index];
}

static void enter_block(RepSlice *s, Frame *frame, uint32_t block) {
  if (!frame->is_entering) return;
  frame->control = control_of(s, frame, block);
  frame->is_entering = false;
}

static void leave_block(RepSlice *s, Frame *frame, const Inst *last,
                        uint32_t block, uint32_t event) {
  frame->left = event;
  frame->block = block;
  if (last->op == OP_RET) frame->result = event;
  frame->is_entering = true;
  if (last->n_blocks > 1) frame->branch = event;
  s->decided.at[frame->blocks + block] = event;
}

/* ---- calls ---- */

static void push_frame(RepSlice *s, const Interp *run, FuncId func) {
  uint32_t depth = s->frames.n;
  const SliceFunction *info = info_of(s, func);
  const Function *f = prog_func(s->program, func);
  Frame frame = {.func = func,
                 .serial = ++s->n_frames,
                 .base = s->now.n,
                 .blocks = s->decided.n,
                 .is_entering = true};
  const Inst *caller = depth ? interp_caller(run, depth) : NULL;
  uint32_t call = new_event(s);
  if (caller) {
    enter_block(s, top(s), block_of(s, top(s)->func, caller));
    need(s, top(s)->control);
    need(s, rep_slice_operand(s, caller->ops[0]));
  }
  frame.call = frame.control = call;
  for (uint32_t i = 0; i < info->n_insts; i++) {
    VEC_PUSH(s->mem, &s->now, 0);
    VEC_PUSH(s->mem, &s->before, 0);
  }
  for (uint32_t i = 0; i < info->n_blocks; i++)
    VEC_PUSH(s->mem, &s->decided, 0);
  for (uint32_t i = 0; caller && i < f->n_params && i + 1 < caller->n_ops;
       i++) {
    uint32_t given = rep_slice_operand(s, caller->ops[i + 1]);
    s->now.at[frame.base + 1 + i] = new_event(s);
    need(s, call);
    need(s, given);
  }
  VEC_PUSH(s->mem, &s->frames, frame);
}

static void pop_frame(RepSlice *s) {
  assert(top(s)->base <= s->now.n && s->now.n == s->before.n);
  s->now.n = s->before.n = top(s)->base;
  s->decided.n = top(s)->blocks;
  s->frames.n--;
}

/* ---- memory ---- */

static uint64_t word_of(const InterpPlace *place, Val value) {
  return interp_value(place->run, place->depth, value)[0];
}

static void write_bytes(RepSlice *s, uint64_t at, uint64_t n, uint32_t event) {
  for (uint64_t i = 0; i < n && s->writers.n < MOST_BYTES; i++)
    map_put(&s->writers, at + i, event);
}

/* Depends on who wrote the bytes; what is older than the object wrote to
 * another one that had its address. */
static void need_bytes(RepSlice *s, const RepMemory *memory, uint64_t at,
                       uint64_t n) {
  const RepObject *object = memory->run ? rep_memory_find(memory, at) : NULL;
  uint32_t made = object ? object->made_event : 0, last = 0;
  for (uint64_t i = 0; i < n && i < MOST_BYTES; i++) {
    uint32_t event = (uint32_t)map_get(&s->writers, at + i, 0);
    if (event < made) event = made;
    if (event != last) need(s, event);
    last = event;
  }
}

static void need_object(RepSlice *s, const RepMemory *memory, uint64_t at) {
  const RepObject *object = memory->run ? rep_memory_find(memory, at) : NULL;
  if (!object) return;
  need(s, object->made_event);
  need(s, object->freed_event);
}

static void use_memory(RepSlice *s, const RepMemory *memory,
                       const InterpPlace *place, uint32_t event) {
  const Inst *inst = place->inst;
  const Program *p = s->program;
  uint64_t n;
  switch ((int)inst->op) {
  case OP_LOAD:
    need_bytes(s, memory, word_of(place, inst->ops[0]),
               prog_store_size(p, inst->type));
    return;
  case OP_STORE:
    n = prog_store_size(
        p, prog_val_type(p, prog_func(p, place->func), inst->ops[0]));
    write_bytes(s, word_of(place, inst->ops[1]), n, event);
    return;
  case OP_MEMCPY:
    n = word_of(place, inst->ops[2]);
    need_bytes(s, memory, word_of(place, inst->ops[1]), n);
    write_bytes(s, word_of(place, inst->ops[0]), n, event);
    return;
  case OP_MEMSET:
    n = word_of(place, inst->ops[2]);
    write_bytes(s, word_of(place, inst->ops[0]), n, event);
    return;
  case OP_HAVOC:
    n = inst->n_ops > 1 ? word_of(place, inst->ops[1]) : 0;
    write_bytes(s, word_of(place, inst->ops[0]), n, event);
    return;
  case OP_VALID:
    if (inst->n_ops) need_object(s, memory, word_of(place, inst->ops[0]));
    return;
  default: return;
  }
}

/* ---- instructions ---- */

static uint64_t constant_key(const Frame *frame, VarId var) {
  return (uint64_t)frame->serial << 32 | var.id;
}

/* The way that control came, and the operand for it; phis of one block are read
 * before any is written. */
static void need_phi(RepSlice *s, const Frame *frame, const Inst *inst,
                     uint32_t index) {
  const SliceFunction *info = &s->functions[frame->func.id];
  need(s, frame->left);
  for (uint32_t i = 0; i < inst->n_ops; i++) {
    if (inst->blocks[i].id != frame->block) continue;
    Val value = inst->ops[i];
    if (val_is_const(value)) {
      VarId var = info->variable_of[index];
      need(s, (uint32_t)map_get(&s->constants, constant_key(frame, var), 0));
    } else {
      uint32_t at = frame->base + val_index(value), event = s->now.at[at];
      need(s, event > frame->left ? s->before.at[at] : event);
    }
    return;
  }
}

static void need_operands(RepSlice *s, const Inst *inst) {
  for (uint32_t i = 0; i < inst->n_ops; i++)
    need(s, rep_slice_operand(s, inst->ops[i]));
}

/* Makes the activations those that are live. */
static uint32_t follow_calls(RepSlice *s, const InterpPlace *place) {
  uint32_t result = 0;
  while (s->frames.n > place->depth + 1) {
    result = top(s)->result;
    pop_frame(s);
  }
  while (s->frames.n < place->depth + 1)
    push_frame(s, place->run, interp_function(place->run, s->frames.n));
  return result;
}

uint32_t rep_slice_step(RepSlice *s, const RepMemory *memory,
                        const InterpPlace *place) {
  uint32_t result = follow_calls(s, place);
  Frame *frame = top(s);
  const Inst *inst = place->inst;
  const Function *f = prog_func(s->program, place->func);
  uint32_t index = (uint32_t)(inst - f->insts.at);
  assert(index < f->insts.n && frame->func.id == place->func.id);
  uint32_t block = s->functions[place->func.id].block_of[index];
  enter_block(s, frame, block);
  uint32_t event = new_event(s);
  need(s, frame->control);
  if (inst->op == OP_PHI)
    need_phi(s, frame, inst, index);
  else
    need_operands(s, inst);
  need(s, result);
  use_memory(s, memory, place, event);
  if (inst->op == OP_DBG && val_is_const(inst->ops[0]))
    map_put(&s->constants, constant_key(frame, inst->var), event);
  if (prog_op_has(inst->op, 'T')) leave_block(s, frame, inst, block, event);
  s->before.at[frame->base + index] = s->now.at[frame->base + index];
  s->now.at[frame->base + index] = event;
  return event;
}

/* ---- the slice ---- */

void rep_slice_mark(RepSlice *s, uint32_t event) {
  assert(event < s->first.n);
  while (s->marks.n < s->first.n) VEC_PUSH(s->mem, &s->marks, 0);
  s->marks.at[event] = event != 0;
}

/* A run whose first instruction is the error has no activation: it depends on
 * nothing. */
void rep_slice_end(RepSlice *s) {
  if (!s->frames.n) return;
  const Frame *frame = top(s);
  bool chose = frame->is_entering && frame->branch == frame->left;
  rep_slice_mark(s, chose ? frame->branch : frame->control);
}

void rep_slice_close(RepSlice *s) {
  rep_slice_mark(s, 0);
  for (uint32_t event = s->marks.n - 1; event > 0; event--) {
    if (!s->marks.at[event]) continue;
    uint32_t end = event + 1 < s->first.n ? s->first.at[event + 1] : s->needs.n;
    for (uint32_t i = s->first.at[event]; i < end; i++)
      s->marks.at[s->needs.at[i]] = 1;
  }
}

bool rep_slice_has(const RepSlice *s, uint32_t event) {
  return event < s->marks.n && s->marks.at[event];
}
