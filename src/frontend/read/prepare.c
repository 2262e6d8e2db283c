/* SPDX-License-Identifier: MIT
 *
 * Before reading: uninitialised locals become explicit inputs, atomics become
 * plain memory accesses, and locals become SSA values.
 *
 * Promotion to SSA gives "undef" to a read of an uninitialised local, and LLVM
 * folds undef as it likes: in `int x; if (c) x = 1; if (x != 1) err();` the
 * error vanishes.  So first a call of a private function is stored into every
 * local that promotion could take.  The call is marked with the C variable, so
 * that the reader can name the input; calls nobody reads are removed again.
 *
 * Promotion repeats: when `int *p = &x` has become a value, x can be taken as
 * well, although its address was stored when we looked.  The other locals are
 * therefore held in memory, by passing their address to a function for as long
 * as the pass runs.
 *
 * What stays in memory and is declared in the body of a loop gets fresh bytes
 * where it is declared, by a call that the reader makes a HAVOC.
 *
 * No other pass runs.  dce would delete dead loads and dead additions, whose
 * failure (null pointer, overflow) may be the property; instcombine, gvn,
 * early-cse and simplifycfg exploit undefined behaviour.
 *
 * Threads are not supported, so an atomic operation is its plain form.
 *
 * LLVM walks up the scopes of positions it merges, which is quadratic in the
 * depth of nested blocks.  Positions in deep blocks are moved to the scope of
 * their function first: the reader asks them for file, line and column only. */
#include "frontend/read/reader.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>

typedef Vec(LLVMBasicBlockRef) BlockStack;

typedef struct Prepare {
  LLVMModuleRef module;
  LLVMContextRef context;
  LLVMBuilderRef builder;
  FeDiag *diag;
  Map makers;          /* LLVM type -> private function */
  LLVMValueRef holder; /* takes the address of what must stay in memory */
  Map declares;        /* alloca -> its dbg.declare */
  Map depths;          /* debug scope -> 1 + blocks around it in its function */
  unsigned md_var;
} Prepare;

static void add_attribute(LLVMValueRef function, const char *name,
                          uint64_t value) {
  LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  assert(kind != 0);
  LLVMAddAttributeAtIndex(function,
                          (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                          LLVMCreateEnumAttribute(c, kind, value));
}

/* The function that makes an unknown value of `type`. */
static LLVMValueRef maker(Prepare *w, LLVMTypeRef type) {
  LLVMValueRef f =
      (LLVMValueRef)(uintptr_t)map_get(&w->makers, key_of(type), 0);
  if (f) return f;
  char name[64];
  snprintf(name, sizeof name, FE_UNDEF_PREFIX "%u", w->makers.n);
  f = LLVMAddFunction(w->module, name, LLVMFunctionType(type, NULL, 0, 0));
  add_attribute(f, "memory", 1 << 2); /* reads inaccessible memory only */
  add_attribute(f, "nounwind", 0);
  add_attribute(f, "willreturn", 0);
  add_attribute(f, "nosync", 0);
  add_attribute(f, "nofree", 0);
  map_put(&w->makers, key_of(type), key_of(f));
  return f;
}

/* Is the value a call of an intrinsic that promotion drops? */
static bool is_droppable(LLVMValueRef user) {
  if (!LLVMIsACallInst(user)) return false;
  LLVMValueRef callee = LLVMGetCalledValue(user);
  if (!LLVMIsAFunction(callee)) return false;
  size_t n;
  const char *name = LLVMGetValueName2(callee, &n);
  return strncmp(name, "llvm.lifetime.", 14) == 0 ||
         strcmp(name, "llvm.assume") == 0;
}

/* An address computed from another that only such calls are given.  (A call
 * whose result nobody uses is none: it has the address itself.) */
static bool has_droppable_uses_only(LLVMValueRef value) {
  if (!LLVMIsAGetElementPtrInst(value) && !LLVMIsABitCastInst(value))
    return false;
  for (LLVMUseRef u = LLVMGetFirstUse(value); u; u = LLVMGetNextUse(u))
    if (!is_droppable(LLVMGetUser(u))) return false;
  return true;
}

/* Does this use keep the alloca from being promoted, at first? */
static bool blocks_promotion(LLVMValueRef user, LLVMValueRef alloca) {
  assert(LLVMIsAAllocaInst(alloca));
  LLVMTypeRef type = LLVMGetAllocatedType(alloca);
  if (LLVMIsALoadInst(user))
    return LLVMTypeOf(user) != type || LLVMGetVolatile(user);
  if (LLVMIsAStoreInst(user)) {
    LLVMValueRef stored = LLVMGetOperand(user, 0);
    return stored == alloca || LLVMTypeOf(stored) != type ||
           LLVMGetVolatile(user);
  }
  return !is_droppable(user) && !has_droppable_uses_only(user);
}

bool fe_may_promote(LLVMValueRef alloca) {
  if (!LLVMIsAConstantInt(LLVMGetOperand(alloca, 0))) return false;
  for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u))
    if (blocks_promotion(LLVMGetUser(u), alloca)) return false;
  return true;
}

