/* SPDX-License-Identifier: MIT
 *
 * The prepared module as an executable whose inputs are given.
 *
 * C source alone cannot be steered: nobody can choose from outside what an
 * uninitialised local holds, or fresh heap memory.  But the module that the
 * reader converts has every such input as an instruction, and the reader knows
 * the site it gave it.  So each of these instructions is replaced by, or
 * followed by, a call of a harness function with that site; all else is
 * the compiler's own code, and what runs at the end is the machine's own
 * arithmetic, not ours.
 *
 * The library models run along (they ask for inputs, too), except where a
 * model is coarser than the real function: text written to memory, floats read
 * from text, dates and what has no model but is computed from its arguments
 * (sin) come from the C library itself, and realloc keeps the contents.  So
 * does what the standard leaves open (strcmp's number, qsort's comparisons),
 * except where the property is one of memory: there a model's accesses are
 * looked at.
 *
 * Inline assembly is the machine's own, too, except where it only asks the
 * environment (assembly.c).
 *
 * Every definition becomes internal and gets a name of its own, so that no
 * function of the program is taken for one of the C library that the harness
 * uses.  Functions without a body get one that asks.
 *
 * Properties beyond reached calls are tests in the code: guards.c. */
#include "replay/bitcode/bitcode_int.h"

#include "interp/interp.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitWriter.h>

/* ---- names ---- */

static const char *name_of(LLVMValueRef value) {
  size_t n;
  return LLVMGetValueName2(value, &n);
}

/* Functions that harness or C library define. */
static bool is_given(const char *name) {
  static const char *const names[] = {"__cutpoint_free",
                                      "__cutpoint_assume",
                                      "__cutpoint_stop_exit",
                                      "__cutpoint_stop_abort",
                                      FE_DISTANCE,
                                      PROG_KEPT,
                                      "__VERIFIER_assume",
                                      "abort",
                                      "exit",
                                      "_exit",
                                      "_Exit"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(name, names[i]) == 0) return true;
  return text_starts_with(name, "llvm.") || text_starts_with(name, "__cp_") ||
         text_starts_with(name, "__cutpoint_confirm_") ||
         text_starts_with(name, FE_REAL);
}

/* The same of functions without a body: what is computed is left as it is. */
static bool is_given_function(const Writer *w, const char *name) {
  return is_given(name) || (fe_library_is_known(w->module) &&
                            fe_library(name) == FE_LIBRARY_COMPUTED);
}

/* ---- asking ---- */

static LLVMValueRef declare(Writer *w, const char *name, LLVMTypeRef ret,
                            LLVMTypeRef *params, unsigned n) {
  return LLVMAddFunction(w->module, name, LLVMFunctionType(ret, params, n, 0));
}

static void declare_harness(Writer *w) {
  LLVMTypeRef value[] = {w->i32, w->i32, w->pointer};
  LLVMTypeRef fill[] = {w->i32, w->pointer, w->i64};
  LLVMTypeRef alloc[] = {w->i32, w->i64};
  LLVMTypeRef check[] = {w->i32, w->i32};
  w->value = declare(w, "__cp_value", w->none, value, 3);
  w->pointer_value = declare(w, "__cp_pointer", w->none, value, 3);
  w->fill = declare(w, "__cp_fill", w->none, fill, 3);
  w->fill_object = declare(w, "__cp_fill_object", w->none, fill, 2);
  w->alloc = declare(w, "__cp_alloc", w->pointer, alloc, 2);
  w->realloc = declare(w, "__cp_realloc", w->pointer, fill, 3);
  w->at = declare(w, "__cp_at", w->none, &w->i32, 1);
  w->error = declare(w, "__cp_error", w->none, NULL, 0);
  w->argument = declare(w, "__cp_argument", w->none, NULL, 0);
  w->check = declare(w, "__cp_check", w->none, check, 2);
  LLVMTypeRef object[] = {w->pointer, w->i64};
  LLVMTypeRef access[] = {w->pointer, w->pointer, w->i64,
                          w->i32,     w->i32,     w->i32};
  LLVMTypeRef freeing[] = {w->pointer, w->i32, w->i32};
  w->enter = declare(w, "__cp_enter", w->i32, NULL, 0);
  w->leave = declare(w, "__cp_leave", w->none, &w->i32, 1);
  w->returning = declare(w, "__cp_returning", w->none, &w->i32, 1);
  LLVMTypeRef life[] = {w->pointer, w->i32};
  w->life = declare(w, "__cp_life", w->none, life, 2);
  w->object = declare(w, "__cp_object", w->none, object, 2);
  w->access = declare(w, "__cp_access", w->none, access, 6);
  w->freeing = declare(w, "__cp_freeing", w->none, freeing, 3);
}

