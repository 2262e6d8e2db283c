/* SPDX-License-Identifier: MIT
 *
 * Reads of what was never written: the property valid-init.
 *
 * Done on the compiler's code before promotion, so that the reader and the
 * executable of a replay see the same tests.  There are two kinds of objects:
 *
 *   - a local that promotion takes has a flag beside it, a local of its own: 0
 *     where it is declared, 1 behind each store, looked at before each load;
 *   - of memory, models/init.c watches one byte.  It is told of each object
 *     that is made, each write, each copy and each read.
 *
 * What counts as a read (C11 6.2.6.1p5, 6.3.2.1p2):
 *
 *   - each load, but not one whose value only goes into a store of one byte:
 *     that is how characters copy an object.  memcpy copies as well;
 *   - not what passes an aggregate by value, in registers or in memory: that is
 *     a copy, too.  Only scalars are given as what cannot be undefined
 *     (noundef), and only aggregates are returned from "retval";
 *   - not a load whose value nobody takes, (void)x (library/unread.c);
 *   - not the bytes that fwrite and its like send: these are copied, padding
 *     and all.
 *
 * Objects without a declaration are the compiler's own, but for what alloca
 * gives and for locals whose declaration control never comes to.  Where a
 * declaration can be jumped over, the local may be one that lived before: no
 * proof is claimed.  A function without a body initialises what it is given the
 * address of. */
#include "frontend/read/init/parts.h"

#define TELL "__cutpoint_init_"

enum { MOST_STEPS = 20000000 };

static const char *const told[] = {
    "born", "written", "read", "local", "covers", "moved",  "copied",
    "bits", "rest",    "told", "dead",  "given",  "arrived"};

/* How an aggregate travels: as a result, or as an argument, from 1 on. */
enum { AS_RESULT = 1, AS_ARGUMENT };

typedef struct Watch {
  Mem *mem;
  LLVMModuleRef module;
  LLVMContextRef context;
  LLVMTargetDataRef layout;
  LLVMBuilderRef builder;
  LLVMTypeRef i8;
  unsigned byval, noundef; /* attributes */
  bool has_fresh;          /* there may be memory that is not written yet */
  uint64_t steps;          /* of searches through blocks so far */
  Map declares;            /* alloca -> its dbg.declare */
  Map promoted;            /* alloca that will be a value -> 1 */
  Map flags;               /* ... and is declared -> its flag */
} Watch;

static bool matters(LLVMModuleRef module) {
  return LLVMGetNamedMetadataNumOperands(module, FE_INIT_METADATA) > 0;
}

void fe_ask_for_init(LLVMModuleRef user) {
  if (!matters(user)) return;
  LLVMTypeRef none = LLVMVoidTypeInContext(LLVMGetModuleContext(user));
  for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
    char name[64];
    snprintf(name, sizeof name, TELL "%s", told[i]);
    LLVMAddFunction(user, name, LLVMFunctionType(none, NULL, 0, 0));
  }
}

/* ---- telling ---- */

static const char *name_of(LLVMValueRef value) {
  size_t n;
  return LLVMGetValueName2(value, &n);
}

/* Calls the model at the builder's place; numbers get the width it takes.
 * Nothing is said of memory where all of it is written. */
static LLVMValueRef tell(Watch *w, const char *what, LLVMValueRef *args,
                         unsigned n) {
  char name[64];
  if (!w->has_fresh && strcmp(what, "local") != 0)
    return LLVMConstInt(w->i8, 0, 0);
  snprintf(name, sizeof name, TELL "%s", what);
  LLVMValueRef f = LLVMGetNamedFunction(w->module, name);
  require(f && n <= 4);
  LLVMTypeRef type = LLVMGlobalGetValueType(f), params[4];
  require(LLVMCountParamTypes(type) == n);
  LLVMGetParamTypes(type, params);
  for (unsigned i = 0; i < n; i++)
    if (LLVMGetTypeKind(params[i]) == LLVMIntegerTypeKind)
      args[i] = LLVMBuildIntCast2(w->builder, args[i], params[i], 0, "");
  return LLVMBuildCall2(w->builder, type, f, args, n, "");
}

static LLVMValueRef number(const Watch *w, uint64_t value) {
  return LLVMConstInt(LLVMInt64TypeInContext(w->context), value, 0);
}

static void tell_range(Watch *w, const char *what, LLVMValueRef at,
                       LLVMValueRef bytes) {
  tell(w, what, (LLVMValueRef[]){at, bytes}, 2);
}