static bool is_read(LLVMValueRef alloca) {
  for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u))
    if (LLVMIsALoadInst(LLVMGetUser(u))) return true;
  return false;
}

LLVMValueRef fe_declared_alloca(LLVMValueRef declare) {
  assert(LLVMIsADbgDeclareInst(declare));
  LLVMValueRef address = LLVMGetOperand(declare, 0);
  if (LLVMGetMetadataKind(LLVMValueAsMetadata(address)) !=
      LLVMLocalAsMetadataMetadataKind)
    return NULL;
  LLVMValueRef value = LLVMGetOperand(address, 0);
  return LLVMIsAAllocaInst(value) ? value : NULL;
}

static void find_declares(Prepare *w, LLVMValueRef function) {
  map_clear(&w->declares);
  LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function);
  for (; b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
         i = LLVMGetNextInstruction(i)) {
      if (!LLVMIsADbgDeclareInst(i)) continue;
      LLVMValueRef alloca = fe_declared_alloca(i);
      if (alloca) map_put(&w->declares, key_of(alloca), key_of(i));
    }
}

/* Stores an unknown value into the alloca; `declare` may be NULL. */
static void store_unknown(Prepare *w, LLVMValueRef alloca, LLVMValueRef before,
                          LLVMValueRef declare) {
  assert(LLVMIsAAllocaInst(alloca));
  LLVMValueRef f = maker(w, LLVMGetAllocatedType(alloca));
  LLVMPositionBuilderBefore(w->builder, before);
  LLVMSetCurrentDebugLocation2(w->builder, NULL);
  LLVMValueRef call =
      LLVMBuildCall2(w->builder, LLVMGlobalGetValueType(f), f, NULL, 0, "");
  LLVMValueRef store = LLVMBuildStore(w->builder, call, alloca);
  if (!declare) return;
  LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(declare);
  LLVMInstructionSetDebugLoc(call, loc);
  LLVMInstructionSetDebugLoc(store, loc);
  LLVMSetMetadata(call, w->md_var, LLVMGetOperand(declare, 1));
}

/* Keeps the alloca in memory until release_held. */
static void hold(Prepare *w, LLVMValueRef alloca) {
  assert(LLVMIsAAllocaInst(alloca));
  LLVMTypeRef pointer = LLVMTypeOf(alloca);
  LLVMTypeRef type =
      LLVMFunctionType(LLVMVoidTypeInContext(w->context), &pointer, 1, 0);
  if (!w->holder)
    w->holder = LLVMAddFunction(w->module, FE_UNDEF_PREFIX "hold", type);
  LLVMPositionBuilderBefore(w->builder, LLVMGetNextInstruction(alloca));
  LLVMSetCurrentDebugLocation2(w->builder, NULL);
  LLVMBuildCall2(w->builder, type, w->holder, &alloca, 1, "");
}

static void release_held(Prepare *w) {
  assert(!w->holder || LLVMIsDeclaration(w->holder));
  LLVMUseRef use;
  if (!w->holder) return;
  while ((use = LLVMGetFirstUse(w->holder)))
    LLVMInstructionEraseFromParent(LLVMGetUser(use));
  LLVMDeleteFunction(w->holder);
}

/* What says something about a variable and is no use of it: our own calls, and
 * where its lifetime starts, which stands in front of each declaration. */
static bool is_mark(LLVMValueRef i) {
  size_t n;
  if (!LLVMIsACallInst(i)) return false;
  const char *name = LLVMGetValueName2(LLVMGetCalledValue(i), &n);
  return text_starts_with(name, "__cutpoint_") ||
         text_starts_with(name, "llvm.lifetime.");
}

static bool has_operand(LLVMValueRef i, LLVMValueRef value) {
  for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); k++)
    if (LLVMGetOperand(i, k) == value) return true;
  return false;
}