LLVMValueRef rw_call(Writer *w, LLVMValueRef function, LLVMValueRef *args,
                     unsigned n) {
  assert(LLVMCountParamTypes(LLVMGlobalGetValueType(function)) == n);
  return LLVMBuildCall2(w->builder, LLVMGlobalGetValueType(function), function,
                        args, n, "");
}

static LLVMValueRef number(LLVMTypeRef type, uint64_t value) {
  return LLVMConstInt(type, value, 0);
}

static LLVMValueRef widen(Writer *w, LLVMValueRef value) {
  if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMIntegerTypeKind)
    return number(w->i64, 0);
  return LLVMBuildIntCast2(w->builder, value, w->i64, 0, "");
}

/* A value of `type`, asked at the builder's place; `room` is in the entry
 * block. */
static LLVMValueRef ask(Writer *w, LLVMTypeRef type, LLVMValueRef room,
                        uint32_t site) {
  assert(LLVMIsAAllocaInst(room));
  bool pointer = LLVMGetTypeKind(type) == LLVMPointerTypeKind;
  uint64_t bits = LLVMSizeOfTypeInBits(w->r->layout, type);
  assert(bits > 0 && bits <= UINT32_MAX);
  LLVMValueRef args[] = {number(w->i32, site), number(w->i32, bits), room};
  rw_call(w, pointer ? w->pointer_value : w->value, args, 3);
  return LLVMBuildLoad2(w->builder, type, room, "");
}

/* Inform the harness that the next input is a parameter of main. */
static void announce_argument(Writer *w) {
  if (strcmp(w->replay->property->entry, "main") == 0)
    rw_call(w, w->argument, NULL, 0);
}

static LLVMValueRef make_room(Writer *w, LLVMValueRef function,
                              LLVMTypeRef type) {
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
  LLVMPositionBuilderBefore(w->builder, LLVMGetFirstInstruction(entry));
  return LLVMBuildAlloca(w->builder, type, "");
}

static LLVMValueRef function_of(LLVMValueRef instruction) {
  return LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
}

LLVMValueRef rw_ask_before(Writer *w, LLVMValueRef i, LLVMTypeRef type,
                           uint32_t site) {
  map_put(w->replay->asks, site, 1);
  LLVMValueRef room = make_room(w, function_of(i), type);
  LLVMPositionBuilderBefore(w->builder, i);
  return ask(w, type, room, site);
}

static void replace(LLVMValueRef old, LLVMValueRef by) {
  assert(!by || LLVMTypeOf(old) == LLVMTypeOf(by));
  if (by) LLVMReplaceAllUsesWith(old, by);
  LLVMInstructionEraseFromParent(old);
}

/* ---- the places where inputs come in ---- */

static void fill_alloca(Writer *w, LLVMValueRef i, uint32_t site) {
  assert(LLVMIsAAllocaInst(i) && site > 0);
  LLVMPositionBuilderBefore(w->builder, LLVMGetNextInstruction(i));
  uint64_t size = LLVMABISizeOfType(w->r->layout, LLVMGetAllocatedType(i));
  LLVMValueRef count = widen(w, LLVMGetOperand(i, 0));
  LLVMValueRef bytes =
      LLVMBuildMul(w->builder, count, number(w->i64, size), "");
  rw_call(w, w->fill, (LLVMValueRef[]){number(w->i32, site), i, bytes}, 3);
}

