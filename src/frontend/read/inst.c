/* SPDX-License-Identifier: MIT
 *
 * Instructions of LLVM as instructions of ours, one function at a time.
 *
 * Blocks are read in reverse postorder, so that every definition is read
 * before its uses; phis get their operands at the end.  Blocks that cannot be
 * reached are not read at all.  Operations without effects are in
 * operation.c.
 *
 * An instruction that cannot be expressed becomes UNSUPPORTED, which ends the
 * execution there; what follows it is dead and pruned.  So a value is missing
 * only in dead code, where any input may stand for it, and in units (unit.c),
 * where it is one. */
#include "frontend/read/reader.h"

#include "frontend/structs.h"

void rd_set_value(Reader *r, LLVMValueRef value, Val val) {
  assert(!val_is_none(val));
  map_put(&r->values, key_of(value), val.id);
}

/* Both results of an arithmetic-with-overflow intrinsic, or of inline assembly,
 * as one integer. */
static Val pack_pair(Reader *r, LLVMValueRef value, uint64_t pair) {
  assert(pair >> 32 && (uint32_t)pair);
  LLVMTypeRef type = LLVMTypeOf(value);
  Val whole = rd_number(r, rd_value_type(r, type), 0);
  uint64_t low;
  rd_element(r, type, 0, &low);
  whole = rd_insert(r, whole, low, (Val){(uint32_t)(pair >> 32)});
  rd_element(r, type, 1, &low);
  return rd_insert(r, whole, low, (Val){(uint32_t)pair});
}

Val rd_value(Reader *r, LLVMValueRef value) {
  uint64_t known = map_get(&r->values, key_of(value), 0);
  if (known) return (Val){(uint32_t)known};
  if (LLVMIsAConstant(value)) return rd_constant(r, value);
  uint64_t pair = map_get(&r->pairs, key_of(value), 0);
  if (pair) return pack_pair(r, value, pair);
  return rd_input(r, rd_value_type(r, LLVMTypeOf(value)),
                  rd_goes_on(r) ? INPUT_ASM : INPUT_UNDEF, NULL);
}

static void read_operation(Reader *r, LLVMValueRef i) {
  Val few[8], *ops = few;
  uint32_t n = (uint32_t)LLVMGetNumOperands(i);
  if (n > 8) ops = MEM_ARRAY(r->mem, Val, n);
  for (uint32_t k = 0; k < n; k++) ops[k] = rd_value(r, LLVMGetOperand(i, k));
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  if (opcode == LLVMGetElementPtr && r->f->origin == FUNC_USER)
    rd_note_taken(r, i);
  rd_set_value(r, i, rd_operation(r, opcode, i, ops, n));
  if (n > 8) MEM_FREE_ARRAY(r->mem, ops, n);
}

/* ---- memory ---- */

static void read_alloca(Reader *r, LLVMValueRef i) {
  assert(LLVMIsAAllocaInst(i));
  LLVMTypeRef type = LLVMGetAllocatedType(i);
  Val count = rd_value(r, LLVMGetOperand(i, 0));
  uint64_t number, size = rd_size(r, type);
  bool fixed = prog_const_as_u64(r->p, count, &number);
  Val wide = {0};
  if (!fixed)
    wide = rd_resize(r, count, r->p->pointer_bits, EXTEND_ZERO);
  else if (number && size > (uint64_t)INT64_MAX / number)
    rd_unsupported(r, "local object of %llu x %llu bytes",
                   (unsigned long long)number, (unsigned long long)size);
  TypeId aux = rd_noted_type(r, type, fe_struct_note(i));
  Val made = rd_emit(r, OP_ALLOCA, prog_type_ptr(r->p), &wide, fixed ? 0 : 1);
  rd_inst(r, made)->imm = (int64_t)(fixed ? size * number : size);
  rd_inst(r, made)->aux = aux;
  LLVMBasicBlockRef block = LLVMGetInstructionParent(i);
  if (block != LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(block)))
    rd_inst(r, made)->flags |= INST_DYNAMIC;
  if (LLVMGetMetadata(i, r->md_scoped)) rd_inst(r, made)->flags |= INST_SCOPED;
  rd_note_place(r, i, made);
  rd_set_value(r, i, made);
}