/* Parameters of functions that clang put in the place of their calls have their
 * values when they are declared: they are used in that block before. */
bool fe_starts_at(LLVMValueRef declare, LLVMValueRef alloca) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(declare);
  if (block == LLVMGetInstructionParent(alloca)) return false;
  LLVMValueRef i = LLVMGetFirstInstruction(block);
  for (; i && i != declare; i = LLVMGetNextInstruction(i))
    if (has_operand(i, alloca) && !is_mark(i)) return false;
  return true;
}

/* An unknown value right behind the alloca, and again each time the
 * declaration is reached in an inner block (C11 6.2.4p6). */
static void make_explicit(Prepare *w, LLVMValueRef alloca) {
  LLVMValueRef declare =
      (LLVMValueRef)(uintptr_t)map_get(&w->declares, key_of(alloca), 0);
  store_unknown(w, alloca, LLVMGetNextInstruction(alloca), declare);
  if (declare && fe_starts_at(declare, alloca))
    store_unknown(w, alloca, declare, declare);
}

/* ---- locals that stay in memory ---- */

static void push_successors(Mem *mem, LLVMBasicBlockRef block,
                            BlockStack *stack) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
  for (unsigned i = 0; end && i < LLVMGetNumSuccessors(end); i++)
    VEC_PUSH(mem, stack, LLVMGetSuccessor(end, i));
}

/* Can control come back to the block? */
static bool is_in_cycle(Prepare *w, LLVMBasicBlockRef block) {
  Mem *mem = w->diag->texts.mem;
  BlockStack stack = {0};
  Map seen;
  bool found = false;
  map_init(&seen, mem);
  push_successors(mem, block, &stack);
  while (stack.n && !found) {
    LLVMBasicBlockRef b = VEC_POP(&stack);
    found = b == block;
    if (map_find(&seen, key_of(b))) continue;
    map_put(&seen, key_of(b), 1);
    push_successors(mem, b, &stack);
  }
  VEC_DONE(mem, &stack);
  map_done(&seen);
  return found;
}

/* The function that fills memory with fresh bytes. */
static LLVMValueRef filler(Prepare *w, LLVMTypeRef pointer) {
  LLVMValueRef fill = LLVMGetNamedFunction(w->module, FE_HAVOC);
  if (fill) return fill;
  LLVMTypeRef params[2] = {pointer, LLVMInt64TypeInContext(w->context)};
  return LLVMAddFunction(
      w->module, FE_HAVOC,
      LLVMFunctionType(LLVMVoidTypeInContext(w->context), params, 2, 0));
}

/* A local of an inner block starts anew each time its declaration is reached;
 * its ALLOCA stands in the entry block and runs once. */
static void refresh_at_declaration(Prepare *w, LLVMValueRef alloca) {
  LLVMValueRef declare =
      (LLVMValueRef)(uintptr_t)map_get(&w->declares, key_of(alloca), 0);
  if (!declare || !LLVMIsAConstantInt(LLVMGetOperand(alloca, 0))) return;
  LLVMBasicBlockRef block = LLVMGetInstructionParent(declare);
  if (!fe_starts_at(declare, alloca) || !is_in_cycle(w, block)) return;
  LLVMValueRef fill = filler(w, LLVMTypeOf(alloca));
  LLVMTypeRef type = LLVMGlobalGetValueType(fill), params[2];
  LLVMGetParamTypes(type, params);
  uint64_t one = LLVMABISizeOfType(LLVMGetModuleDataLayout(w->module),
                                   LLVMGetAllocatedType(alloca));
  uint64_t count = LLVMConstIntGetZExtValue(LLVMGetOperand(alloca, 0));
  LLVMValueRef args[2] = {alloca, LLVMConstInt(params[1], one * count, 0)};
  LLVMPositionBuilderBefore(w->builder, declare);
  LLVMSetCurrentDebugLocation2(w->builder, NULL);
  LLVMValueRef call = LLVMBuildCall2(w->builder, type, fill, args, 2, "");
  LLVMInstructionSetDebugLoc(call, LLVMInstructionGetDebugLoc(declare));
}

/* ---- positions in deep blocks ---- */

enum { DEEP = 64 };

