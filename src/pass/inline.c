/* SPDX-License-Identifier: MIT
 *
 * Inlining, top-down.
 *
 * The entry is expanded by one sweep over its blocks: at a call the block is
 * split, the callee's *original* body is copied behind all other blocks, and
 * the sweep meets the copy later and expands its calls in turn.  Every copied
 * instruction is written once, into its final place, with the context of its
 * full call chain, so the cost is linear in the result.  (Bottom-up inlining
 * copies a leaf once per level above it, and must compose contexts.)
 *
 * The call instruction itself becomes the PHI of the returned values, at the
 * same index, so no use of it changes.  A PHI names the first part of a split
 * block while splitting goes on (Edit), also in copies made earlier.
 *
 * Recursion is unrolled: the sweep goes level by level, so calls of recursive
 * functions are expanded evenly until the result has max_recursive
 * instructions; a call that would go beyond ends in UNSUPPORTED "recursion".
 * So every execution that ends within the unrolled levels is there, and none
 * is claimed that goes deeper.  With max_recursive = 0 they stay calls.
 *
 * A call of a recursive function whose result is a constant (evaluate.c)
 * is that constant.
 *
 * What stays called (recursive functions then, and callees that would exceed
 * the size limit) is a root of its own: expanded in place after the entry.  A
 * root's body is no longer original, so from then on it is not copied.  Where
 * the caller names functions that stay called, whatever they call stays, too,
 * for nobody will look inside.
 *
 * Variable arguments: the caller makes the area as a local object and stores
 * the extra arguments in it (layout: program.h); VA_AREA becomes its address.
 * An ALLOCA of the callee is executed at each passage, a new object each time,
 * as in the call. */
#include "pass/pass.h"
#include "pass/edit.h"
#include "analysis/analysis.h"
#include "pass/evaluate.h"

typedef struct Inliner {
  Program *p;
  const InlineOptions *options;
  CallGraph *calls;
  Evaluator *evaluator;
  uint32_t *size;   /* listed instructions of each original function */
  uint8_t *uses_va; /* 1: has a VA_AREA */
  uint8_t *is_root;
  Vec(uint32_t) roots;
  /* the root being expanded */
  bool keeps_calls;
  Edit edit;
  uint64_t total;        /* its instructions so far */
  Vec(uint8_t) finished; /* block is a later part of one already swept */
  /* the call being expanded */
  Val known;
  Vec(Val) returned;
  Vec(BlockId) return_from;
} Inliner;

/* ---- may it be inlined ---- */

static void measure(Inliner *in) {
  for (uint32_t i = 1; i < in->p->funcs.n; i++) {
    const Function *f = &in->p->funcs.at[i];
    in->size[i] = prog_func_size(f);
    for (uint32_t b = 0; b < f->blocks.n; b++)
      for (uint32_t k = 0; k < f->blocks.at[b].insts.n; k++)
        in->uses_va[i] |=
            f->insts.at[f->blocks.at[b].insts.at[k]].op == OP_VA_AREA;
  }
}

static void add_root(Inliner *in, FuncId func) {
  if (in->is_root[func.id]) return;
  in->is_root[func.id] = 1;
  VEC_PUSH(in->p->mem, &in->roots, func.id);
}

static bool agrees(const Inliner *in, const Inst *call,
                   const Function *callee) {
  if (call->n_ops - 1 < callee->n_params) return false;
  if (call->type.id != callee->ret.id) return false;
  for (uint32_t i = 0; i < callee->n_params; i++)
    if (prog_val_type(in->p, in->edit.f, call->ops[1 + i]).id !=
        callee->params[i].id)
      return false;
  return true;
}

typedef enum CallFate {
  CALL_STAYS,
  CALL_EXPANDED,
  CALL_CUT,
  CALL_KNOWN /* it is a constant: in->known */
} CallFate;

/* What becomes of the call of `*func`; what stays called becomes a root. */
static CallFate fate_of(Inliner *in, const Inst *call, FuncId *func) {
  *func = prog_callee(in->p, call);
  if (!func->id) return CALL_STAYS;
  const Function *callee = prog_func(in->p, *func);
  if (callee->state != FUNC_DEFINED) return CALL_STAYS;
  const uint8_t *stays = in->options->stays;
  if (in->keeps_calls || (stays && stays[func->id])) {
    add_root(in, *func);
    return CALL_STAYS;
  }
  bool recursive = in->calls->recursive[func->id];
  if (recursive && evaluator_call(in->evaluator, call, &in->known))
    return CALL_KNOWN;
  uint64_t after = in->total + in->size[func->id];
  uint64_t most =
      recursive ? in->options->max_recursive : in->options->max_insts;
  if (after <= most && !in->is_root[func->id] && agrees(in, call, callee))
    return CALL_EXPANDED;
  if (recursive && in->options->max_recursive) return CALL_CUT;
  add_root(in, *func);
  return CALL_STAYS;
}

