/* SPDX-License-Identifier: MIT
 *
 * What the standard leaves open, where it does not matter.
 *
 * strcmp returns any number of the right sign, isalpha any number but 0, and
 * qsort may compare any pairs.  The models say so, with inputs.  But most
 * programs ask for no more than the sign, for no more than 0 or not; and most
 * comparisons do nothing that anybody could count.  Such a call gets the twin
 * of the model, which has one answer: no input is asked, a program without
 * inputs stays one, and no engine must guess.
 *
 *   __cutpoint_sign_F    the caller looks at the sign of the result only
 *   __cutpoint_truth_F   ... only at whether it is 0
 *   __cutpoint_pure_F    the function that F is given only looks
 *
 * A result is followed through phis, selects, widening and the returns of
 * functions that are called by name only, or by qsort and its like, which look
 * at the sign.  Everything else it may flow into (memory, arithmetic,
 * arguments) counts as a look at the whole number.
 *
 * A function given to qsort that writes or stops tells in which order it was
 * called: the call is marked, and the reader makes a ledger entry (under).
 *
 * All this is done on SSA form, where the uses of a result can be seen. */
#include "frontend/library/library.h"
#include "frontend/module.h"
#include "ir/program.h"

#include <llvm-c/DebugInfo.h>

typedef Vec(LLVMValueRef) Values;

typedef struct Open {
  Mem *mem;
  LLVMModuleRef module;
  FeMemory memory;
  Values work; /* values that carry a result, or functions to look through */
  Map seen;
} Open;

static void open_reach(Open *o, LLVMValueRef value) {
  if (map_find(&o->seen, (uint64_t)(uintptr_t)value)) return;
  map_put(&o->seen, (uint64_t)(uintptr_t)value, 1);
  VEC_PUSH(o->mem, &o->work, value);
}

static void open_start(Open *o, LLVMValueRef value) {
  map_clear(&o->seen);
  VEC_CLEAR(&o->work);
  open_reach(o, value);
}

static const char *name_of(LLVMValueRef value) {
  size_t n;
  return LLVMGetValueName2(value, &n);
}

/* The model's twin of that kind, or NULL. */
static LLVMValueRef twin_of(const Open *o, LLVMValueRef model,
                            const char *kind) {
  char name[128];
  snprintf(name, sizeof name, "__cutpoint_%s_%s", kind, name_of(model));
  LLVMValueRef twin = LLVMGetNamedFunction(o->module, name);
  return twin && !LLVMIsDeclaration(twin) ? twin : NULL;
}

/* ---- looks at a result ---- */

typedef enum Look { LOOK_SIGN, LOOK_TRUTH } Look;

/* Does the comparison tell no more than the look? */
static bool compares_for(Look look, LLVMValueRef compare, LLVMValueRef value) {
  LLVMIntPredicate predicate = LLVMGetICmpPredicate(compare);
  LLVMValueRef other = LLVMGetOperand(compare, 1);
  if (LLVMGetOperand(compare, 0) != value || !LLVMIsAConstantInt(other))
    return false;
  long long number = LLVMConstIntGetSExtValue(other);
  bool is_equality = predicate == LLVMIntEQ || predicate == LLVMIntNE;
  if (look == LOOK_TRUTH || is_equality) return is_equality && number == 0;
  switch ((int)predicate) {
  case LLVMIntSLT:
  case LLVMIntSGE: return number == 0 || number == 1;
  case LLVMIntSGT:
  case LLVMIntSLE: return number == 0 || number == -1;
  default: return false;
  }
}

/* switch (strcmp(a, b)) { case 0: ... default: ... } */
static bool has_case_zero_only(LLVMValueRef branch) {
  for (unsigned i = 2; i < (unsigned)LLVMGetNumOperands(branch); i += 2)
    if (!LLVMIsNull(LLVMGetOperand(branch, i))) return false;
  return true;
}

/* How many of the arguments are the function? */
static unsigned times_given(LLVMValueRef call, LLVMValueRef function) {
  unsigned n = LLVMGetNumArgOperands(call), times = 0;
  for (unsigned i = 0; i < n; i++) times += LLVMGetOperand(call, i) == function;
  return times;
}

/* Is that a call of qsort or one of its like, with the function to compare by?
 */
static bool is_given_to_sort(const Open *o, LLVMValueRef call,
                             LLVMValueRef function) {
  LLVMValueRef model = LLVMGetCalledValue(call);
  unsigned n = LLVMGetNumArgOperands(call);
  return LLVMIsAFunction(model) && fe_is_model(model) &&
         twin_of(o, model, "pure") && times_given(call, function) == 1 &&
         LLVMGetOperand(call, n - 1) == function;
}

