/* SPDX-License-Identifier: MIT
 *
 * What cannot be read, where functions are looked at one by one.
 *
 * A program ends where it comes to something that is not supported, and what
 * follows is dead.  Units of a scan cannot do without what follows: what the
 * tree writes, frees and calls is asked for as a whole, and a function that
 * calls signal() first would be taken for one that does nothing.  So here a
 * thing that cannot be read is a call of a function without a body that is
 * given all of its pointers, and its value an input; calls of functions that
 * are not supported are calls like any other.
 *
 * Two kinds need more.  What is declared not to return (longjmp) ends the
 * execution here, for it goes on elsewhere.  And setjmp comes back a second
 * time, with memory as it is then: INST_LOSES on the way where its result is
 * not 0, for the others (getcontext) in any case.  Locals in registers need
 * nothing: what changed since and is not volatile has no value (C11
 * 7.13.2.1p3).
 *
 * Assembly that says it changes memory, and is not understood, loses all of it,
 * too: it may have got addresses as numbers.  A naked function, which is
 * nothing but assembly, has no body here: where that ends is not known. */
#include "frontend/read/reader.h"

static const char stand_in[] = "__cutpoint_unsupported";

void rd_declare_anything(Reader *r) {
  assert(!r->anything.id);
  r->is_unit = !fe_library_is_known(r->module);
  if (!r->is_unit) return;
  r->anything = prog_add_function(r->p, stand_in, (TypeId){0}, NULL, 0);
  prog_func(r->p, r->anything)->arity = FUNC_VARIADIC;
}

bool rd_goes_on(const Reader *r) {
  return r->is_unit && r->f->origin == FUNC_USER;
}

static bool is_plain_pointer(LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  return LLVMGetTypeKind(type) == LLVMPointerTypeKind &&
         LLVMGetPointerAddressSpace(type) == 0;
}

/* Is it assembly that says so? */
static bool changes_memory(LLVMValueRef instruction) {
  if (!instruction || !LLVMIsACallInst(instruction)) return false;
  LLVMValueRef callee = LLVMGetCalledValue(instruction);
  if (!LLVMIsAInlineAsm(callee)) return false;
  size_t n;
  const char *text = LLVMGetInlineAsmConstraintString(callee, &n);
  return memmem(text, n, "{memory}", strlen("{memory}")) != NULL;
}

bool rd_is_naked(LLVMValueRef function) {
  assert(LLVMIsAFunction(function));
  static const char name[] = "naked";
  unsigned naked = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
  LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
  return LLVMGetEnumAttributeAtIndex(function, at, naked) != NULL;
}

/* The call, given the pointers among the operands of the instruction that is
 * being read.  These may be what cannot be read. */
static Val call_anything(Reader *r) {
  Vec(Val) ops = {0};
  uint32_t n =
      r->instruction ? (uint32_t)LLVMGetNumOperands(r->instruction) : 0;
  VEC_PUSH(r->mem, &ops, prog_const_func(r->p, r->anything));
  r->in_anything = true;
  for (uint32_t i = 0; i < n; i++) {
    LLVMValueRef op = LLVMGetOperand(r->instruction, i);
    if (!LLVMValueIsBasicBlock(op) && !LLVMIsAInlineAsm(op) &&
        is_plain_pointer(op))
      VEC_PUSH(r->mem, &ops, rd_value(r, op));
  }
  r->in_anything = false;
  Val made = rd_emit(r, OP_CALL, (TypeId){0}, ops.at, ops.n);
  if (changes_memory(r->instruction)) rd_inst(r, made)->flags |= INST_LOSES;
  VEC_DONE(r->mem, &ops);
  return made;
}

void rd_do_anything(Reader *r) {
  require(r->is_unit);
  if (!r->in_anything) call_anything(r);
}

void rd_jump_anywhere(Reader *r, const BlockId *to, uint32_t n) {
  require(r->is_unit);
  if (!r->in_anything) call_anything(r);
  if (n == 0) {
    rd_stop(r, "unsupported");
    return;
  }
  Val *ops = MEM_ARRAY(r->mem, Val, n);
  ops[0] = rd_input(r, rd_word(r), INPUT_ASM, NULL);
  for (uint32_t i = 1; i < n; i++) ops[i] = rd_number(r, rd_word(r), i);
  rd_end(r, OP_SWITCH, ops, n, to, n);
  MEM_FREE_ARRAY(r->mem, ops, n);
}

void rd_come_back(Reader *r, LLVMValueRef call, const char *name) {
  require(r->is_unit);
  const char *what = fe_unsupported(name);
  if (!what || strcmp(what, "setjmp") != 0 ||
      !rd_value_type(r, LLVMTypeOf(call)).id) {
    rd_inst(r, call_anything(r))->flags |= INST_LOSES;
    return;
  }
  BlockId again = prog_add_block(r->p, r->f, NULL);
  BlockId on = prog_add_block(r->p, r->f, NULL);
  Val is_second = rd_is_nonzero(r, rd_value(r, call));
  rd_end(r, OP_CONDBR, &is_second, 1, (BlockId[]){again, on}, 2)->flags |=
      INST_MODEL;
  r->at = again;
  rd_inst(r, call_anything(r))->flags |= INST_LOSES;
  rd_end(r, OP_BR, NULL, 0, &on, 1);
  r->at = on;
}