static LLVMValueRef size_of(const Watch *w, LLVMTypeRef type) {
  return number(w, LLVMStoreSizeOfType(w->layout, type));
}

static void go_before(Watch *w, LLVMValueRef i) {
  LLVMPositionBuilderBefore(w->builder, i);
  LLVMSetCurrentDebugLocation2(w->builder, LLVMInstructionGetDebugLoc(i));
}

static void go_behind(Watch *w, LLVMValueRef i) {
  LLVMPositionBuilderBefore(w->builder, LLVMGetNextInstruction(i));
  LLVMSetCurrentDebugLocation2(w->builder, LLVMInstructionGetDebugLoc(i));
}

static LLVMValueRef declare_of(const Watch *w, LLVMValueRef alloca) {
  return (LLVMValueRef)(uintptr_t)map_get(&w->declares, key_of(alloca), 0);
}

static LLVMValueRef flag_of(const Watch *w, LLVMValueRef pointer) {
  return (LLVMValueRef)(uintptr_t)map_get(&w->flags, key_of(pointer), 0);
}

/* ---- objects ---- */

static LLVMValueRef bytes_of(Watch *w, LLVMValueRef alloca) {
  LLVMValueRef one =
      number(w, LLVMABISizeOfType(w->layout, LLVMGetAllocatedType(alloca)));
  LLVMValueRef count = LLVMBuildIntCast2(w->builder, LLVMGetOperand(alloca, 0),
                                         LLVMTypeOf(one), 0, "");
  return LLVMBuildMul(w->builder, one, count, "");
}

static bool is_inner(LLVMValueRef declare, LLVMValueRef alloca) {
  return declare && fe_starts_at(declare, alloca);
}

/* A local whose declaration control never comes to, as before the first case of
 * a switch: its name is one of the user's. */
static bool is_bypassed(const Watch *w, LLVMValueRef alloca) {
  assert(LLVMIsAAllocaInst(alloca));
  const char *name = name_of(alloca);
  return !declare_of(w, alloca) && *name && !strpbrk(name, ".-") &&
         !text_starts_with(name, "retval") &&
         !text_starts_with(name, "saved_stack");
}

/* Is it the program's?  What alloca gives has a position.  Models write theirs
 * before they read them; what their alloca gives the environment hands over, as
 * the strings of argv. */
static bool is_users(const Watch *w, LLVMValueRef alloca) {
  LLVMValueRef f = LLVMGetBasicBlockParent(LLVMGetInstructionParent(alloca));
  return !fe_is_model(f) && (declare_of(w, alloca) || is_bypassed(w, alloca) ||
                             LLVMInstructionGetDebugLoc(alloca));
}

/* Can control come to block `to` without coming to block `by`? */
static bool is_reached_without(Watch *w, LLVMBasicBlockRef to,
                               LLVMBasicBlockRef by) {
  Vec(LLVMBasicBlockRef) stack = {0};
  Map seen;
  bool found = false;
  map_init(&seen, w->mem);
  VEC_PUSH(w->mem, &stack, LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(to)));
  while (stack.n && !found) {
    LLVMBasicBlockRef b = VEC_POP(&stack);
    if (b == by || map_find(&seen, key_of(b))) continue;
    map_put(&seen, key_of(b), 1);
    found = b == to || w->steps++ > MOST_STEPS;
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
    for (unsigned i = 0; end && i < LLVMGetNumSuccessors(end); i++)
      VEC_PUSH(w->mem, &stack, LLVMGetSuccessor(end, i));
  }
  VEC_DONE(w->mem, &stack);
  map_done(&seen);
  return found;
}

/* The compiler's own may have such a name, but write these before they read
 * them: the value of a statement in an expression, an argument in registers. */
static bool may_be_own(LLVMValueRef alloca) {
  return text_starts_with(name_of(alloca), "tmp") ||
         text_starts_with(name_of(alloca), "coerce");
}