/* The results of all calls of the function are reached, if that is all there
 * is; false: it is called by other means, too. */
static bool reach_results(Open *o, Look look, LLVMValueRef function) {
  for (LLVMUseRef u = LLVMGetFirstUse(function); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef call = LLVMGetUser(u);
    if (!LLVMIsACallInst(call)) return false;
    if (look == LOOK_SIGN && is_given_to_sort(o, call, function)) continue;
    if (LLVMGetCalledValue(call) != function || times_given(call, function))
      return false;
    open_reach(o, call);
  }
  return true;
}

static bool use_tells_no_more(Open *o, Look look, LLVMValueRef user,
                              LLVMValueRef value) {
  switch ((int)LLVMGetInstructionOpcode(user)) {
  case LLVMICmp: return compares_for(look, user, value);
  case LLVMSwitch: return has_case_zero_only(user);
  case LLVMSelect:
  case LLVMPHI:
  case LLVMSExt:
  case LLVMFreeze: open_reach(o, user); return true;
  case LLVMRet:
    return reach_results(
        o, look, LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)));
  default: return false;
  }
}

static bool tells_no_more(Open *o, Look look, LLVMValueRef call) {
  open_start(o, call);
  while (o->work.n) {
    LLVMValueRef value = VEC_POP(&o->work);
    for (LLVMUseRef u = LLVMGetFirstUse(value); u; u = LLVMGetNextUse(u)) {
      LLVMValueRef user = LLVMGetUser(u);
      if (!LLVMIsAInstruction(user) || !use_tells_no_more(o, look, user, value))
        return false;
    }
  }
  return true;
}

static void take_twin(LLVMValueRef call, LLVMValueRef twin) {
  LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, twin);
}

/* ---- what a function that is given may do ---- */

/* Kinds of doing, each with all before it. */
typedef enum Doing {
  DOES_LOOK,  /* at what its parameters point to, and at globals */
  DOES_FAIL,  /* ... or violate a property: no other effect */
  DOES_CHANGE /* it writes, stops, or is not known */
} Doing;

static LLVMValueRef root_of(LLVMValueRef pointer) {
  while (LLVMIsAGetElementPtrInst(pointer))
    pointer = LLVMGetOperand(pointer, 0);
  return pointer;
}

/* By convention a function of the program's own that is left out has a result
 * and no effect: an error function, or an input. */
static Doing doing_of_missing(const char *name) {
  if (text_starts_with(name, "llvm.dbg.")) return DOES_LOOK;
  if (text_starts_with(name, "llvm."))
    return strstr(name, ".mem") || strstr(name, "va_") ? DOES_CHANGE
                                                       : DOES_FAIL;
  if (text_starts_with(name, "__cutpoint_nondet_") ||
      text_starts_with(name, "__cutpoint_violates_"))
    return DOES_FAIL;
  if (strcmp(name, "__cutpoint_distance") == 0) return DOES_LOOK;
  if (text_starts_with(name, "__cutpoint_")) return DOES_CHANGE;
  return fe_library(name) >= FE_LIBRARY_POINTERS || fe_unsupported(name)
             ? DOES_CHANGE
             : DOES_FAIL;
}

static Doing doing_of_call(Open *o, LLVMValueRef call) {
  LLVMValueRef callee = fe_strip_alias(LLVMGetCalledValue(call));
  if (!LLVMIsAFunction(callee)) return DOES_CHANGE;
  if (text_starts_with(name_of(callee), PROG_ROUGH)) return DOES_LOOK;
  if (LLVMIsDeclaration(callee)) return doing_of_missing(name_of(callee));
  open_reach(o, callee);
  return DOES_LOOK;
}

/* Behind a pointer that was itself read there may be nothing, where accesses
 * are checked. */
static Doing doing_of_load(const Open *o, LLVMValueRef load) {
  LLVMValueRef root = root_of(LLVMGetOperand(load, 0));
  bool plain = LLVMIsAArgument(root) || LLVMIsAAllocaInst(root) ||
               LLVMIsAGlobalVariable(root) || o->memory == FE_MEMORY_IS_TRUSTED;
  return LLVMGetVolatile(load) ? DOES_CHANGE : plain ? DOES_LOOK : DOES_FAIL;
}