/* Memory outside address space 0 is not ours to explain. */
static bool is_plain_pointer(Reader *r, LLVMValueRef pointer) {
  unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(pointer));
  if (space) rd_unsupported(r, "address space %u", space);
  return space == 0;
}

static void read_load(Reader *r, LLVMValueRef i) {
  if (!is_plain_pointer(r, LLVMGetOperand(i, 0))) return;
  Val pointer = rd_value(r, LLVMGetOperand(i, 0));
  Val made = rd_load(r, rd_value_type(r, LLVMTypeOf(i)), pointer);
  if (LLVMGetVolatile(i)) rd_inst(r, made)->flags |= INST_VOLATILE;
  rd_note_field(r, val_index(made), i, LLVMGetOperand(i, 0));
  rd_set_value(r, i, made);
}

static void read_store(Reader *r, LLVMValueRef i) {
  if (!is_plain_pointer(r, LLVMGetOperand(i, 1))) return;
  Val value = rd_value(r, LLVMGetOperand(i, 0));
  Val pointer = rd_value(r, LLVMGetOperand(i, 1));
  rd_store(r, value, pointer);
  uint32_t made = r->f->insts.n - 1;
  if (LLVMGetVolatile(i)) r->f->insts.at[made].flags |= INST_VOLATILE;
  rd_note_field(r, made, i, LLVMGetOperand(i, 1));
}

/* ---- control ---- */

static ReadBlock *block_of(Reader *r, LLVMBasicBlockRef block) {
  uint64_t *index = map_find(&r->blocks, key_of(block));
  require(index != NULL);
  assert(*index < r->order.n);
  return &r->order.at[*index];
}

static BlockId target(Reader *r, LLVMValueRef i, unsigned k) {
  return block_of(r, LLVMGetSuccessor(i, k))->start;
}

static void read_branch(Reader *r, LLVMValueRef i) {
  LocId loop = rd_loop_loc(r, i);
  if (loop.id) r->f->blocks.at[target(r, i, 0).id].loop = loop;
  if (!LLVMIsConditional(i)) {
    rd_end(r, OP_BR, NULL, 0, (BlockId[]){target(r, i, 0)}, 1);
    return;
  }
  Val cond = rd_value(r, LLVMGetCondition(i));
  BlockId to[2] = {target(r, i, 0), target(r, i, 1)};
  rd_end(r, OP_CONDBR, &cond, 1, to, 2);
}

static void read_switch(Reader *r, LLVMValueRef i) {
  assert(LLVMGetNumSuccessors(i) >= 1);
  uint32_t n = LLVMGetNumSuccessors(i);
  Val *ops = MEM_ARRAY(r->mem, Val, n);
  BlockId *to = MEM_ARRAY(r->mem, BlockId, n);
  ops[0] = rd_value(r, LLVMGetOperand(i, 0));
  for (uint32_t k = 0; k < n; k++) {
    if (k) ops[k] = rd_value(r, LLVMGetOperand(i, 2 * k));
    to[k] = target(r, i, k);
  }
  rd_end(r, OP_SWITCH, ops, n, to, n);
  MEM_FREE_ARRAY(r->mem, ops, n);
  MEM_FREE_ARRAY(r->mem, to, n);
}

