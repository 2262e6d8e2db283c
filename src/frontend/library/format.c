/* SPDX-License-Identifier: MIT
 *
 * Calls of printf, scanf and their like whose format is a constant.
 *
 * A model that reads its format at run time is a loop over characters with a
 * switch in it, for each call, which every engine has to go through.  But the
 * format is nearly always a literal.  So it is read here, and the call becomes
 * one call of a small model for each conversion (models/format.c): what is
 * read, what is stored, how long the text is.
 *
 * A format with anything that is not known stays as it is: positions (%1$d),
 * %n, %m, arguments that do not fit.  This is done before the models are
 * linked, when a function of the library is one without a body. */
#include "frontend/library/format.h"
#include "frontend/module.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

/* ---- reading a format ---- */

bool format_is_literal(LLVMValueRef operand) {
  size_t n;
  const char *text = fe_constant_text(operand, &n);
  return text && (n == 0 || memchr(text, 0, n));
}

/* The text of a wide literal, if it has plain characters only. */
static bool read_wide(LLVMValueRef operand, char *room, size_t size) {
  LLVMValueRef text = LLVMIsAGlobalVariable(operand);
  if (!text || !LLVMIsGlobalConstant(text)) return false;
  text = LLVMGetInitializer(text);
  LLVMTypeRef type = text ? LLVMTypeOf(text) : NULL;
  if (!type || LLVMGetTypeKind(type) != LLVMArrayTypeKind) return false;
  uint64_t n = LLVMGetArrayLength2(type);
  for (unsigned i = 0; i < n && i < size; i++) {
    LLVMValueRef c = LLVMGetAggregateElement(text, i);
    if (!c || !LLVMIsAConstantInt(c) || LLVMConstIntGetZExtValue(c) > 126)
      return false;
    room[i] = (char)LLVMConstIntGetZExtValue(c);
    if (!room[i]) return true;
  }
  return false;
}

bool format_read(Format *format, FormatOf of, LLVMValueRef operand) {
  enum { LONG = 512 };
  char room[LONG];
  size_t n;
  const char *text = fe_constant_text(operand, &n);
  if (text && !format_is_literal(operand)) return false;
  if (!text) text = room;
  if (text == room && !read_wide(operand, room, sizeof room)) return false;
  return format_parse(format, of, text,
                      text != room && n == 0 ? 0 : strlen(text));
}

/* ---- building ---- */

void format_look_at_stream(Formats *w, LLVMValueRef call, int argument) {
  require(LLVMIsACallInst(call) && argument >= -1);
  if (argument < 0 || (unsigned)argument >= LLVMGetNumArgOperands(call)) return;
  LLVMValueRef stream = LLVMGetOperand(call, (unsigned)argument);
  LLVMTypeRef none = LLVMVoidTypeInContext(w->context);
  if (fe_is_pointer(stream))
    format_call(w, "__cutpoint_stream_used", none, &stream, 1);
}

LLVMValueRef format_number(LLVMTypeRef type, uint64_t value) {
  return LLVMConstInt(type, value, 0);
}

LLVMValueRef format_call(Formats *w, const char *name, LLVMTypeRef result,
                         LLVMValueRef *args, unsigned n) {
  LLVMTypeRef params[8];
  require(n <= 8);
  for (unsigned i = 0; i < n; i++) params[i] = LLVMTypeOf(args[i]);
  LLVMTypeRef type = LLVMFunctionType(result, params, n, 0);
  LLVMValueRef f = fe_function(w->module, name, type);
  return LLVMBuildCall2(w->builder, type, f, args, n, "");
}

LLVMValueRef format_real(Formats *w, const char *name, LLVMValueRef *args,
                         unsigned n, LLVMValueRef modelled) {
  LLVMValueRef all[FORMAT_ARGUMENTS + 1] = {modelled};
  char real[128];
  require(n <= FORMAT_ARGUMENTS);
  for (unsigned i = 0; i < n; i++) all[i + 1] = args[i];
  snprintf(real, sizeof real, FE_REAL "%s", name);
  LLVMTypeRef result = LLVMTypeOf(modelled);
  LLVMTypeRef type = LLVMFunctionType(result, &result, 1, 1);
  LLVMValueRef f = fe_function(w->module, real, type);
  return LLVMBuildCall2(w->builder, type, f, all, n + 1, "");
}

static void set_dry(Formats *w, uint64_t dry) {
  LLVMValueRef arg = format_number(w->i32, dry);
  format_call(w, FE_DRY, LLVMVoidTypeInContext(w->context), &arg, 1);
}

void format_begin_real(Formats *w) {
  set_dry(w, 1);
}

LLVMValueRef format_real_call(Formats *w, LLVMValueRef call,
                              LLVMValueRef modelled) {
  set_dry(w, 0);
  LLVMValueRef args[FORMAT_ARGUMENTS];
  unsigned n = LLVMGetNumArgOperands(call);
  size_t length;
  require(n <= FORMAT_ARGUMENTS);
  for (unsigned i = 0; i < n; i++) args[i] = LLVMGetOperand(call, i);
  const char *name = LLVMGetValueName2(LLVMGetCalledValue(call), &length);
  return format_real(w, name, args, n, modelled);
}

void format_replace(LLVMValueRef call, LLVMValueRef by) {
  assert(LLVMTypeOf(call) == LLVMTypeOf(by) || !LLVMGetFirstUse(call));
  if (LLVMGetFirstUse(call)) LLVMReplaceAllUsesWith(call, by);
  LLVMInstructionEraseFromParent(call);
}

/* ---- all calls ---- */

static void replace_call(Formats *w, LLVMValueRef call) {
  LLVMValueRef callee = fe_strip_alias(LLVMGetCalledValue(call));
  if (!LLVMIsAFunction(callee) || !LLVMIsDeclaration(callee)) return;
  if (LLVMGetNumArgOperands(call) > FORMAT_ARGUMENTS) return;
  size_t n;
  const char *name = LLVMGetValueName2(callee, &n);
  LLVMPositionBuilderBefore(w->builder, call);
  LLVMSetCurrentDebugLocation2(w->builder, LLVMInstructionGetDebugLoc(call));
  format_names(w, call, name);
  format_reads(w, call, name);
  format_sets(w, call, name);
  if (format_signal(w, call, name)) return;
  bool done = LLVMTypeOf(call) == w->i32 &&
              (format_print(w, call, name) || format_scan(w, call, name) ||
               format_answer(w, call, name));
  if (!done) format_write(w, call, name);
}

void fe_read_formats(LLVMModuleRef user, FeMemory memory) {
  LLVMContextRef context = LLVMGetModuleContext(user);
  Formats w = {
      .module = user,
      .context = context,
      .builder = LLVMCreateBuilderInContext(context),
      .memory = memory,
      .i32 = LLVMInt32TypeInContext(context),
      .word = LLVMIntPtrTypeInContext(context, LLVMGetModuleDataLayout(user)),
      .pointer = LLVMPointerTypeInContext(context, 0)};
  LLVMValueRef f = LLVMGetFirstFunction(user);
  for (; f; f = LLVMGetNextFunction(f)) {
    LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f);
    for (; b; b = LLVMGetNextBasicBlock(b)) {
      LLVMValueRef i = LLVMGetFirstInstruction(b), next;
      for (; i; i = next) {
        next = LLVMGetNextInstruction(i);
        if (LLVMIsACallInst(i)) replace_call(&w, i);
      }
    }
  }
  LLVMDisposeBuilder(w.builder);
}