/* No proof where a local may be mentioned without its declaration. */
static void note_jumps(Watch *w, LLVMValueRef alloca) {
  LLVMValueRef declare = declare_of(w, alloca);
  LLVMBasicBlockRef by = declare ? LLVMGetInstructionParent(declare) : NULL;
  LLVMBasicBlockRef last = NULL;
  if (declare ? !is_inner(declare, alloca)
              : !is_bypassed(w, alloca) || may_be_own(alloca))
    return;
  for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    LLVMBasicBlockRef b = LLVMGetInstructionParent(user);
    bool is_mark = LLVMIsACallInst(user) &&
                   text_starts_with(name_of(LLVMGetCalledValue(user)), "llvm.");
    if (is_mark || b == by || b == last ||
        b == LLVMGetInstructionParent(alloca))
      continue;
    last = b;
    if (!by || is_reached_without(w, b, by)) {
      fe_mark_before(user, "__cutpoint_under_lives_of_a_local_whose_"
                           "declaration_is_jumped_over");
      return;
    }
  }
}

static void watch_memory(Watch *w, LLVMValueRef alloca) {
  LLVMValueRef declare = declare_of(w, alloca);
  bool is_fresh = is_users(w, alloca);
  go_behind(w, alloca);
  tell_range(w, is_fresh ? "born" : "written", alloca, bytes_of(w, alloca));
  if (!is_fresh || !is_inner(declare, alloca)) return;
  go_before(w, declare);
  tell_range(w, "born", alloca, bytes_of(w, alloca));
}

static void watch_flag(Watch *w, LLVMValueRef alloca) {
  LLVMValueRef declare = declare_of(w, alloca);
  LLVMValueRef zero = LLVMConstInt(w->i8, 0, 0);
  if (!is_users(w, alloca)) return;
  go_behind(w, alloca);
  LLVMValueRef flag = LLVMBuildAlloca(w->builder, w->i8, "");
  LLVMBuildStore(w->builder, zero, flag);
  map_put(&w->flags, key_of(alloca), key_of(flag));
  if (!is_inner(declare, alloca)) return;
  go_before(w, declare);
  LLVMBuildStore(w->builder, zero, flag);
}

/* ---- kinds of loads ---- */

/* The store of one byte that alone uses the load's value, or NULL. */
static LLVMValueRef store_of_byte(const Watch *w, LLVMValueRef load) {
  LLVMUseRef use = LLVMGetFirstUse(load);
  if (LLVMTypeOf(load) != w->i8 || !use || LLVMGetNextUse(use)) return NULL;
  LLVMValueRef store = LLVMGetUser(use);
  bool copies = LLVMIsAStoreInst(store) && LLVMGetOperand(store, 0) == load &&
                !map_find(&w->promoted, key_of(LLVMGetOperand(store, 1)));
  return copies ? store : NULL;
}

static LLVMValueRef root_of(LLVMValueRef pointer) {
  while (LLVMIsAGetElementPtrInst(pointer))
    pointer = LLVMGetOperand(pointer, 0);
  return pointer;
}

/* Is argument k of the call an aggregate, or a part of one? */
static bool gives_aggregate(const Watch *w, LLVMValueRef call, unsigned k) {
  assert(LLVMIsACallInst(call));
  return !LLVMGetCallSiteEnumAttribute(call, k + 1, w->noundef);
}

/* Where the load's value goes, if it is only carried to another function as a
 * part of an aggregate; else 0. */
static unsigned travels_as(const Watch *w, LLVMValueRef load) {
  assert(LLVMIsALoadInst(load));
  LLVMUseRef use = LLVMGetFirstUse(load);
  LLVMValueRef user = use ? LLVMGetUser(use) : NULL;
  if (!user || LLVMGetNextUse(use)) return 0;
  if (LLVMIsAReturnInst(user)) {
    const char *name = name_of(root_of(LLVMGetOperand(load, 0)));
    return text_starts_with(name, "retval") ? AS_RESULT : 0;
  }
  for (unsigned k = 0; LLVMIsACallInst(user) && k < LLVMGetNumArgOperands(user);
       k++)
    if (LLVMGetOperand(user, k) == load)
      return gives_aggregate(w, user, k) ? AS_ARGUMENT + k : 0;
  return 0;
}

static void tell_travel(Watch *w, const char *what, LLVMValueRef at,
                        LLVMValueRef bytes, unsigned as, uint64_t offset) {
  assert(as >= AS_RESULT && fe_is_pointer(at));
  LLVMValueRef args[] = {at, bytes, number(w, as), number(w, offset)};
  tell(w, what, args, 4);
}