static uint64_t scope_depth(Prepare *w, LLVMMetadataRef scope) {
  Vec(LLVMMetadataRef) chain = {0};
  Mem *mem = w->diag->texts.mem;
  uint64_t depth = 0;
  while (scope && !(depth = map_get(&w->depths, key_of(scope), 0))) {
    VEC_PUSH(mem, &chain, scope);
    scope = fe_scope_around(w->context, scope);
  }
  while (chain.n) map_put(&w->depths, key_of(VEC_POP(&chain)), ++depth);
  VEC_DONE(mem, &chain);
  return depth;
}

static void flatten_position(Prepare *w, LLVMValueRef i, LLVMMetadataRef top) {
  LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(i);
  if (!loc) return;
  LLVMMetadataRef scope = LLVMDILocationGetScope(loc);
  if (scope_depth(w, scope) <= DEEP || LLVMDILocationGetInlinedAt(loc) ||
      LLVMDIScopeGetFile(scope) != LLVMDIScopeGetFile(top))
    return;
  loc =
      LLVMDIBuilderCreateDebugLocation(w->context, LLVMDILocationGetLine(loc),
                                       LLVMDILocationGetColumn(loc), top, NULL);
  LLVMInstructionSetDebugLoc(i, loc);
}

static void flatten_positions(Prepare *w, LLVMValueRef function) {
  LLVMMetadataRef top = LLVMGetSubprogram(function);
  LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function);
  for (; top && b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
         i = LLVMGetNextInstruction(i))
      flatten_position(w, i, top);
}

/* An operation on constants that has no result, as 1 << 40, is poison in
 * clang's code; promotion would choose what it is at a join. */
static void replace_undefined(Prepare *w, LLVMValueRef i) {
  if (LLVMIsAPHINode(i)) return;
  for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); k++) {
    LLVMValueRef operand = LLVMGetOperand(i, k);
    if (!operand || !LLVMIsAUndefValue(operand)) continue;
    LLVMTypeRef type = LLVMTypeOf(operand);
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind) continue;
    LLVMPositionBuilderBefore(w->builder, i);
    LLVMSetCurrentDebugLocation2(w->builder, LLVMInstructionGetDebugLoc(i));
    LLVMValueRef f = maker(w, type);
    LLVMSetOperand(
        i, k,
        LLVMBuildCall2(w->builder, LLVMGlobalGetValueType(f), f, NULL, 0, ""));
  }
}

static void prepare_function(Prepare *w, LLVMValueRef function) {
  assert(!LLVMIsDeclaration(function));
  flatten_positions(w, function);
  find_declares(w, function);
  LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function);
  for (; b; b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef next;
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = next) {
      next = LLVMGetNextInstruction(i);
      replace_undefined(w, i);
      if (!LLVMIsAAllocaInst(i)) continue;
      if (!fe_may_promote(i)) {
        hold(w, i);
        refresh_at_declaration(w, i);
      } else if (is_read(i)) {
        make_explicit(w, i);
      }
    }
  }
}

/* ---- memory of the stack ---- */

static bool is_stack_request(LLVMValueRef user, LLVMValueRef function) {
  assert(LLVMIsAFunction(function) && LLVMIsDeclaration(function));
  return LLVMIsACallInst(user) && LLVMGetCalledValue(user) == function &&
         LLVMGetNumArgOperands(user) == 1 &&
         LLVMGetTypeKind(LLVMTypeOf(user)) == LLVMPointerTypeKind &&
         LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(user, 0))) ==
             LLVMIntegerTypeKind;
}

/* A function alloca without a body, declared with another type than the
 * compiler's own has: it is meant, there is none in any library. */
static void make_stack_memory(Prepare *w) {
  LLVMValueRef f = LLVMGetNamedFunction(w->module, "alloca");
  if (!f || !LLVMIsDeclaration(f)) return;
  LLVMUseRef next;
  for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = next) {
    next = LLVMGetNextUse(u);
    LLVMValueRef call = LLVMGetUser(u);
    if (!is_stack_request(call, f)) continue;
    LLVMPositionBuilderBefore(w->builder, call);
    LLVMSetCurrentDebugLocation2(w->builder, LLVMInstructionGetDebugLoc(call));
    LLVMValueRef made =
        LLVMBuildArrayAlloca(w->builder, LLVMInt8TypeInContext(w->context),
                             LLVMGetOperand(call, 0), "");
    LLVMSetAlignment(made, 16);
    assert(LLVMTypeOf(made) == LLVMTypeOf(call));
    LLVMReplaceAllUsesWith(call, made);
    LLVMInstructionEraseFromParent(call);
  }
}

