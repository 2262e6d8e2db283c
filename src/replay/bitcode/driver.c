/* SPDX-License-Identifier: MIT
 *
 * A function of a library as a program: another one is put in front of it that
 * makes its memory and calls it with values.  From then on it is a program like
 * any other, for the interpreter and for the machine.
 *
 * Everything becomes internal but the new function, and what it cannot reach is
 * removed: a large code base is not compiled for one call. */
#include "replay/bitcode/bitcode_int.h"

typedef struct Driver {
  LLVMModuleRef module;
  LLVMContextRef context;
  LLVMBuilderRef builder;
  LLVMTypeRef byte, pointer, offset;
  const FeDriver *plan;
  FeDiag *diag;
} Driver;

static LLVMValueRef plus(Driver *d, LLVMValueRef base, uint64_t bytes) {
  LLVMValueRef index = LLVMConstInt(d->offset, bytes, 0);
  return bytes ? LLVMConstGEP2(d->byte, base, &index, 1) : base;
}

/* ---- blocks ---- */

static LLVMValueRef find_block(Driver *d, uint32_t number) {
  assert(number <= d->plan->n_blocks);
  char name[64];
  snprintf(name, sizeof name, FE_DRIVER_BLOCK ".%u", number);
  return LLVMGetNamedGlobal(d->module, name);
}

static void fill_block(Driver *d, uint32_t number, LLVMTypeRef type,
                       uint32_t words) {
  assert(words <= FE_DRIVER_BYTES / 4);
  LLVMValueRef block = find_block(d, number);
  LLVMSetInitializer(block, LLVMConstNull(type));
  if (d->plan->filling == FE_BLOCKS_ZERO) return;
  LLVMValueRef spare =
      plus(d, find_block(d, d->plan->n_blocks), FE_DRIVER_BYTES / 2);
  LLVMValueRef all[FE_DRIVER_BYTES / 4];
  for (uint32_t i = 0; i < words; i++) all[i] = spare;
  LLVMSetInitializer(block, LLVMConstArray2(d->pointer, all, words));
}

/* The last one is what the others point to, where they are to. */
static void add_blocks(Driver *d) {
  uint32_t bytes = LLVMPointerSize(LLVMGetModuleDataLayout(d->module));
  uint32_t words = FE_DRIVER_BYTES / bytes;
  LLVMTypeRef type = LLVMArrayType2(d->pointer, words);
  for (uint32_t i = 0; i <= d->plan->n_blocks; i++) {
    char name[64];
    snprintf(name, sizeof name, FE_DRIVER_BLOCK ".%u", i);
    LLVMSetAlignment(LLVMAddGlobal(d->module, type, name), 16);
  }
  for (uint32_t i = 0; i <= d->plan->n_blocks; i++)
    fill_block(d, i, type, words);
}

/* ---- values ---- */

/* An address, or NULL: there is no such thing. */
static LLVMValueRef address_of(Driver *d, const FeGiven *given) {
  assert(given->kind != FE_GIVEN_BLOCK || given->block <= d->plan->n_blocks);
  LLVMValueRef base = NULL;
  switch (given->kind) {
  case FE_GIVEN_BITS: return NULL;
  case FE_GIVEN_BLOCK: base = find_block(d, given->block); break;
  case FE_GIVEN_GLOBAL:
    base = LLVMGetNamedGlobal(d->module, given->name);
    break;
  case FE_GIVEN_FUNC:
    base = LLVMGetNamedFunction(d->module, given->name);
    break;
  }
  if (!base)
    fe_diag_add(d->diag, NULL, 0, 0, "'%s' is not in the program",
                given->name ? given->name : "?");
  return base ? plus(d, base, given->bits) : NULL;
}

/* The value at a type; NULL: it has none there. */
static LLVMValueRef value_of(Driver *d, const FeGiven *given,
                             LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (given->kind != FE_GIVEN_BITS) {
    LLVMValueRef address = address_of(d, given);
    if (!address || kind == LLVMPointerTypeKind) return address;
    if (kind == LLVMIntegerTypeKind) return LLVMConstPtrToInt(address, type);
  } else if (kind == LLVMPointerTypeKind) {
    return LLVMConstIntToPtr(LLVMConstInt(d->offset, given->bits, 0), type);
  } else if (kind == LLVMIntegerTypeKind) {
    return LLVMConstInt(type, given->bits, 0);
  } else if (given->bits == 0) {
    return LLVMConstNull(type);
  } else if (kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind) {
    LLVMTypeRef same =
        LLVMIntTypeInContext(d->context, kind == LLVMFloatTypeKind ? 32 : 64);
    return LLVMConstBitCast(LLVMConstInt(same, given->bits, 0), type);
  }
  fe_diag_add(d->diag, NULL, 0, 0, "a value of a type that cannot be given");
  return NULL;
}