/* May the call give an aggregate in registers? */
static bool makes_aggregate(const Watch *w, LLVMValueRef call) {
  LLVMValueRef callee = fe_strip_alias(LLVMGetCalledValue(call));
  if (!LLVMIsAFunction(callee)) return !LLVMIsAInlineAsm(callee);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(callee); b;
       b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
    if (!LLVMIsAReturnInst(end) || LLVMGetNumOperands(end) == 0) continue;
    LLVMValueRef value = LLVMGetOperand(end, 0);
    if (LLVMIsALoadInst(value) && travels_as(w, value)) return true;
  }
  return false;
}

/* Is the value (a part of) an aggregate that has just arrived? */
static bool arrives(const Watch *w, LLVMValueRef value, unsigned *as,
                    uint64_t *offset) {
  *offset = 0;
  if (LLVMIsAArgument(value)) {
    LLVMValueRef f = LLVMGetParamParent(value);
    unsigned k = 0;
    while (LLVMGetParam(f, k) != value) k++;
    *as = AS_ARGUMENT + k;
    return !LLVMGetEnumAttributeAtIndex(f, k + 1, w->noundef);
  }
  *as = AS_RESULT;
  if (LLVMIsAExtractValueInst(value) && LLVMGetNumIndices(value) == 1) {
    LLVMValueRef whole = LLVMGetOperand(value, 0);
    *offset = LLVMOffsetOfElement(w->layout, LLVMTypeOf(whole),
                                  *LLVMGetIndices(value));
    value = whole;
  }
  return LLVMIsACallInst(value) && makes_aggregate(w, value);
}

/* ---- accesses ---- */

/* No local that becomes a value, and nothing with contents from the start. */
static bool may_be_fresh(const Watch *w, LLVMValueRef at) {
  LLVMValueRef root = root_of(at);
  return !map_find(&w->promoted, key_of(root)) &&
         !(LLVMIsAGlobalVariable(root) && fe_keeps_contents(root));
}

/* One lane of the vector that stands there. */
static void tell_lane(Watch *w, const char *what, LLVMValueRef vector,
                      LLVMValueRef at, LLVMValueRef lane) {
  unsigned bytes = fe_lane_bytes(LLVMTypeOf(vector));
  assert(bytes > 0);
  LLVMTypeRef type = LLVMArrayType2(w->i8, bytes);
  LLVMValueRef place = LLVMBuildGEP2(w->builder, type, at, &lane, 1, "");
  tell_range(w, what, place, number(w, bytes));
}

static void watch_load(Watch *w, LLVMValueRef load) {
  LLVMValueRef at = LLVMGetOperand(load, 0), flag = flag_of(w, at);
  LLVMValueRef bytes = size_of(w, LLVMTypeOf(load));
  if (fe_is_unread(load)) return;
  go_before(w, load);
  if (flag) {
    LLVMValueRef is_written = LLVMBuildLoad2(w->builder, w->i8, flag, "");
    tell(w, "local", &is_written, 1);
    return;
  }
  if (!may_be_fresh(w, at) || fe_updates_lane(load)) return;
  LLVMValueRef lane = fe_lane_read(load);
  if (lane) {
    go_before(w, lane);
    tell_lane(w, "read", load, at, LLVMGetOperand(lane, 1));
    return;
  }
  LLVMValueRef store = store_of_byte(w, load);
  if (store) {
    LLVMValueRef was = tell(w, "covers", (LLVMValueRef[]){at, bytes}, 2);
    go_before(w, store);
    tell(w, "moved", (LLVMValueRef[]){LLVMGetOperand(store, 1), was}, 2);
    return;
  }
  unsigned as = travels_as(w, load);
  if (as)
    tell_travel(w, "given", at, bytes, as, 0);
  else
    tell_range(w, fe_updates_bits(load) ? "bits" : "read", at, bytes);
}

static void watch_store(Watch *w, LLVMValueRef store) {
  LLVMValueRef value = LLVMGetOperand(store, 0), at = LLVMGetOperand(store, 1);
  LLVMValueRef flag = flag_of(w, at), root = root_of(at);
  go_before(w, store);
  if (flag) LLVMBuildStore(w->builder, LLVMConstInt(w->i8, 1, 0), flag);
  if (flag || map_find(&w->promoted, key_of(root))) return;
  if (LLVMIsALoadInst(value) && may_be_fresh(w, LLVMGetOperand(value, 0)) &&
      store_of_byte(w, value) == store)
    return;
  LLVMValueRef bytes = size_of(w, LLVMTypeOf(value));
  unsigned as;
  uint64_t offset;
  LLVMValueRef lane = fe_lane_written(store);
  if (lane)
    tell_lane(w, "written", value, at, lane);
  else if (arrives(w, value, &as, &offset))
    tell_travel(w, "arrived", at, bytes, as, offset);
  else
    tell_range(w, "written", at, bytes);
}