bool fe_run_passes(LLVMModuleRef module, const char *passes, FeDiag *diag) {
  require(*passes != 0);
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMErrorRef error = LLVMRunPasses(module, passes, NULL, options);
  LLVMDisposePassBuilderOptions(options);
  if (!error) return true;
  char *text = LLVMGetErrorMessage(error);
  fe_diag_add(diag, NULL, 0, 0, "LLVM passes %s failed: %s", passes, text);
  LLVMDisposeErrorMessage(text);
  return false;
}

static void remove_unused_inputs(Prepare *w) {
  for (uint32_t i = 0; i < w->makers.n; i++) {
    LLVMValueRef f = (LLVMValueRef)(uintptr_t)w->makers.entries[i].value;
    LLVMUseRef next;
    for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = next) {
      next = LLVMGetNextUse(u);
      LLVMValueRef call = LLVMGetUser(u);
      if (!LLVMGetFirstUse(call)) LLVMInstructionEraseFromParent(call);
    }
  }
}

/* ---- functions that choose others before main ---- */

/* What the way of the resolver returns that ends in this block: a function, or
 * NULL. */
static LLVMValueRef resolved_in(LLVMBasicBlockRef block) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
  bool returns = end && LLVMIsAReturnInst(end) && LLVMGetNumOperands(end) == 1;
  LLVMValueRef value = returns ? LLVMGetOperand(end, 0) : NULL;
  return value && LLVMIsAFunction(value) ? value : NULL;
}

/* The function that an ifunc stands for: the only one that its resolver
 * returns, or of clones for several machines, which are all the same, the
 * default; NULL: it is not known. */
static LLVMValueRef resolved(LLVMValueRef ifunc) {
  LLVMValueRef resolver = LLVMGetGlobalIFuncResolver(ifunc), found = NULL;
  if (!resolver || !LLVMIsAFunction(resolver)) return NULL;
  LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(resolver);
  for (; b; b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
    LLVMValueRef one = resolved_in(b);
    size_t n;
    if (!one && end && LLVMIsAReturnInst(end)) return NULL;
    if (!one) continue;
    if (strstr(LLVMGetValueName2(one, &n), ".default")) return one;
    if (found && found != one) return NULL;
    found = one;
  }
  return found;
}

/* Calls go to the function it stands for, or to one without a body.  The ifunc
 * itself stays, so that who reads the module tells of it. */
static void resolve_ifuncs(LLVMModuleRef module) {
  LLVMValueRef ifunc = LLVMGetFirstGlobalIFunc(module);
  for (; ifunc; ifunc = LLVMGetNextGlobalIFunc(ifunc)) {
    LLVMValueRef to = resolved(ifunc);
    LLVMTypeRef type = LLVMGlobalGetValueType(ifunc);
    size_t n;
    if (!to || LLVMGlobalGetValueType(to) != type)
      to = LLVMAddFunction(module, LLVMGetValueName2(ifunc, &n), type);
    assert(to != ifunc);
    LLVMReplaceAllUsesWith(ifunc, to);
  }
}

bool fe_prepare(LLVMModuleRef module, FeDiag *diag) {
  Mem *mem = diag->texts.mem;
  LLVMContextRef context = LLVMGetModuleContext(module);
  Prepare w = {.module = module, .context = context, .diag = diag};
  w.md_var = LLVMGetMDKindIDInContext(context, FE_VAR_METADATA,
                                      (unsigned)strlen(FE_VAR_METADATA));
  w.builder = LLVMCreateBuilderInContext(context);
  map_init(&w.makers, mem);
  map_init(&w.declares, mem);
  map_init(&w.depths, mem);
  /* The C API of LLVM 19 sees debug intrinsics, not debug records. */
  LLVMSetIsNewDbgInfoFormat(module, 0);
  resolve_ifuncs(module);
  make_stack_memory(&w);
  fe_mark_lives(module, mem);
  fe_watch_init(module, mem);
  LLVMValueRef f = LLVMGetFirstFunction(module);
  for (; f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f)) prepare_function(&w, f);
  bool good = fe_run_passes(module, "function(lower-atomic,mem2reg)", diag);
  LLVMSetIsNewDbgInfoFormat(module, 0);
  release_held(&w);
  if (good) remove_unused_inputs(&w);
  LLVMDisposeBuilder(w.builder);
  map_done(&w.makers);
  map_done(&w.declares);
  map_done(&w.depths);
  return good;
}