/* __cutpoint_alloc; in the model of realloc the old object is parameter 0. */
static void replace_alloc(Writer *w, LLVMValueRef i, uint32_t site) {
  assert(LLVMIsACallInst(i) && site > 0);
  LLVMPositionBuilderBefore(w->builder, i);
  LLVMValueRef bytes = widen(w, LLVMGetOperand(i, 0));
  LLVMValueRef place = number(w->i32, site), function = function_of(i);
  LLVMValueRef made;
  if (fe_is_realloc(function))
    made =
        rw_call(w, w->realloc,
                (LLVMValueRef[]){place, LLVMGetParam(function, 0), bytes}, 3);
  else
    made = rw_call(w, w->alloc, (LLVMValueRef[]){place, bytes}, 2);
  bool fits = LLVMTypeOf(i) == LLVMTypeOf(made);
  if (!fits) made = LLVMConstNull(LLVMTypeOf(i));
  replace(i, made);
}

static void replace_havoc(Writer *w, LLVMValueRef i, uint32_t site) {
  assert(LLVMIsACallInst(i) && LLVMGetNumArgOperands(i) >= 1);
  LLVMPositionBuilderBefore(w->builder, i);
  LLVMValueRef at = LLVMGetOperand(i, 0), place = number(w->i32, site);
  if (LLVMGetNumArgOperands(i) == 2)
    rw_call(w, w->fill,
            (LLVMValueRef[]){place, at, widen(w, LLVMGetOperand(i, 1))}, 3);
  else
    rw_call(w, w->fill_object, (LLVMValueRef[]){place, at}, 2);
  replace(i, NULL);
}

static void replace_call(Writer *w, LLVMValueRef i, uint32_t site) {
  LLVMTypeRef type = LLVMTypeOf(i);
  if (type == w->none) {
    replace(i, NULL);
    return;
  }
  replace(i, rw_ask_before(w, i, type, site));
}

static void add_body(Writer *w, LLVMValueRef f);

/* Is the address in the room where the harness puts what the environment makes
 * up?  A function there is one of the environment. */
static LLVMValueRef is_made_up(Writer *w, LLVMValueRef callee) {
  LLVMValueRef at = LLVMBuildPtrToInt(w->builder, callee, w->i64, "");
  LLVMValueRef room = number(w->i64, interp_free_room(w->r->p));
  return LLVMBuildICmp(w->builder, LLVMIntULT,
                       LLVMBuildSub(w->builder, at, room, ""),
                       number(w->i64, INTERP_ROOM_BYTES), "");
}

/* A call through a pointer: functions without a body are told where, and in
 * place of one of the environment one is called that asks for its result. */
static void steer_pointer(Writer *w, LLVMValueRef i, uint32_t site) {
  LLVMTypeRef type = LLVMGetCalledFunctionType(i);
  LLVMValueRef callee = LLVMGetCalledValue(i);
  LLVMValueRef stub = LLVMAddFunction(w->module, "stub", type);
  add_body(w, stub);
  LLVMPositionBuilderBefore(w->builder, i);
  LLVMValueRef chosen =
      LLVMBuildSelect(w->builder, is_made_up(w, callee), stub, callee, "");
  LLVMSetOperand(i, (unsigned)LLVMGetNumOperands(i) - 1, chosen);
  rw_call(w, w->at, (LLVMValueRef[]){number(w->i32, site)}, 1);
}

static void steer(Writer *w, LLVMValueRef i, uint32_t site) {
  map_put(w->replay->asks, site, 1);
  if (LLVMIsAAllocaInst(i)) {
    fill_alloca(w, i, site);
    return;
  }
  LLVMValueRef callee = fe_strip_alias(LLVMGetCalledValue(i));
  if (!LLVMIsAFunction(callee)) {
    steer_pointer(w, i, site);
    return;
  }
  const char *name = name_of(callee);
  if (!LLVMIsDeclaration(callee) ||
      prog_property_of_call(w->replay->property, name) != PROPERTY_COUNT)
    return;
  if (strcmp(name, "__cutpoint_alloc") == 0)
    replace_alloc(w, i, site);
  else if (text_starts_with(name, "__cutpoint_havoc") ||
           strcmp(name, "__VERIFIER_nondet_memory") == 0)
    replace_havoc(w, i, site);
  else if (!is_given_function(w, name))
    replace_call(w, i, site);
}