/* ---- variable arguments ---- */

static uint64_t align_up(uint64_t n, uint64_t to) {
  return (n + to - 1) / to * to;
}

/* Where the next variable argument of this type starts, from `offset` on. */
static uint64_t va_slot(const Program *p, TypeId type, uint64_t offset) {
  uint64_t slot = p->pointer_bits / 8, align = prog_type(p, type)->align;
  if (align > 16) align = 16;
  return align_up(offset, align > slot ? align : slot);
}

static uint64_t va_next(const Program *p, TypeId type, uint64_t start) {
  return align_up(start + prog_store_size(p, type), p->pointer_bits / 8);
}

static Val make_va_area(Inliner *in, const Inst *call, uint32_t n_fixed) {
  Program *p = in->p;
  Edit *edit = &in->edit;
  uint64_t slot = p->pointer_bits / 8, size = slot, at = 0;
  for (uint32_t i = 1 + n_fixed; i < call->n_ops; i++) {
    TypeId type = prog_val_type(p, edit->f, call->ops[i]);
    at = va_next(p, type, va_slot(p, type, at));
  }
  if (at > size) size = at;
  TypeId ptr = prog_type_ptr(p);
  uint32_t area = edit_add(edit, OP_ALLOCA, ptr, NULL, 0, NULL, 0);
  Inst *inst = &edit->f->insts.at[area];
  inst->imm = (int64_t)size;
  inst->aux =
      prog_type_array(p, prog_type_int(p, p->pointer_bits), size / slot);
  inst->site = prog_new_site(p);
  at = 0;
  for (uint32_t i = 1 + n_fixed; i < call->n_ops; i++) {
    TypeId type = prog_val_type(p, edit->f, call->ops[i]);
    at = va_slot(p, type, at);
    Val place = edit_op1(edit, OP_GEP, ptr, val_local(area));
    edit->f->insts.at[val_index(place)].imm = (int64_t)at;
    edit_add(edit, OP_STORE, (TypeId){0}, (Val[]){call->ops[i], place}, 2, NULL,
             0);
    at = va_next(p, type, at);
  }
  return val_local(area);
}

/* ---- copying a body ---- */

typedef struct Copy {
  const Function *callee;
  Val *map;      /* callee's instruction -> value here */
  uint32_t base; /* callee's block b is block base + b here */
  BlockId after; /* where it returns to */
  uint32_t context;
} Copy;

static Val mapped(const Copy *copy, Val v) {
  assert(!val_is_local(v) || !val_is_none(copy->map[val_index(v)]));
  return val_is_local(v) ? copy->map[val_index(v)] : v;
}

/* Copies the instruction as it is; operands are mapped by finish_inst. */
static void start_inst(Inliner *in, Copy *copy, uint32_t block,
                       uint32_t index) {
  Function *f = in->edit.f;
  Inst inst = copy->callee->insts.at[index];
  if (inst.op == OP_VA_AREA) return; /* mapped already */
  inst.context = copy->context;
  VEC_PUSH(in->p->mem, &f->insts, inst);
  VEC_PUSH(in->p->mem, &f->blocks.at[block].insts, f->insts.n - 1);
  copy->map[index] = val_local(f->insts.n - 1);
}

static void finish_inst(Inliner *in, const Copy *copy, uint32_t block,
                        Inst *inst) {
  Program *p = in->p;
  if (inst->op == OP_RET) {
    if (inst->n_ops)
      VEC_PUSH(p->mem, &in->returned, mapped(copy, inst->ops[0]));
    VEC_PUSH(p->mem, &in->return_from, ((BlockId){block}));
    inst->op = OP_BR;
    inst->n_ops = 0;
    inst->n_blocks = 1;
    inst->blocks = ARENA_NEW(&p->arena, BlockId);
    inst->blocks[0] = copy->after;
    return;
  }
  Val *ops = inst->n_ops ? ARENA_ARRAY(&p->arena, Val, inst->n_ops) : NULL;
  for (uint32_t k = 0; k < inst->n_ops; k++)
    ops[k] = mapped(copy, inst->ops[k]);
  BlockId *blocks =
      inst->n_blocks ? ARENA_ARRAY(&p->arena, BlockId, inst->n_blocks) : NULL;
  for (uint32_t k = 0; k < inst->n_blocks; k++)
    blocks[k].id = copy->base + inst->blocks[k].id;
  inst->ops = ops;
  inst->blocks = blocks;
}