/* ---- the function ---- */

static bool build_stores(Driver *d) {
  for (uint32_t i = 0; i < d->plan->n_stores; i++) {
    const FeStored *stored = &d->plan->stores[i];
    assert(stored->bytes >= 1 && stored->bytes <= 8);
    LLVMTypeRef type = LLVMIntTypeInContext(d->context, 8 * stored->bytes);
    LLVMValueRef at = address_of(d, &stored->at);
    LLVMValueRef value = value_of(d, &stored->value, type);
    if (!at || !value) return false;
    LLVMSetAlignment(LLVMBuildStore(d->builder, value, at), 1);
  }
  return true;
}

static bool build_call(Driver *d) {
  LLVMValueRef callee = LLVMGetNamedFunction(d->module, d->plan->callee);
  if (!callee || LLVMIsDeclaration(callee)) {
    fe_diag_add(d->diag, NULL, 0, 0, "there is no function '%s'",
                d->plan->callee);
    return false;
  }
  LLVMTypeRef type = LLVMGlobalGetValueType(callee);
  enum { MOST = 64 };
  LLVMValueRef args[MOST];
  uint32_t n = LLVMCountParams(callee);
  if (n != d->plan->n_args || n > MOST || LLVMIsFunctionVarArg(type)) {
    fe_diag_add(d->diag, NULL, 0, 0, "parameters that cannot be given");
    return false;
  }
  for (uint32_t i = 0; i < n; i++) {
    args[i] =
        value_of(d, &d->plan->args[i], LLVMTypeOf(LLVMGetParam(callee, i)));
    if (!args[i]) return false;
  }
  LLVMBuildCall2(d->builder, type, callee, args, n, "");
  return true;
}

static bool build(Driver *d) {
  LLVMTypeRef type =
      LLVMFunctionType(LLVMVoidTypeInContext(d->context), NULL, 0, 0);
  LLVMValueRef driver = LLVMAddFunction(d->module, FE_DRIVER, type);
  LLVMPositionBuilderAtEnd(
      d->builder, LLVMAppendBasicBlockInContext(d->context, driver, ""));
  if (!build_stores(d) || !build_call(d)) return false;
  LLVMBuildRetVoid(d->builder);
  return true;
}

/* ---- the rest ---- */

static void hide(LLVMValueRef value) {
  if (LLVMIsDeclaration(value) || LLVMGetLinkage(value) == LLVMAppendingLinkage)
    return;
  LLVMSetLinkage(value, LLVMInternalLinkage);
  LLVMSetVisibility(value, LLVMDefaultVisibility);
}

static bool remove_the_rest(Driver *d) {
  LLVMValueRef v,
      lists[] = {LLVMGetNamedGlobal(d->module, "llvm.global_ctors"),
                 LLVMGetNamedGlobal(d->module, "llvm.global_dtors"),
                 LLVMGetNamedGlobal(d->module, "llvm.used"),
                 LLVMGetNamedGlobal(d->module, "llvm.compiler.used")};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
    if (lists[i]) LLVMDeleteGlobal(lists[i]);
  for (v = LLVMGetFirstFunction(d->module); v; v = LLVMGetNextFunction(v)) {
    size_t n;
    if (strcmp(LLVMGetValueName2(v, &n), FE_DRIVER) != 0) hide(v);
  }
  for (v = LLVMGetFirstGlobal(d->module); v; v = LLVMGetNextGlobal(v)) hide(v);
  return fe_run_passes(d->module, "globaldce", d->diag);
}

bool fe_add_driver(LLVMModuleRef module, const FeDriver *driver, FeDiag *diag) {
  require(driver->callee && !LLVMGetNamedFunction(module, FE_DRIVER));
  LLVMContextRef context = LLVMGetModuleContext(module);
  Driver d = {.module = module,
              .context = context,
              .builder = LLVMCreateBuilderInContext(context),
              .byte = LLVMInt8TypeInContext(context),
              .pointer = LLVMPointerTypeInContext(context, 0),
              .offset = LLVMIntPtrTypeInContext(
                  context, LLVMGetModuleDataLayout(module)),
              .plan = driver,
              .diag = diag};
  add_blocks(&d);
  bool good = build(&d) && remove_the_rest(&d);
  LLVMDisposeBuilder(d.builder);
  return good;
}