/* Computed goto: a switch over which of the labels it is. */
static void read_indirectbr(Reader *r, LLVMValueRef i) {
  uint32_t n = LLVMGetNumSuccessors(i), used = 1;
  Val *ops = MEM_ARRAY(r->mem, Val, n + 1);
  BlockId *to = MEM_ARRAY(r->mem, BlockId, n + 1);
  TypeId bit = prog_type_int(r->p, 1);
  Map seen;
  map_init(&seen, r->mem);
  Val address = rd_value(r, LLVMGetOperand(i, 0));
  ops[0] = rd_number(r, rd_word(r), 0);
  to[0] = prog_add_block(r->p, r->f, NULL);
  for (uint32_t k = 0; k < n; k++) {
    LLVMBasicBlockRef block = LLVMGetSuccessor(i, k);
    if (map_find(&seen, key_of(block))) continue;
    map_put(&seen, key_of(block), 1);
    Val here = rd_emit2(r, OP_EQ, bit, address, rd_label(r, block));
    ops[used] = rd_number(r, rd_word(r), used);
    Val which[3] = {here, ops[used], ops[0]};
    ops[0] = rd_emit(r, OP_SELECT, rd_word(r), which, 3);
    to[used++] = target(r, i, k);
  }
  BlockId home = r->at;
  rd_end(r, OP_SWITCH, ops, used, to, used);
  assert(used >= 1 && used <= n + 1);
  r->at = to[0];
  if (rd_goes_on(r)) /* C has no such goto */
    rd_stop(r, "goto to an unknown address");
  else
    rd_unsupported(r, "goto to an unknown address");
  r->at = home;
  map_done(&seen);
  MEM_FREE_ARRAY(r->mem, ops, n + 1);
  MEM_FREE_ARRAY(r->mem, to, n + 1);
}

static void read_return(Reader *r, LLVMValueRef i) {
  if (!LLVMGetNumOperands(i)) {
    rd_end(r, OP_RET, NULL, 0, NULL, 0);
    return;
  }
  Val value = rd_value(r, LLVMGetOperand(i, 0));
  rd_end(r, OP_RET, &value, 1, NULL, 0);
}

static void read_phi(Reader *r, LLVMValueRef i) {
  Val phi = rd_emit(r, OP_PHI, rd_value_type(r, LLVMTypeOf(i)), NULL, 0);
  rd_set_value(r, i, phi);
  VEC_PUSH(r->mem, &r->phis, i);
}

/* What an instruction that cannot be read is called; NULL: it can be. */
/* Is it a call of what does not return? */
static bool is_last_call(LLVMValueRef i) {
  const LLVMAttributeIndex at = LLVMAttributeFunctionIndex;
  unsigned kind = LLVMGetEnumAttributeKindForName("noreturn", 8);
  if (!i || !LLVMIsACallInst(i)) return false;
  LLVMValueRef callee = LLVMGetCalledValue(i);
  return LLVMGetCallSiteEnumAttribute(i, at, kind) ||
         (LLVMIsAFunction(callee) &&
          LLVMGetEnumAttributeAtIndex(callee, at, kind));
}

/* Elsewhere it is the end of a function that was declared not to return, or
 * what the program says that no run comes to. */
static void read_unreachable(Reader *r, LLVMValueRef i) {
  if (!is_last_call(LLVMGetPreviousInstruction(i)) && r->f->origin == FUNC_USER)
    prog_ledger(r->p, LEDGER_PREMISE, r->loc,
                "no run comes to __builtin_unreachable(), or to the end of a "
                "function declared not to return");
  rd_stop(r, "unreachable");
}

static const char *unsupported_name(LLVMOpcode opcode) {
  switch ((int)opcode) {
  case LLVMInvoke: return "invoke";
  case LLVMCallBr: return "asm goto";
  case LLVMVAArg: return "va_arg instruction";
  case LLVMResume:
  case LLVMLandingPad:
  case LLVMCleanupRet:
  case LLVMCatchRet:
  case LLVMCatchPad:
  case LLVMCleanupPad:
  case LLVMCatchSwitch: return "exception handling";
  case LLVMAtomicCmpXchg:
  case LLVMAtomicRMW: return "atomic instruction";
  default: return NULL;
  }
}

static bool types_are_fine(Reader *r, LLVMValueRef i) {
  if (!rd_type_is_fine(r, LLVMTypeOf(i))) return false;
  if (LLVMIsATerminatorInst(i) || LLVMIsACallInst(i)) return true;
  for (int k = LLVMGetNumOperands(i); k-- > 0;) {
    LLVMValueRef op = LLVMGetOperand(i, (unsigned)k);
    if (!LLVMValueIsBasicBlock(op) && !rd_type_is_fine(r, LLVMTypeOf(op)))
      return false;
  }
  return true;
}