static void copy_body(Inliner *in, Copy *copy) {
  const Function *callee = copy->callee;
  Function *f = in->edit.f;
  assert(callee != f); /* a root's body is not the original one */
  copy->base = f->blocks.n;
  for (uint32_t b = 0; b < callee->blocks.n; b++) {
    BlockId block = edit_block(&in->edit, "");
    f->blocks.at[block.id].name = callee->blocks.at[b].name;
    f->blocks.at[block.id].loop = callee->blocks.at[b].loop;
    VEC_PUSH(in->p->mem, &in->finished, 0);
    for (uint32_t i = 0; i < callee->blocks.at[b].insts.n; i++)
      start_inst(in, copy, block.id, callee->blocks.at[b].insts.at[i]);
  }
  for (uint32_t b = copy->base; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++)
      finish_inst(in, copy, b, &f->insts.at[f->blocks.at[b].insts.at[i]]);
}

/* The values the callee's instructions start with: arguments, VA area. */
static void map_arguments(Inliner *in, Copy *copy, const Inst *call,
                          FuncId func) {
  const Function *callee = copy->callee;
  for (uint32_t i = 0; i < callee->n_params; i++)
    copy->map[1 + i] = call->ops[1 + i];
  if (!in->uses_va[func.id]) return;
  Val area = make_va_area(in, call, callee->n_params);
  for (uint32_t b = 0; b < callee->blocks.n; b++)
    for (uint32_t i = 0; i < callee->blocks.at[b].insts.n; i++) {
      uint32_t index = callee->blocks.at[b].insts.at[i];
      if (callee->insts.at[index].op == OP_VA_AREA) copy->map[index] = area;
    }
}

/* The call's index becomes the PHI of what was returned. */
static void place_result(Inliner *in, uint32_t index) {
  Program *p = in->p;
  Inst *inst = &in->edit.f->insts.at[index];
  if (!inst->type.id) return;
  uint32_t n = in->returned.n;
  assert(n == in->return_from.n);
  Inst phi = {.op = OP_PHI,
              .type = inst->type,
              .n_ops = n,
              .n_blocks = n,
              .loc = inst->loc,
              .context = inst->context,
              .name = UINT32_MAX};
  phi.ops = ARENA_ARRAY(&p->arena, Val, n);
  phi.blocks = ARENA_ARRAY(&p->arena, BlockId, n);
  for (uint32_t k = 0; k < n; k++) {
    phi.ops[k] = in->returned.at[k];
    phi.blocks[k] = in->return_from.at[k];
  }
  *inst = phi;
  edit_keep(&in->edit, index);
}

static void expand(Inliner *in, uint32_t index, FuncId func) {
  Program *p = in->p;
  Edit *edit = &in->edit;
  Inst call = edit->f->insts.at[index];
  Copy copy = {.callee = prog_func(p, func)};
  uint32_t n_map = copy.callee->insts.n;
  copy.map = MEM_ARRAY(p->mem, Val, n_map);
  if (!call.site) call.site = prog_new_site(p);
  copy.context = prog_add_context(p, (Context){.parent = call.context,
                                               .site = call.site,
                                               .call = call.loc,
                                               .callee = func});
  edit_like(edit, index);
  map_arguments(in, &copy, &call, func);
  VEC_CLEAR(&in->returned);
  VEC_CLEAR(&in->return_from);
  copy.after = edit_block(edit, "");
  VEC_PUSH(p->mem, &in->finished, 1);
  edit_br(edit, (BlockId){edit->f->blocks.n});
  copy_body(in, &copy);
  assert(in->finished.n == edit->f->blocks.n);
  edit->at = copy.after;
  place_result(in, index);
  in->total += in->size[func.id] + 2;
  MEM_FREE_ARRAY(p->mem, copy.map, n_map);
}

/* The run is not followed beyond this call.  What stood behind it is kept in a
 * block that nothing reaches. */