/* The places from `first` on that one instruction has; how many. */
static uint32_t steer_place(Writer *w, uint32_t first) {
  ReadPlace place = w->r->places.at[first];
  if (rw_is_text(place.origin)) return rw_replace_text(w, first);
  steer(w, place.origin, place.site);
  return 1;
}

/* ---- the error ---- */

static void build_error(Writer *w, PropertyKind violated) {
  LLVMValueRef args[] = {LLVMConstInt(w->i32, 1, 0),
                         LLVMConstInt(w->i32, (uint64_t)violated, 0)};
  rw_call(w, w->check, args, 2);
  LLVMBuildUnreachable(w->builder);
}

/* The function's body becomes the error: a new function takes its place. */
static void replace_error(Writer *w, LLVMValueRef f, PropertyKind violated) {
  LLVMValueRef made =
      LLVMAddFunction(w->module, "cp.error", LLVMGlobalGetValueType(f));
  LLVMBasicBlockRef block = LLVMAppendBasicBlockInContext(w->context, made, "");
  LLVMPositionBuilderAtEnd(w->builder, block);
  build_error(w, violated);
  LLVMReplaceAllUsesWith(f, made);
}

static void cut_at_label(Writer *w, LLVMValueRef f, const char *label) {
  assert(!LLVMIsDeclaration(f));
  if (fe_is_model(f)) return;
  LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f);
  for (; b; b = LLVMGetNextBasicBlock(b)) {
    if (strcmp(LLVMGetBasicBlockName(b), label) != 0) continue;
    LLVMValueRef first = LLVMGetFirstInstruction(b);
    while (LLVMIsAPHINode(first)) first = LLVMGetNextInstruction(first);
    LLVMPositionBuilderBefore(w->builder, first);
    rw_call(w, w->error, NULL, 0);
  }
}

static void place_errors(Writer *w) {
  const Property *property = w->replay->property;
  LLVMValueRef f = LLVMGetFirstFunction(w->module), next;
  LLVMValueRef last = LLVMGetLastFunction(w->module);
  for (; f; f = next) {
    next = f == last ? NULL : LLVMGetNextFunction(f);
    PropertyKind violated = prog_property_of_call(property, name_of(f));
    if (violated != PROPERTY_COUNT) replace_error(w, f, violated);
    if (property->error_label && !LLVMIsDeclaration(f) &&
        property->kinds >> PROPERTY_UNREACH_CALL & 1)
      cut_at_label(w, f, property->error_label);
  }
}

/* ---- the rest of the module ---- */

/* A body that asks, for calls through pointers. */
static void add_body(Writer *w, LLVMValueRef f) {
  assert(LLVMIsDeclaration(f));
  LLVMTypeRef ret = LLVMGetReturnType(LLVMGlobalGetValueType(f));
  LLVMBasicBlockRef block = LLVMAppendBasicBlockInContext(w->context, f, "");
  LLVMPositionBuilderAtEnd(w->builder, block);
  if (ret == w->none) {
    LLVMBuildRetVoid(w->builder);
    return;
  }
  LLVMValueRef room = LLVMBuildAlloca(w->builder, ret, "");
  LLVMBuildRet(w->builder, ask(w, ret, room, 0));
}

/* What the reader does not support ends the run: the real function would do
 * more than this one, so nothing is shown by what follows. */
static bool is_refused(const Writer *w, const char *name) {
  if (text_starts_with(name, "__cutpoint_unsupported")) return true;
  return fe_library_is_known(w->module) &&
         (fe_unsupported(name) || fe_library(name) >= FE_LIBRARY_POINTERS);
}

static void add_end(Writer *w, LLVMValueRef f) {
  assert(LLVMIsDeclaration(f));
  LLVMBasicBlockRef block = LLVMAppendBasicBlockInContext(w->context, f, "");
  LLVMPositionBuilderAtEnd(w->builder, block);
  LLVMTypeRef type = LLVMFunctionType(w->none, &w->i32, 1, 0);
  LLVMValueRef never = number(w->i32, 0);
  LLVMBuildCall2(w->builder, type,
                 fe_function(w->module, "__cutpoint_assume", type), &never, 1,
                 "");
  LLVMBuildUnreachable(w->builder);
}