static void jump_anywhere(Reader *r, LLVMValueRef i) {
  uint32_t n = LLVMGetNumSuccessors(i);
  BlockId *to = MEM_ARRAY(r->mem, BlockId, n);
  for (uint32_t k = 0; k < n; k++) to[k] = target(r, i, k);
  rd_jump_anywhere(r, to, n);
  MEM_FREE_ARRAY(r->mem, to, n);
}

static void read_instruction(Reader *r, LLVMValueRef i) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  if (rd_goes_on(r) && LLVMIsATerminatorInst(i) && unsupported_name(opcode)) {
    jump_anywhere(r, i);
    return;
  }
  if (!types_are_fine(r, i)) {
    char *type = LLVMPrintTypeToString(LLVMTypeOf(i));
    rd_unsupported(r, "value of type %.100s", type);
    LLVMDisposeMessage(type);
    return;
  }
  if (LLVMCanValueUseFastMathFlags(i) && LLVMGetFastMathFlags(i) &&
      r->f->origin == FUNC_USER)
    prog_ledger(r->p, LEDGER_PREMISE, (LocId){0},
                "floats are computed as written, although the compiler was "
                "allowed to do otherwise (-ffast-math and its like)");
  if (unsupported_name(opcode)) {
    rd_unsupported(r, "%s", unsupported_name(opcode));
    return;
  }
  switch ((int)opcode) {
  case LLVMAlloca: read_alloca(r, i); break;
  case LLVMLoad: read_load(r, i); break;
  case LLVMStore: read_store(r, i); break;
  case LLVMCall: rd_call(r, i); break;
  case LLVMPHI: read_phi(r, i); break;
  case LLVMExtractValue: rd_extractvalue(r, i); break;
  case LLVMInsertValue: rd_insertvalue(r, i); break;
  case LLVMFence: break; /* one thread: order is program order */
  case LLVMBr: read_branch(r, i); break;
  case LLVMSwitch: read_switch(r, i); break;
  case LLVMIndirectBr: read_indirectbr(r, i); break;
  case LLVMRet: read_return(r, i); break;
  case LLVMUnreachable: read_unreachable(r, i); break;
  default: read_operation(r, i); break;
  }
}

/* ---- functions ---- */

typedef struct OrderFrame {
  LLVMBasicBlockRef block;
  unsigned next; /* successor to visit */
} OrderFrame;

/* Reachable blocks in reverse postorder. */
static void order_blocks(Reader *r) {
  assert(r->order.n == 0);
  Vec(OrderFrame) stack = {0};
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(r->function);
  map_put(&r->blocks, key_of(entry), 0);
  VEC_PUSH(r->mem, &stack, ((OrderFrame){entry, 0}));
  while (stack.n) {
    OrderFrame *top = &VEC_LAST(&stack);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(top->block);
    if (top->next < LLVMGetNumSuccessors(end)) {
      LLVMBasicBlockRef to = LLVMGetSuccessor(end, top->next++);
      if (map_find(&r->blocks, key_of(to))) continue;
      map_put(&r->blocks, key_of(to), 0);
      VEC_PUSH(r->mem, &stack, ((OrderFrame){to, 0}));
    } else {
      VEC_PUSH(r->mem, &r->order, ((ReadBlock){.block = top->block}));
      stack.n--;
    }
  }
  VEC_DONE(r->mem, &stack);
  for (uint32_t i = 0, n = r->order.n; i < n / 2; i++) {
    ReadBlock swap = r->order.at[i];
    r->order.at[i] = r->order.at[n - 1 - i];
    r->order.at[n - 1 - i] = swap;
  }
  for (uint32_t i = 0; i < r->order.n; i++) {
    map_put(&r->blocks, key_of(r->order.at[i].block), i);
    r->order.at[i].start = prog_add_block(r->p, r->f, NULL);
  }
  assert(r->order.n > 0 && r->order.at[0].block == entry);
}