static void cut_call(Inliner *in, uint32_t index) {
  Edit *edit = &in->edit;
  edit_like(edit, index);
  edit_named(edit, OP_UNSUPPORTED, "recursion");
  edit->f->insts.at[edit->f->insts.n - 1].imm = UNSUPPORTED_RECURSION;
  edit->at = edit_block(edit, "");
  VEC_PUSH(in->p->mem, &in->finished, 1);
  Inst *call = &edit->f->insts.at[index];
  if (!call->type.id) return;
  call->op = OP_NONDET;
  call->imm = INPUT_UNDEF;
  call->n_ops = 0;
  edit_keep(edit, index);
}

/* The call's index becomes a sum that pass_clean will fold. */
static void place_constant(Inliner *in, uint32_t index) {
  Inst *inst = &in->edit.f->insts.at[index];
  Val zero = prog_const_u64(in->p, inst->type, 0);
  inst->op = OP_ADD;
  inst->n_ops = 2;
  inst->ops = ARENA_ARRAY(&in->p->arena, Val, 2);
  inst->ops[0] = in->known;
  inst->ops[1] = zero;
  inst->flags = 0;
  inst->site = 0;
  edit_keep(&in->edit, index);
}

/* ---- roots ---- */

static void sweep_block(Inliner *in, BlockId block) {
  InstList list = edit_open(&in->edit, block);
  for (uint32_t i = 0; i < list.n; i++) {
    const Inst *inst = &in->edit.f->insts.at[list.at[i]];
    FuncId func = {0};
    CallFate fate = inst->op == OP_CALL ? fate_of(in, inst, &func) : CALL_STAYS;
    switch (fate) {
    case CALL_EXPANDED: expand(in, list.at[i], func); break;
    case CALL_CUT: cut_call(in, list.at[i]); break;
    case CALL_KNOWN: place_constant(in, list.at[i]); break;
    case CALL_STAYS: edit_keep(&in->edit, list.at[i]); break;
    }
  }
  edit_close(&in->edit, &list);
}

static void expand_root(Inliner *in, FuncId func) {
  Mem *mem = in->p->mem;
  Function *f = prog_func(in->p, func);
  edit_init(&in->edit, in->p, f);
  in->total = in->size[func.id];
  in->keeps_calls = in->options->stays && func.id != in->p->entry.id;
  VEC_CLEAR(&in->finished);
  for (uint32_t b = 0; b < f->blocks.n; b++) VEC_PUSH(mem, &in->finished, 0);
  for (uint32_t b = 0; b < f->blocks.n; b++)
    if (!in->finished.at[b]) sweep_block(in, (BlockId){b});
  edit_done(&in->edit);
}

/* Bodies that nothing calls any more.  A call through a pointer may reach any
 * of them, so one such call that is left keeps them all. */
static void drop_unused(Inliner *in) {
  Program *p = in->p;
  for (uint32_t r = 0; r < in->roots.n; r++) {
    const Function *f = &p->funcs.at[in->roots.at[r]];
    for (uint32_t b = 0; b < f->blocks.n; b++)
      for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
        const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[i]];
        if (inst->op == OP_CALL && !prog_callee(p, inst).id) return;
      }
  }
  for (uint32_t f = 1; f < p->funcs.n; f++)
    if (!in->is_root[f] && p->funcs.at[f].state == FUNC_DEFINED) {
      flow_drop_body(p, &p->funcs.at[f]);
      p->funcs.at[f].state = FUNC_DECLARED;
    }
}

void pass_inline(Program *p, const InlineOptions *options) {
  require(p->entry.id);
  Mem *mem = p->mem;
  uint32_t n = p->funcs.n;
  Inliner in = {.p = p, .options = options};
  in.calls = prog_calls_new(p, NULL);
  in.evaluator = evaluator_new(p);
  in.size = MEM_ARRAY(mem, uint32_t, n);
  in.uses_va = MEM_ARRAY(mem, uint8_t, n);
  in.is_root = MEM_ARRAY(mem, uint8_t, n);
  measure(&in);
  add_root(&in, p->entry);
  for (uint32_t r = 0; r < in.roots.n; r++)
    expand_root(&in, (FuncId){in.roots.at[r]});
  drop_unused(&in);
  evaluator_free(in.evaluator);
  prog_calls_free(in.calls);
  MEM_FREE_ARRAY(mem, in.size, n);
  MEM_FREE_ARRAY(mem, in.uses_va, n);
  MEM_FREE_ARRAY(mem, in.is_root, n);
  VEC_DONE(mem, &in.roots);
  VEC_DONE(mem, &in.finished);
  VEC_DONE(mem, &in.returned);
  VEC_DONE(mem, &in.return_from);
}