static void make_private(LLVMValueRef value) {
  assert(!LLVMIsDeclaration(value));
  char name[512];
  const char *old = name_of(value);
  snprintf(name, sizeof name, RW_PRIVATE "%.480s", old);
  LLVMSetLinkage(value, LLVMInternalLinkage);
  LLVMSetVisibility(value, LLVMDefaultVisibility);
  LLVMSetValueName2(value, name, strlen(name));
}

static void finish_functions(Writer *w) {
  LLVMValueRef last = LLVMGetLastFunction(w->module), next;
  for (LLVMValueRef f = LLVMGetFirstFunction(w->module); f; f = next) {
    next = f == last ? NULL : LLVMGetNextFunction(f);
    char name[64];
    snprintf(name, sizeof name, "%s", name_of(f));
    if (text_starts_with(name, "__cp_") ||
        (LLVMIsDeclaration(f) && is_given_function(w, name)))
      continue;
    if (LLVMIsDeclaration(f) && is_refused(w, name))
      add_end(w, f);
    else if (LLVMIsDeclaration(f))
      add_body(w, f);
    make_private(f);
  }
  rw_take_real_functions(w);
}

/* Variables defined elsewhere start as zero, or as the harness says. */
static void finish_globals(Writer *w) {
  LLVMValueRef g = LLVMGetFirstGlobal(w->module);
  for (; g; g = LLVMGetNextGlobal(g)) {
    if (is_given(name_of(g))) continue;
    LLVMTypeRef type = LLVMGlobalGetValueType(g);
    if (LLVMIsDeclaration(g)) {
      if (!LLVMTypeIsSized(type)) continue;
      LLVMValueRef start = rw_start_value(w, g);
      if (!start) continue;
      LLVMSetInitializer(g, start);
      LLVMSetGlobalConstant(g, 0); /* a harness may give it other contents */
    }
    make_private(g);
  }
}

static void add_start(Writer *w, uint32_t n_sites) {
  LLVMValueRef entry = rd_entry(w->module, w->replay->property->entry);
  /* as in the Program: see rd_function */
  bool constructs =
      entry == rd_entry(w->module, "main") && !LLVMGetFirstUse(entry);
  LLVMValueRef start = declare(w, "__cp_program", w->none, NULL, 0);
  LLVMBasicBlockRef block =
      LLVMAppendBasicBlockInContext(w->context, start, "");
  LLVMPositionBuilderAtEnd(w->builder, block);
  LLVMTypeRef type = LLVMGlobalGetValueType(entry);
  uint32_t n = LLVMCountParamTypes(type);
  LLVMValueRef *args = MEM_ARRAY(w->r->mem, LLVMValueRef, n);
  for (uint32_t i = 0; i < n; i++) {
    LLVMTypeRef param = LLVMTypeOf(LLVMGetParam(entry, i));
    LLVMValueRef room = LLVMBuildAlloca(w->builder, param, "");
    announce_argument(w);
    args[i] = ask(w, param, room, n_sites + 1 + i);
  }
  if (constructs) rw_call_constructors(w);
  rw_drop_hooks(w);
  LLVMBuildCall2(w->builder, type, entry, args, n, "");
  LLVMBuildRetVoid(w->builder);
  MEM_FREE_ARRAY(w->r->mem, args, n);
}

/* Debugging information goes; so do our own marks, which speak of it. */
static void strip_names(Writer *w) {
  unsigned kind = LLVMGetMDKindIDInContext(w->context, FE_VAR_METADATA,
                                           strlen(FE_VAR_METADATA));
  LLVMStripModuleDebugInfo(w->module);
  LLVMValueRef f = LLVMGetFirstFunction(w->module);
  for (; f; f = LLVMGetNextFunction(f)) {
    LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f);
    for (; b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
           i = LLVMGetNextInstruction(i))
        if (LLVMGetMetadata(i, kind)) LLVMSetMetadata(i, kind, NULL);
  }
}