/* An atomic operation reads and writes. */
static void watch_atomic(Watch *w, LLVMValueRef i) {
  LLVMValueRef at = LLVMGetOperand(i, 0);
  LLVMValueRef bytes = size_of(w, LLVMTypeOf(LLVMGetOperand(i, 1)));
  go_before(w, i);
  tell_range(w, "read", at, bytes);
  tell_range(w, "written", at, bytes);
}

/* ---- calls ---- */

static void tell_pointers(Watch *w, LLVMValueRef call) {
  unsigned n = LLVMGetNumArgOperands(call);
  go_before(w, call);
  for (unsigned k = 0; k < n; k++) {
    LLVMValueRef arg = LLVMGetOperand(call, k);
    if (fe_is_pointer(arg) && !LLVMIsConstant(arg) &&
        !LLVMGetCallSiteEnumAttribute(call, k + 1, w->byval))
      tell(w, "told", &arg, 1);
  }
}

static void watch_intrinsic(Watch *w, LLVMValueRef call, const char *name) {
  bool copies = text_starts_with(name, "llvm.memcpy.") ||
                text_starts_with(name, "llvm.memmove.");
  go_before(w, call);
  if (copies)
    tell(w, "copied",
         (LLVMValueRef[]){LLVMGetOperand(call, 0), LLVMGetOperand(call, 1),
                          LLVMGetOperand(call, 2)},
         3);
  if (text_starts_with(name, "llvm.memset."))
    tell_range(w, "written", LLVMGetOperand(call, 0), LLVMGetOperand(call, 2));
  if (text_starts_with(name, "llvm.va_start") ||
      text_starts_with(name, "llvm.va_copy"))
    tell_pointers(w, call);
}

/* What the program asked for; other models give theirs contents. */
static bool makes_fresh(const char *function) {
  static const char *const makers[] = {
      " malloc realloc aligned_alloc memalign valloc posix_memalign alloca ",
      NULL};
  return fe_is_listed(makers, function);
}

static void watch_primitive(Watch *w, LLVMValueRef call, const char *name) {
  LLVMValueRef f = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
  LLVMValueRef first =
      LLVMGetNumArgOperands(call) ? LLVMGetOperand(call, 0) : NULL;
  go_before(w, call);
  if (fe_is_model(f) && text_starts_with(name_of(f), "model_any_string"))
    fe_mark_before(call, "__cutpoint_premise_what_lies_behind_a_text_that_was_"
                         "read_from_outside_is_not_read");
  if (strcmp(name, FE_HAVOC) == 0)
    tell_range(w, "written", first, LLVMGetOperand(call, 1));
  if (strcmp(name, "__cutpoint_havoc_object") == 0) tell(w, "rest", &first, 1);
  if (strcmp(name, "__cutpoint_free") == 0) tell(w, "dead", &first, 1);
  if (strcmp(name, "__cutpoint_alloc") != 0) return;
  if (!fe_is_model(f) || !makes_fresh(name_of(f))) return;
  go_behind(w, call);
  tell_range(w, "born", call, first);
}

/* Aggregates that are given in memory. */
static void watch_given(Watch *w, LLVMValueRef call) {
  go_before(w, call);
  for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++) {
    LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(call, k + 1, w->byval);
    if (a)
      tell_travel(w, "given", LLVMGetOperand(call, k),
                  size_of(w, LLVMGetTypeAttributeValue(a)), AS_ARGUMENT + k, 0);
  }
  if (LLVMGetFirstUse(call) || !makes_aggregate(w, call)) return;
  go_behind(w, call); /* nobody takes the result */
  LLVMValueRef none = LLVMConstNull(LLVMPointerTypeInContext(w->context, 0));
  tell_travel(w, "given", none, number(w, 0), AS_RESULT, 0);
}

/* models/model.h: which of the bytes that it fills were surely stored. */
static bool is_stored(LLVMValueRef function) {
  return LLVMIsAFunction(function) && fe_is_model(function) &&
         text_starts_with(name_of(function), "model_stored");
}