static Doing doing_of(Open *o, LLVMValueRef i) {
  switch ((int)LLVMGetInstructionOpcode(i)) {
  case LLVMStore:
    return LLVMIsAAllocaInst(root_of(LLVMGetOperand(i, 1))) ? DOES_LOOK
                                                            : DOES_CHANGE;
  case LLVMLoad: return doing_of_load(o, i);
  case LLVMCall: return doing_of_call(o, i);
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
  case LLVMFence:
  case LLVMInvoke:
  case LLVMCallBr:
  case LLVMVAArg: return DOES_CHANGE;
  case LLVMUDiv:
  case LLVMSDiv:
  case LLVMURem:
  case LLVMSRem: return DOES_FAIL;
  default: return DOES_LOOK;
  }
}

static Doing doing_of_function(Open *o, LLVMValueRef function) {
  Doing most = DOES_LOOK;
  function = fe_strip_alias(function);
  if (!LLVMIsAFunction(function) || LLVMIsDeclaration(function))
    return DOES_CHANGE;
  open_start(o, function);
  while (o->work.n && most < DOES_CHANGE) {
    LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(VEC_POP(&o->work));
    for (; b; b = LLVMGetNextBasicBlock(b)) {
      LLVMValueRef i = LLVMGetFirstInstruction(b);
      for (; i; i = LLVMGetNextInstruction(i)) {
        Doing doing = doing_of(o, i);
        if (doing > most) most = doing;
      }
    }
  }
  return most;
}

#define ORDER "__cutpoint_under_the_order_of_calls_of_a_function_given_to_"

/* Not every behaviour of the model is looked at, from here on. */
static void mark(LLVMValueRef before, LLVMValueRef model) {
  char name[128];
  snprintf(name, sizeof name, ORDER "%s", name_of(model));
  fe_mark_before(before, name);
}

/* The function is the last argument, as in qsort. */
static void narrow_by_function(Open *o, LLVMValueRef call, LLVMValueRef model,
                               LLVMValueRef twin) {
  unsigned n = LLVMGetNumArgOperands(call);
  Doing doing =
      n ? doing_of_function(o, LLVMGetOperand(call, n - 1)) : DOES_CHANGE;
  if (doing == DOES_LOOK) take_twin(call, twin);
  if (doing == DOES_CHANGE) mark(call, model);
}

/* A model that is called through a pointer, too. */
static void mark_taken(const Open *o, LLVMValueRef model) {
  if (!fe_is_taken(model) || !twin_of(o, model, "pure")) return;
  mark(LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(model)), model);
}

/* ---- all calls ---- */

typedef void (*NarrowFn)(Open *o, LLVMValueRef call, LLVMValueRef model);

static void narrow_result(Open *o, LLVMValueRef call, LLVMValueRef model) {
  LLVMValueRef sign = twin_of(o, model, "sign");
  LLVMValueRef truth = twin_of(o, model, "truth");
  if (sign && tells_no_more(o, LOOK_SIGN, call)) take_twin(call, sign);
  if (truth && tells_no_more(o, LOOK_TRUTH, call)) take_twin(call, truth);
}

static void narrow_sort(Open *o, LLVMValueRef call, LLVMValueRef model) {
  LLVMValueRef pure = twin_of(o, model, "pure");
  if (pure) narrow_by_function(o, call, model, pure);
}

static void narrow_function(Open *o, LLVMValueRef function, NarrowFn narrow) {
  LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function);
  for (; b; b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef i = LLVMGetFirstInstruction(b);
    for (; i; i = LLVMGetNextInstruction(i)) {
      if (!LLVMIsACallInst(i)) continue;
      LLVMValueRef callee = LLVMGetCalledValue(i);
      if (LLVMIsAFunction(callee) && fe_is_model(callee)) narrow(o, i, callee);
    }
  }
}

static void narrow_all(Open *o, NarrowFn narrow) {
  LLVMValueRef f = LLVMGetFirstFunction(o->module);
  for (; f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && !fe_is_model(f)) narrow_function(o, f, narrow);
}

void fe_narrow_models(LLVMModuleRef module, FeMemory memory, Mem *mem) {
  Open o = {.mem = mem, .module = module, .memory = memory};
  map_init(&o.seen, mem);
  narrow_all(&o, narrow_result);
  narrow_all(&o, narrow_sort); /* what they are given may have twins by now */
  LLVMValueRef f = LLVMGetFirstFunction(module);
  for (; f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && fe_is_model(f)) mark_taken(&o, f);
  VEC_DONE(mem, &o.work);
  map_done(&o.seen);
}
