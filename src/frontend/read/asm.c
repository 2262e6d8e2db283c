/* SPDX-License-Identifier: MIT
 *
 * Inline assembly: what may change becomes unknown.
 *
 * The text is not understood.  Results are fresh inputs, objects that an
 * operand lets the text write to are havoced, and with a "memory" clobber the
 * objects behind all pointer operands.  That the text touches nothing else is
 * a recorded premise.
 *
 * An empty text does nothing: it is a compiler barrier, or hides a value from
 * the optimiser, in which case a result tied to an input is that input.  That
 * of "=rm" is a place in memory here, to which the input is stored then. */
#include "frontend/assembly.h"
#include "frontend/read/reader.h"

#include <ctype.h>

static bool is_blank(const char *text, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (!isspace((unsigned char)text[i])) return false;
  return true;
}

/* What is behind a memory operand; NULL: unknown. */
static LLVMTypeRef operand_type(const Reader *r, LLVMValueRef call,
                                uint32_t index) {
  LLVMAttributeRef a =
      LLVMGetCallSiteEnumAttribute(call, index + 1, r->kind_elementtype);
  return a ? LLVMGetTypeAttributeValue(a) : NULL;
}

/* Its bytes; 0: unknown. */
static uint64_t operand_size(Reader *r, LLVMValueRef call, uint32_t index) {
  LLVMTypeRef type = operand_type(r, call, index);
  return type ? rd_size(r, type) : 0;
}

static void havoc_operand(Reader *r, LLVMValueRef call, uint32_t index,
                          uint64_t bytes) {
  assert(index < LLVMGetNumArgOperands(call));
  Val pointer = rd_value(r, LLVMGetOperand(call, index));
  if (prog_type(r->p, rd_type_of(r, pointer))->kind != TYPE_PTR) return;
  Val ops[2] = {pointer, rd_number(r, rd_word(r), bytes)};
  rd_emit(r, OP_HAVOC, (TypeId){0}, ops, bytes ? 2 : 1);
}

/* Memory the text may write: its memory outputs, and with a clobber what the
 * pointer operands point to. */
static void havoc_memory(Reader *r, LLVMValueRef call, const AsmShape *shape) {
  for (uint32_t i = 0; i < shape->n; i++) {
    const AsmOperand *op = &shape->operands[i];
    if (op->kind == ASM_OUT_MEMORY)
      havoc_operand(r, call, op->argument, operand_size(r, call, op->argument));
    else if (op->kind != ASM_OUT && shape->clobbers_memory)
      havoc_operand(r, call, op->argument, 0);
  }
}

/* A result of empty text tied to an input of the same type; none otherwise. */
static Val tied_input(Reader *r, LLVMValueRef call, const AsmShape *shape,
                      uint32_t output, TypeId type) {
  assert(output < shape->n);
  for (uint32_t i = 0; i < shape->n; i++) {
    const AsmOperand *op = &shape->operands[i];
    if (op->kind != ASM_IN || op->tied != (int)output) continue;
    Val val = rd_value(r, LLVMGetOperand(call, op->argument));
    if (rd_type_of(r, val).id == type.id) return val;
  }
  return (Val){0};
}

/* What empty text leaves in its outputs in memory: the input that is tied to
 * one which could be a register as well, else anything. */
static void keep_memory(Reader *r, LLVMValueRef call, const AsmShape *shape) {
  for (uint32_t i = 0; i < shape->n; i++) {
    const AsmOperand *op = &shape->operands[i];
    if (op->kind != ASM_OUT_MEMORY) continue;
    LLVMTypeRef type = operand_type(r, call, op->argument);
    Val kept = {0};
    if (type && op->may_be_register)
      kept = tied_input(r, call, shape, i, rd_value_type(r, type));
    if (val_is_none(kept))
      havoc_operand(r, call, op->argument, operand_size(r, call, op->argument));
    else
      rd_store(r, kept, rd_value(r, LLVMGetOperand(call, op->argument)));
  }
}

static Val asm_result(Reader *r, LLVMValueRef call, const AsmShape *shape,
                      uint32_t output, TypeId type, bool blank) {
  assert(shape->operands[output].kind == ASM_OUT);
  Val val = {0};
  if (blank) val = tied_input(r, call, shape, output, type);
  if (!val_is_none(val)) return val;
  val = rd_input(r, type, INPUT_ASM, NULL);
  if (fe_asm_is_outside(call)) rd_note_place(r, call, val);
  return val;
}

/* Two results are taken apart again by whoever uses them. */
static void make_pair(Reader *r, LLVMValueRef call, const AsmShape *shape,
                      bool blank) {
  uint64_t pair = 0, unused;
  assert(shape->n_results == 2);
  for (uint32_t i = 0; i < shape->n; i++) {
    if (shape->operands[i].kind != ASM_OUT) continue;
    LLVMTypeRef part =
        rd_element(r, LLVMTypeOf(call), shape->operands[i].result, &unused);
    Val val = asm_result(r, call, shape, i, rd_value_type(r, part), blank);
    pair = pair << 32 | val.id;
  }
  map_put(&r->pairs, key_of(call), pair);
}

static void make_results(Reader *r, LLVMValueRef call, const AsmShape *shape,
                         bool blank) {
  LLVMTypeRef type = LLVMTypeOf(call);
  TypeId whole_type = rd_value_type(r, type);
  if (!whole_type.id) return;
  if (shape->n_results == 2) {
    make_pair(r, call, shape, blank);
    return;
  }
  bool one = shape->n_results == 1;
  Val whole = {0};
  for (uint32_t i = 0; i < shape->n; i++) {
    if (shape->operands[i].kind != ASM_OUT) continue;
    if (one) {
      whole = asm_result(r, call, shape, i, whole_type, blank);
      break;
    }
    uint64_t low;
    LLVMTypeRef part = rd_element(r, type, shape->operands[i].result, &low);
    Val val = asm_result(r, call, shape, i, rd_value_type(r, part), blank);
    if (val_is_none(whole)) whole = rd_number(r, whole_type, 0);
    whole = rd_insert(r, whole, low, val);
  }
  if (val_is_none(whole)) whole = rd_input(r, whole_type, INPUT_ASM, NULL);
  rd_set_value(r, call, whole);
}

void rd_asm(Reader *r, LLVMValueRef call, LLVMValueRef code) {
  require(LLVMIsACallInst(call) && LLVMIsAInlineAsm(code));
  size_t n_text;
  const char *text = LLVMGetInlineAsmAsmString(code, &n_text);
  AsmShape shape = fe_asm_shape(call);
  bool blank = is_blank(text, n_text);
  LLVMValueRef f = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
  if (!shape.understood || shape.n_arguments > LLVMGetNumArgOperands(call) ||
      rd_is_naked(f)) {
    rd_unsupported(r, "inline assembly");
    return;
  }
  if (!blank) {
    havoc_memory(r, call, &shape);
    prog_ledger(r->p, LEDGER_OVER, r->loc,
                "inline assembly: any result, any contents of its operands");
    prog_ledger(r->p, LEDGER_PREMISE, (LocId){0},
                "inline assembly writes nothing but its operands");
  } else {
    keep_memory(r, call, &shape);
  }
  make_results(r, call, &shape, blank);
}