static void watch_call(Watch *w, LLVMValueRef call) {
  LLVMValueRef callee = fe_strip_alias(LLVMGetCalledValue(call));
  const char *name = LLVMIsAFunction(callee) ? name_of(callee) : "";
  go_before(w, call);
  if (is_stored(callee))
    tell_range(w, "written", LLVMGetOperand(call, 0), LLVMGetOperand(call, 2));
  if (LLVMIsAInlineAsm(callee))
    tell_pointers(w, call);
  else if (!LLVMIsAFunction(callee) || !LLVMIsDeclaration(callee))
    watch_given(w, call);
  else if (text_starts_with(name, "llvm."))
    watch_intrinsic(w, call, name);
  else if (strcmp(name, "__VERIFIER_nondet_memory") == 0)
    tell_pointers(w, call);
  else if (text_starts_with(name, "__cutpoint_"))
    watch_primitive(w, call, name);
  else
    tell_pointers(w, call);
}

/* ---- all of it ---- */

static void watch_inst(Watch *w, LLVMValueRef i) {
  switch ((int)LLVMGetInstructionOpcode(i)) {
  case LLVMLoad: watch_load(w, i); return;
  case LLVMStore: watch_store(w, i); return;
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg: watch_atomic(w, i); return;
  case LLVMCall: watch_call(w, i); return;
  default: return;
  }
}

static void watch_object(Watch *w, LLVMValueRef alloca) {
  note_jumps(w, alloca);
  if (!fe_has_init_flag(alloca)) {
    watch_memory(w, alloca);
    return;
  }
  map_put(&w->promoted, key_of(alloca), 1);
  watch_flag(w, alloca);
}

/* What the function is given by value. */
static void watch_arguments(Watch *w, LLVMValueRef f) {
  go_before(w, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f)));
  for (unsigned k = 0; k < LLVMCountParams(f); k++) {
    LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(f, k + 1, w->byval);
    if (a)
      tell_travel(w, "arrived", LLVMGetParam(f, k),
                  size_of(w, LLVMGetTypeAttributeValue(a)), AS_ARGUMENT + k, 0);
  }
}

static void watch_function(Watch *w, LLVMValueRef f) {
  Vec(LLVMValueRef) all = {0}; /* of before: instructions are added */
  map_clear(&w->promoted);
  map_clear(&w->flags);
  map_clear(&w->declares);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
         i = LLVMGetNextInstruction(i)) {
      VEC_PUSH(w->mem, &all, i);
      LLVMValueRef alloca =
          LLVMIsADbgDeclareInst(i) ? fe_declared_alloca(i) : NULL;
      if (alloca) map_put(&w->declares, key_of(alloca), key_of(i));
    }
  for (uint32_t i = 0; i < all.n; i++)
    if (LLVMIsAAllocaInst(all.at[i])) watch_object(w, all.at[i]);
  for (uint32_t i = 0; i < all.n; i++) watch_inst(w, all.at[i]);
  watch_arguments(w, f);
  VEC_DONE(w->mem, &all);
}

static bool has_memory(LLVMValueRef f) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
         i = LLVMGetNextInstruction(i))
      if (LLVMIsAAllocaInst(i) && !fe_has_init_flag(i)) return true;
  return false;
}

/* May there be memory that is made without contents? */
static bool makes_memory(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
       f = LLVMGetNextFunction(f))
    if (fe_is_model(f) ? makes_fresh(name_of(f)) : has_memory(f)) return true;
  return false;
}

void fe_watch_init(LLVMModuleRef module, Mem *mem) {
  if (!matters(module)) return;
  LLVMContextRef context = LLVMGetModuleContext(module);
  Watch w = {.mem = mem,
             .module = module,
             .context = context,
             .layout = LLVMGetModuleDataLayout(module),
             .builder = LLVMCreateBuilderInContext(context),
             .i8 = LLVMInt8TypeInContext(context),
             .byval = LLVMGetEnumAttributeKindForName("byval", 5),
             .noundef = LLVMGetEnumAttributeKindForName("noundef", 7)};
  w.has_fresh = makes_memory(module);
  map_init(&w.declares, mem);
  map_init(&w.promoted, mem);
  map_init(&w.flags, mem);
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
       f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f) || text_starts_with(name_of(f), TELL) ||
        is_stored(f))
      continue;
    watch_function(&w, f);
  }
  map_done(&w.declares);
  map_done(&w.promoted);
  map_done(&w.flags);
  LLVMDisposeBuilder(w.builder);
}