static void read_block(Reader *r, uint32_t index) {
  assert(index < r->order.n);
  r->at = r->order.at[index].start;
  LLVMValueRef i = LLVMGetFirstInstruction(r->order.at[index].block);
  for (; i; i = LLVMGetNextInstruction(i)) {
    r->loc = rd_instruction_loc(r, i);
    r->instruction = i;
    read_instruction(r, i);
  }
  r->instruction = NULL;
  /* Where the terminator went; behind UNSUPPORTED and STOP an empty block. */
  r->order.at[index].end = r->at;
}

/* Fills in a phi's operands; what a constant operand needs in instructions
 * goes to the end of the predecessor, before its terminator. */
static void finish_phi(Reader *r, LLVMValueRef phi, uint32_t number) {
  assert(LLVMIsAPHINode(phi) && number > 0);
  uint32_t n = LLVMCountIncoming(phi), used = 0;
  Val *ops = ARENA_ARRAY(&r->p->arena, Val, n);
  BlockId *from = ARENA_ARRAY(&r->p->arena, BlockId, n);
  uint32_t index =
      val_index((Val){(uint32_t)map_get(&r->values, key_of(phi), 0)});
  assert(r->f->insts.at[index].op == OP_PHI);
  r->loc = r->f->insts.at[index].loc;
  for (uint32_t k = 0; k < n; k++) {
    uint64_t *at = map_find(&r->blocks, key_of(LLVMGetIncomingBlock(phi, k)));
    if (!at || r->order.at[*at].stamp == number) continue;
    r->order.at[*at].stamp = number;
    r->at = r->order.at[*at].end;
    if (!r->f->blocks.at[r->at.id].insts.n) continue;
    uint32_t end = VEC_POP(&r->f->blocks.at[r->at.id].insts);
    ops[used] = rd_value(r, LLVMGetIncomingValue(phi, k));
    VEC_PUSH(r->mem, &r->f->blocks.at[r->at.id].insts, end);
    if (r->at.id != r->order.at[*at].end.id) r->edges_moved = true;
    r->order.at[*at].end = r->at;
    from[used++] = r->at;
  }
  Inst *inst = &r->f->insts.at[index];
  inst->ops = ops;
  inst->blocks = from;
  inst->n_ops = inst->n_blocks = used;
}

static void finish_phis(Reader *r) {
  for (uint32_t i = 0; i < r->phis.n; i++) finish_phi(r, r->phis.at[i], i + 1);
}

static void call_constructor(LLVMValueRef function, void *context) {
  Reader *r = context;
  Val callee = rd_constant(r, function);
  FuncId id = prog_const(r->p, callee)->func;
  rd_emit(r, OP_CALL, prog_func(r->p, id)->ret, &callee, 1);
}

static void call_constructors(Reader *r) {
  if (LLVMGetFirstUse(r->function)) return;
  r->at = r->order.at[0].start;
  r->loc = r->f->loc;
  fe_each_constructor(r->module, call_constructor, r);
}

void rd_function(Reader *r, LLVMValueRef function, FuncId func) {
  require(func.id > 0 && func.id < r->p->funcs.n &&
          !LLVMIsDeclaration(function));
  r->function = function;
  r->func = func;
  r->f = prog_func(r->p, func);
  r->f->state = FUNC_DEFINED;
  r->f->first_site = r->p->n_sites + 1;
  r->flags = r->f->origin == FUNC_MODEL ? INST_MODEL : 0;
  map_clear(&r->values);
  map_clear(&r->pairs);
  map_clear(&r->blocks);
  VEC_CLEAR(&r->order);
  VEC_CLEAR(&r->phis);
  r->edges_moved = false;
  for (uint32_t i = 0; i < r->f->n_params; i++)
    rd_set_value(r, LLVMGetParam(function, i), prog_param(i));
  order_blocks(r);
  if (function == rd_entry(r->module, "main")) call_constructors(r);
  for (uint32_t i = 0; i < r->order.n; i++) read_block(r, i);
  finish_phis(r);
  rd_prune(r);
  r->f->n_sites = r->p->n_sites + 1 - r->f->first_site;
  assert(r->f->blocks.n > 0);
}