static bool write_module(Writer *w, FeDiag *diag) {
  char *message = NULL;
  if (LLVMVerifyModule(w->module, LLVMReturnStatusAction, &message)) {
    fe_diag_add(diag, NULL, 0, 0, "the replay bitcode is not valid: %.200s",
                message);
    LLVMDisposeMessage(message);
    return false;
  }
  LLVMDisposeMessage(message);
  if (LLVMWriteBitcodeToFile(w->module, w->replay->bitcode) == 0) return true;
  fe_diag_add(diag, NULL, 0, 0, "cannot write '%s'", w->replay->bitcode);
  return false;
}

static bool write_replay(Reader *r, void *context) {
  require(((const FeReplay *)context)->bitcode &&
          ((const FeReplay *)context)->property->entry);
  const FeReplay *replay = context;
  LLVMContextRef c = r->context;
  Writer w = {.r = r, .replay = replay, .module = r->module, .context = c};
  LLVMValueRef entry = rd_entry(r->module, replay->property->entry);
  if (!entry || LLVMIsDeclaration(entry)) {
    fe_diag_add(r->diag, NULL, 0, 0, "there is no function '%s'",
                replay->property->entry);
    return false;
  }
  if (rw_runs_by_itself(&w, r->diag)) return false;
  w.builder = LLVMCreateBuilderInContext(c);
  w.none = LLVMVoidTypeInContext(c);
  w.i32 = LLVMInt32TypeInContext(c);
  w.i64 = LLVMInt64TypeInContext(c);
  w.pointer = LLVMPointerTypeInContext(c, 0);
  declare_harness(&w);
  rw_add_memory_guards(&w);
  strip_names(&w);
  rw_add_guards(&w);
  for (uint32_t i = 0; i < r->places.n;) i += steer_place(&w, i);
  rw_drop_texts(&w);
  rw_add_texts(&w);
  add_start(&w, r->p->n_sites); /* the tables use all functions */
  rw_add_table(&w, "__cp_globals", &r->globals, r->p->globals.n);
  rw_add_table(&w, "__cp_functions", &r->funcs, r->p->funcs.n);
  place_errors(&w);
  finish_functions(&w);
  rw_call_real(&w);
  finish_globals(&w);
  rw_strip_ub(&w);
  LLVMDisposeBuilder(w.builder);
  return write_module(&w, r->diag);
}

/* ---- all of it ---- */

struct FeLinked {
  Mem *mem;
  LLVMContextRef context;
  LLVMModuleRef module;
};

FeLinked *fe_linked_new(Mem *mem, const FeInput *inputs, uint32_t n_inputs,
                        FeDiag *diag) {
  FeLinked *linked = MEM_NEW(mem, FeLinked);
  linked->mem = mem;
  linked->context = LLVMContextCreate();
  linked->module = fe_link(linked->context, inputs, n_inputs, diag);
  if (linked->module) return linked;
  fe_linked_free(linked);
  return NULL;
}

void fe_linked_free(FeLinked *linked) {
  if (linked->module) LLVMDisposeModule(linked->module);
  LLVMContextDispose(linked->context);
  MEM_DELETE(linked->mem, linked);
}

static bool read_linked(Program **out, Mem *mem, LLVMModuleRef module,
                        const FeReplay *replay, FeDiag *diag) {
  FeReplay request = *replay;
  return (!request.driver || fe_add_driver(module, request.driver, diag)) &&
         rd_read(out, mem, module, write_replay, &request, diag);
}

bool fe_read_replay(Program **out, Mem *mem, const FeInput *inputs,
                    uint32_t n_inputs, const FeReplay *replay, FeDiag *diag) {
  require(replay->property && replay->bitcode && replay->asks);
  *out = NULL;
  if (replay->linked)
    return read_linked(out, mem, replay->linked->module, replay, diag);
  FeLinked *linked = fe_linked_new(mem, inputs, n_inputs, diag);
  bool good = linked && read_linked(out, mem, linked->module, replay, diag);
  if (linked) fe_linked_free(linked);
  return good;
}
