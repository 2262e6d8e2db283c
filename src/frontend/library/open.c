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
 * functions that are called by name only.  Everything else it may flow into
 * (memory, arithmetic, arguments) counts as a look at the whole number.
 *
 * A function given to qsort that writes or stops tells in which order it was
 * called: the call is marked, and the reader makes a ledger entry (under).
 *
 * All this is done on SSA form, where the uses of a result can be seen. */
#include "frontend/library/library.h"
#include "frontend/module.h"

typedef Vec(LLVMValueRef) Values;

typedef struct Open {
  Mem *mem;
  LLVMModuleRef module;
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

/* The results of all calls of the function are reached, if that is all there
 * is; false: it is called by other means, too. */
static bool reach_results(Open *o, LLVMValueRef function) {
  for (LLVMUseRef u = LLVMGetFirstUse(function); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef call = LLVMGetUser(u);
    if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != function)
      return false;
    unsigned n = LLVMGetNumArgOperands(call);
    for (unsigned i = 0; i < n; i++)
      if (LLVMGetOperand(call, i) == function) return false;
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
        o, LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)));
  default: return false;
  }
}

static bool tells_no_more(Open *o, Look look, LLVMValueRef call) {
  open_start(o, call);
  while (o->work.n) {
    LLVMValueRef value = VEC_POP(&o->work);
    for (LLVMUseRef u = LLVMGetFirstUse(value); u; u = LLVMGetNextUse(u)) {
      LLVMValueRef user = LLVMGetUser(u);
      if (!LLVMIsAInstruction(user) ||
          !use_tells_no_more(o, look, user, value))
        return false;
    }
  }
  return true;
}

static void take_twin(LLVMValueRef call, LLVMValueRef twin) {
  LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, twin);
}

/* ---- all calls ---- */

static void narrow_call(Open *o, LLVMValueRef call, LLVMValueRef model) {
  LLVMValueRef sign = twin_of(o, model, "sign");
  LLVMValueRef truth = twin_of(o, model, "truth");
  if (sign && tells_no_more(o, LOOK_SIGN, call)) take_twin(call, sign);
  if (truth && tells_no_more(o, LOOK_TRUTH, call)) take_twin(call, truth);
}

static void narrow_function(Open *o, LLVMValueRef function) {
  LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function);
  for (; b; b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef i = LLVMGetFirstInstruction(b);
    for (; i; i = LLVMGetNextInstruction(i)) {
      if (!LLVMIsACallInst(i)) continue;
      LLVMValueRef callee = LLVMGetCalledValue(i);
      if (LLVMIsAFunction(callee) && fe_is_model(callee))
        narrow_call(o, i, callee);
    }
  }
}

void fe_narrow_models(LLVMModuleRef module, Mem *mem) {
  Open o = {.mem = mem, .module = module};
  map_init(&o.seen, mem);
  LLVMValueRef f = LLVMGetFirstFunction(module);
  for (; f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && !fe_is_model(f)) narrow_function(&o, f);
  VEC_DONE(mem, &o.work);
  map_done(&o.seen);
}
