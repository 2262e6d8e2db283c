/* SPDX-License-Identifier: MIT
 *
 * Calls: of functions, of the primitives that the library models are made of,
 * of functions that stand for inputs.
 *
 * Only names without a body are special: a program that defines
 * __VERIFIER_nondet_int itself means its own.
 *
 * Arguments "by value" (LangRef "byval") are pointers to the caller's object;
 * the caller makes the private copy that the callee may write to.  Among
 * variable arguments the object itself is passed, in pieces of a slot each.
 *
 * A direct call may disagree with its callee's type (C11 6.5.2.2p9 calls this
 * undefined; K&R declarations do it).  Arguments too many are dropped, missing
 * ones are unknown values, of a narrow integer the bits above it.  One that
 * travels in another way than the parameter expects (a float for an integer,
 * two words for one, an object for its address) makes it and all behind it
 * unknown: they arrive in other places.  So there is at least what any machine
 * does with its registers and stack. */
#include "frontend/read/reader.h"

#include "frontend/structs.h"

#include "ir/property.h"

/* ---- functions without a body that mean something ---- */

static const struct {
  const char *name, *why;
} stops[] = {
    {"abort", "abort"},
    {"exit", "exit"},
    {"_exit", "exit"},
    {"_Exit", "exit"},
    {"quick_exit", "exit"},
    {"__cutpoint_stop_exit", "exit"},
    {"__cutpoint_stop_abort", "abort"},
};

/* Why the execution ends in a call of the function; NULL: it does not. */
static const char *stop_of(const char *name) {
  for (size_t i = 0; i < sizeof stops / sizeof *stops; i++)
    if (strcmp(stops[i].name, name) == 0) return stops[i].why;
  return NULL;
}

static Val argument(Reader *r, LLVMValueRef call, uint32_t index) {
  assert(index < LLVMGetNumArgOperands(call));
  return rd_value(r, LLVMGetOperand(call, index));
}

/* An argument as a pointer, or as an integer of the pointer's width. */
static Val pointer_argument(Reader *r, LLVMValueRef call, uint32_t index) {
  Val val = argument(r, call, index);
  if (prog_type(r->p, rd_type_of(r, val))->kind == TYPE_PTR) return val;
  Val wide = rd_resize(r, rd_as_int(r, val), r->p->pointer_bits, EXTEND_ZERO);
  return rd_reinterpret(r, wide, prog_type_ptr(r->p));
}

static Val size_argument(Reader *r, LLVMValueRef call, uint32_t index) {
  Val val = rd_as_int(r, argument(r, call, index));
  return rd_resize(r, val, r->p->pointer_bits, EXTEND_ZERO);
}

static void make_input(Reader *r, LLVMValueRef call, InputKind kind,
                       const char *name) {
  TypeId type = rd_value_type(r, LLVMTypeOf(call));
  if (!type.id) return;
  Val made = rd_input(r, type, kind, name);
  rd_note_place(r, call, made);
  rd_set_value(r, call, made);
}

static void make_alloc(Reader *r, LLVMValueRef call) {
  Val size = size_argument(r, call, 0);
  Val made = rd_emit1(r, OP_ALLOC, prog_type_ptr(r->p), size);
  if (fe_is_realloc(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call))))
    rd_inst(r, made)->flags |= INST_MOVES;
  if (!LLVMGetNamedFunction(r->module, PROG_FAILURE))
    prog_ledger(r->p, LEDGER_PREMISE, (LocId){0},
                "malloc and its like succeed (else: --malloc-may-fail)");
  rd_note_place(r, call, made);
  rd_call_result(r, call, made);
}

static void make_havoc(Reader *r, LLVMValueRef call) {
  Val ops[2] = {pointer_argument(r, call, 0), size_argument(r, call, 1)};
  rd_note_place(r, call, rd_emit(r, OP_HAVOC, (TypeId){0}, ops, 2));
}

static void make_havoc_object(Reader *r, LLVMValueRef call) {
  Val at = pointer_argument(r, call, 0);
  rd_note_place(r, call, rd_emit1(r, OP_HAVOC, (TypeId){0}, at));
}

static void make_assume(Reader *r, LLVMValueRef call) {
  Val cond = rd_is_nonzero(r, rd_as_int(r, argument(r, call, 0)));
  rd_emit1(r, OP_ASSUME, (TypeId){0}, cond);
}

/* to - from, where only the size of what is at `from` matters. */
static void make_distance(Reader *r, LLVMValueRef call) {
  TypeId word = rd_word(r);
  Val to = rd_reinterpret(r, pointer_argument(r, call, 0), word);
  Val from = rd_reinterpret(r, pointer_argument(r, call, 1), word);
  Val made = rd_emit2(r, OP_SUB, word, to, from);
  rd_inst(r, made)->flags |= INST_DISTANCE;
  rd_call_result(r, call, made);
}

/* Any number of bytes, as many as there are at most; the executable asks the
 * harness, and its place is not noted. */
static void make_kept(Reader *r, LLVMValueRef call) {
  Val bytes = size_argument(r, call, 1);
  Val kept = rd_input(r, rd_word(r), INPUT_EXTERN, PROG_KEPT);
  Val is_more = rd_emit2(r, OP_ULT, rd_int(r, 1), bytes, kept);
  prog_ledger(r->p, LEDGER_OVER, r->loc, "how much realloc keeps: any bytes");
  rd_call_result(r, call,
                 rd_emit3(r, OP_SELECT, rd_word(r), is_more, bytes, kept));
}

typedef enum Primitive {
  PRIM_NONE,
  PRIM_ALLOC,
  PRIM_FREE,
  PRIM_HAVOC,
  PRIM_HAVOC_OBJECT,
  PRIM_ASSUME,
  PRIM_DISTANCE,
  PRIM_KEPT,
  PRIM_VIOLATES_INIT
} Primitive;

static Primitive primitive_of(const char *name, uint32_t n_args) {
  if (strcmp(name, "__cutpoint_alloc") == 0 && n_args == 1) return PRIM_ALLOC;
  if (strcmp(name, "__cutpoint_free") == 0 && n_args == 1) return PRIM_FREE;
  if ((strcmp(name, FE_HAVOC) == 0 ||
       strcmp(name, "__VERIFIER_nondet_memory") == 0) &&
      n_args == 2)
    return PRIM_HAVOC;
  if (strcmp(name, "__cutpoint_havoc_object") == 0 && n_args == 1)
    return PRIM_HAVOC_OBJECT;
  if ((strcmp(name, "__cutpoint_assume") == 0 ||
       strcmp(name, "__VERIFIER_assume") == 0) &&
      n_args == 1)
    return PRIM_ASSUME;
  if (strcmp(name, FE_DISTANCE) == 0 && n_args == 2) return PRIM_DISTANCE;
  if (strcmp(name, PROG_KEPT) == 0 && n_args == 2) return PRIM_KEPT;
  if (strcmp(name, FE_VIOLATES_INIT) == 0) return PRIM_VIOLATES_INIT;
  return PRIM_NONE;
}

static bool read_primitive(Reader *r, LLVMValueRef call, const char *name) {
  switch (primitive_of(name, LLVMGetNumArgOperands(call))) {
  case PRIM_ALLOC: make_alloc(r, call); return true;
  case PRIM_FREE:
    rd_emit1(r, OP_FREE, (TypeId){0}, pointer_argument(r, call, 0));
    return true;
  case PRIM_HAVOC: make_havoc(r, call); return true;
  case PRIM_HAVOC_OBJECT: make_havoc_object(r, call); return true;
  case PRIM_ASSUME: make_assume(r, call); return true;
  case PRIM_DISTANCE: make_distance(r, call); return true;
  case PRIM_KEPT: make_kept(r, call); return true;
  case PRIM_VIOLATES_INIT:
    rd_error(r, prog_property_name(PROPERTY_VALID_INIT),
             "read of what was never written");
    return true;
  case PRIM_NONE: break;
  }
  return false;
}

/* "some_words" as words. */
static const char *words_of(char *out, size_t size, const char *name) {
  snprintf(out, size, "%s", name);
  for (char *c = out; *c; c++)
    if (*c == '_') *c = ' ';
  return out;
}

/* __cutpoint_premise_some_words: an entry of the ledger. */
static bool read_mark(Reader *r, const char *name) {
  static const struct {
    const char *prefix;
    Direction direction;
  } marks[] = {{"__cutpoint_premise_", LEDGER_PREMISE},
               {"__cutpoint_over_", LEDGER_OVER},
               {"__cutpoint_under_", LEDGER_UNDER}};
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
    if (!text_starts_with(name, marks[i].prefix)) continue;
    char text[128];
    words_of(text, sizeof text, name + strlen(marks[i].prefix));
    LocId loc = marks[i].direction == LEDGER_PREMISE ? (LocId){0} : r->loc;
    prog_ledger(r->p, marks[i].direction, loc, "%s", text);
    return true;
  }
  return false;
}

/* What a run knows better; errors that rest on it may be spurious. */
static bool read_outside(Reader *r, LLVMValueRef call, const char *name) {
  bool world = text_starts_with(name, FE_WORLD);
  if (strcmp(name, FE_DRY) == 0) return true;
  if (!world && !text_starts_with(name, "__cutpoint_confirm_")) return false;
  prog_ledger(r->p, LEDGER_OVER, r->loc,
              "what the C library reads and answers: each time anything");
  if (world && LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind)
    rd_set_value(r, call, argument(r, call, 0));
  return true;
}

/* A call of a function without a body; true: it is dealt with. */
static bool read_special(Reader *r, LLVMValueRef call, const char *name) {
  if (text_starts_with(name, FE_UNDEF_PREFIX)) {
    make_input(r, call, INPUT_UNINIT, rd_uninit_name(r, call));
    return true;
  }
  char words[256];
  const char *what = rd_goes_on(r) ? NULL : fe_unsupported(name);
  if (!what && text_starts_with(name, FE_REFUSED))
    what = name + strlen(FE_REFUSED);
  if (!what && text_starts_with(name, FE_UNSUPPORTED))
    what = words_of(words, sizeof words, name + strlen(FE_UNSUPPORTED));
  if (what) {
    rd_unsupported(r, "%s", what);
    return true;
  }
  if (text_starts_with(name, FE_REAL)) { /* its place is not noted */
    rd_set_value(r, call, argument(r, call, 0));
    return true;
  }
  what = stop_of(name);
  if (what) {
    rd_stop(r, what);
    return true;
  }
  if (read_primitive(r, call, name) || read_mark(r, name)) return true;
  if (text_starts_with(name, "__VERIFIER_nondet_")) {
    make_input(r, call, INPUT_NONDET, name);
    return true;
  }
  if (text_starts_with(name, "__cutpoint_nondet_")) {
    make_input(r, call, INPUT_EXTERN, name);
    return true;
  }
  if (text_starts_with(name, "__cutpoint_") &&
      !text_starts_with(name, PROG_OUTSIDE)) { /* no primitive of ours */
    rd_unsupported(r, "%s", name);
    return true;
  }
  return false;
}

/* ---- functions of the C library without a model ---- */

static bool is_pointer(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMPointerTypeKind;
}

/* Does the call hand over a pointer, or get one? */
static bool has_pointers(LLVMValueRef call) {
  uint32_t n = LLVMGetNumArgOperands(call);
  for (uint32_t i = 0; i < n; i++) {
    LLVMValueRef operand = LLVMGetOperand(call, i);
    if (is_pointer(LLVMTypeOf(operand)) && !LLVMIsNull(operand)) return true;
  }
  return is_pointer(LLVMTypeOf(call));
}

/* The place is not noted: the executable calls the real function. */
static void read_computed(Reader *r, LLVMValueRef call, const char *name) {
  TypeId type = rd_value_type(r, LLVMTypeOf(call));
  if (!type.id) return;
  prog_ledger(r->p, LEDGER_OVER, r->loc, "%s: any result", name);
  rd_set_value(r, call, rd_input(r, type, INPUT_EXTERN, name));
}

/* A call of a function of the C library; true: it is dealt with. */
static bool read_library(Reader *r, LLVMValueRef call, const char *name) {
  if (!fe_library_is_known(r->module)) return false;
  FeLibrary kind = fe_library(name);
  if (kind == FE_LIBRARY_COMPUTED) {
    read_computed(r, call, name);
    return true;
  }
  uint32_t n = LLVMGetNumArgOperands(call);
  if (fe_is_own(name, n)) return false;
  if (kind == FE_LIBRARY_GLOBAL ||
      (kind == FE_LIBRARY_POINTERS && has_pointers(call))) {
    rd_unsupported(r, "the C library's %s", name);
    return true;
  }
  return false;
}

/* ---- arguments ---- */

typedef Vec(Val) ValList;

/* The type of an argument passed by value, or NULL. */
static LLVMTypeRef byval_type(Reader *r, LLVMValueRef call, uint32_t index) {
  LLVMAttributeRef a =
      LLVMGetCallSiteEnumAttribute(call, index + 1, r->kind_byval);
  return a ? LLVMGetTypeAttributeValue(a) : NULL;
}

static Val private_copy(Reader *r, LLVMTypeRef type, LLVMMetadataRef note,
                        Val from) {
  assert(prog_type(r->p, rd_type_of(r, from))->kind == TYPE_PTR);
  TypeId aux = rd_noted_type(r, type, note);
  uint64_t size = rd_size(r, type);
  Val copy = rd_emit(r, OP_ALLOCA, prog_type_ptr(r->p), NULL, 0);
  rd_inst(r, copy)->imm = (int64_t)size;
  rd_inst(r, copy)->aux = aux;
  rd_inst(r, copy)->flags |= INST_ARGUMENT;
  if (size)
    rd_emit3(r, OP_MEMCPY, (TypeId){0}, copy, from,
             rd_number(r, rd_word(r), size));
  return copy;
}

/* An object among variable arguments: its bytes, slot by slot.  An object
 * aligned to 16 goes in pieces of 16, so that its first piece is aligned. */
static void pass_pieces(Reader *r, LLVMTypeRef type, Val from, ValList *args) {
  uint64_t size = rd_size(r, type), slot = r->p->pointer_bits / 8;
  if (slot == 8 && LLVMABIAlignmentOfType(r->layout, type) >= 16) slot = 16;
  for (uint64_t at = 0; at < size; at += slot) {
    uint64_t n = size - at < slot ? size - at : slot;
    Val address = rd_gep(r, from, (int64_t)at, (Val){0}, 0);
    VEC_PUSH(r->mem, args, rd_load(r, rd_int(r, (uint32_t)(8 * n)), address));
  }
  assert(size == 0 || args->n > 0);
}

/* An integer or pointer in a wider one: the bits above it are unknown. */
static Val widen_misfit(Reader *r, Val val, TypeId to) {
  uint32_t bits = prog_type(r->p, to)->bits;
  uint32_t low = prog_type(r->p, rd_type_of(r, val))->bits;
  assert(low < bits);
  TypeId as_int = rd_int(r, bits);
  prog_ledger(r->p, LEDGER_OVER, r->loc,
              "a call does not fit the function's type: unknown upper bits");
  Val high = rd_input(r, as_int, INPUT_UNDEF, "upper bits");
  high = rd_emit2(r, OP_SHL, as_int, high, rd_number(r, as_int, low));
  val = rd_resize(r, rd_as_int(r, val), bits, EXTEND_ZERO);
  return rd_reinterpret(r, rd_emit2(r, OP_OR, as_int, high, val), to);
}

static bool fits_word(const Reader *r, const Type *type) {
  return (type->kind == TYPE_INT || type->kind == TYPE_PTR) &&
         type->bits <= r->p->pointer_bits;
}

/* A value as another scalar type, where the machine agrees; else unknown. */
static Val convert_misfit(Reader *r, Val val, TypeId to) {
  assert(to.id != 0);
  const Type *have = prog_type(r->p, rd_type_of(r, val));
  const Type *want = prog_type(r->p, to);
  if (rd_type_of(r, val).id == to.id) return val;
  bool floats = have->kind == TYPE_FLOAT || want->kind == TYPE_FLOAT;
  if (!floats && want->bits <= have->bits) {
    uint32_t bits = want->bits;
    return rd_reinterpret(r, rd_resize(r, rd_as_int(r, val), bits, EXTEND_ZERO),
                          to);
  }
  if (fits_word(r, have) && fits_word(r, want)) return widen_misfit(r, val, to);
  prog_ledger(r->p, LEDGER_OVER, r->loc,
              "a call does not fit the function's type: unknown value");
  return rd_input(r, to, INPUT_UNDEF, NULL);
}

/* The callee's parameter types; n_fixed of them.  For an indirect call, those
 * of the call. */
typedef struct Signature {
  LLVMValueRef function; /* NULL: not known */
  LLVMTypeRef type;
  uint32_t n_fixed;
  bool variadic;
} Signature;

static Signature signature_of(LLVMValueRef callee, LLVMTypeRef type) {
  return (Signature){LLVMIsAFunction(callee), type, LLVMCountParamTypes(type),
                     LLVMIsFunctionVarArg(type)};
}

static uint64_t object_size(Reader *r, LLVMAttributeRef byval) {
  return byval ? 1 + rd_size(r, LLVMGetTypeAttributeValue(byval)) : 0;
}

/* As an object of the same size, or in a register, or neither. */
static bool travels_alike(Reader *r, LLVMValueRef call, uint32_t index,
                          LLVMValueRef function) {
  LLVMAttributeRef have =
      LLVMGetCallSiteEnumAttribute(call, index + 1, r->kind_byval);
  LLVMAttributeRef want =
      LLVMGetEnumAttributeAtIndex(function, index + 1, r->kind_byval);
  bool has = LLVMGetCallSiteEnumAttribute(call, index + 1, r->kind_inreg);
  bool wants = LLVMGetEnumAttributeAtIndex(function, index + 1, r->kind_inreg);
  return has == wants && object_size(r, have) == object_size(r, want);
}

/* Does an argument arrive where the callee looks for its parameter? */
static bool arrives(Reader *r, LLVMValueRef call, uint32_t index,
                    const Signature *callee, Val val, TypeId want) {
  if (callee->function && !travels_alike(r, call, index, callee->function))
    return false;
  TypeId have = rd_type_of(r, val);
  assert(have.id != 0 && want.id != 0 && index < callee->n_fixed);
  return have.id == want.id || (fits_word(r, prog_type(r->p, have)) &&
                                fits_word(r, prog_type(r->p, want)));
}

static Val unknown_argument(Reader *r, TypeId type, const char *why) {
  assert(type.id != 0);
  prog_ledger(r->p, LEDGER_OVER, r->loc, "a call %s: unknown values", why);
  return rd_input(r, type, INPUT_UNDEF, NULL);
}

/* A fixed one; once one was lost, the others are. */
static void read_fixed(Reader *r, LLVMValueRef call, uint32_t index,
                       const Signature *callee, TypeId want, bool *is_lost,
                       ValList *args) {
  LLVMTypeRef byval = byval_type(r, call, index);
  Val val = argument(r, call, index);
  if (!arrives(r, call, index, callee, val, want)) *is_lost = true;
  if (*is_lost) {
    VEC_PUSH(r->mem, args,
             unknown_argument(r, want, "does not fit the function's type"));
    return;
  }
  if (byval)
    val = private_copy(
        r, byval, fe_note_part(r->mem, r->context, fe_struct_note(call), index),
        val);
  VEC_PUSH(r->mem, args, convert_misfit(r, val, want));
}

/* One of those behind the fixed ones, if the callee takes them. */
static void read_variable(Reader *r, LLVMValueRef call, uint32_t index,
                          ValList *args) {
  LLVMTypeRef byval = byval_type(r, call, index);
  Val val = argument(r, call, index);
  if (byval)
    pass_pieces(r, byval, val, args);
  else
    VEC_PUSH(r->mem, args, val);
}

static void read_arguments(Reader *r, LLVMValueRef call,
                           const Signature *callee, ValList *args) {
  uint32_t n = LLVMGetNumArgOperands(call);
  assert(args->n == 1); /* the callee */
  LLVMTypeRef *params = MEM_ARRAY(r->mem, LLVMTypeRef, callee->n_fixed);
  if (callee->n_fixed) LLVMGetParamTypes(callee->type, params);
  bool is_lost = false;
  for (uint32_t i = 0; i < callee->n_fixed; i++) {
    TypeId want = rd_value_type(r, params[i]);
    if (i < n)
      read_fixed(r, call, i, callee, want, &is_lost, args);
    else
      VEC_PUSH(r->mem, args, unknown_argument(r, want, "misses arguments"));
  }
  bool is_told = LLVMIsFunctionVarArg(LLVMGetCalledFunctionType(call));
  if (callee->variadic && (is_lost || !is_told))
    rd_unsupported(r, "variable arguments of a function declared otherwise");
  if (callee->function && LLVMGetInstructionCallConv(call) !=
                              LLVMGetFunctionCallConv(callee->function))
    rd_unsupported(r, "a call by another convention than the function's");
  for (uint32_t i = callee->n_fixed; callee->variadic && i < n; i++)
    read_variable(r, call, i, args);
  MEM_FREE_ARRAY(r->mem, params, callee->n_fixed);
  assert(args->n >= 1 + callee->n_fixed);
}

void rd_call_result(Reader *r, LLVMValueRef call, Val val) {
  require(LLVMIsACallInst(call));
  TypeId want = rd_value_type(r, LLVMTypeOf(call));
  if (!want.id) return;
  if (val_is_none(val)) {
    prog_ledger(r->p, LEDGER_OVER, r->loc,
                "a result of a function without one: unknown value");
    val = rd_input(r, want, INPUT_UNDEF, NULL);
  }
  rd_set_value(r, call, convert_misfit(r, val, want));
}

static bool arguments_are_fine(Reader *r, LLVMValueRef call) {
  uint32_t n = LLVMGetNumArgOperands(call);
  for (uint32_t i = 0; i < n; i++) {
    if (!rd_type_is_fine(r, LLVMTypeOf(LLVMGetOperand(call, i)))) {
      rd_unsupported(r, "argument of a type too wide");
      return false;
    }
    if (LLVMGetCallSiteEnumAttribute(call, i + 1, r->kind_inalloca)) {
      rd_unsupported(r, "inalloca argument");
      return false;
    }
  }
  return true;
}

/* ---- formats ---- */

/* Is there a conversion %n, which stores? */
static bool format_stores(const char *text, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (text[i] != '%') continue;
    for (i++;
         i < n && text[i] && strchr("-+ #0123456789.*$hlLqjzt'I", text[i]);)
      i++;
    if (i < n && text[i] == 'n') return true;
  }
  return false;
}

/* The models of printf and its like store nothing for %n. */
static bool format_is_fine(Reader *r, LLVMValueRef call, LLVMValueRef callee,
                           const char *name) {
  assert(fe_is_model(callee));
  LLVMTypeRef type = LLVMGlobalGetValueType(callee);
  uint32_t fixed = LLVMCountParamTypes(type), n = LLVMGetNumArgOperands(call);
  uint32_t at = LLVMIsFunctionVarArg(type) ? fixed - 1 : fixed - 2;
  if (fixed < 1 || at >= n) return true;
  size_t length;
  const char *text = fe_constant_text(LLVMGetOperand(call, at), &length);
  if (!text)
    prog_ledger(r->p, LEDGER_PREMISE, r->loc, "no %%n in the format of %s",
                name);
  return !text || !format_stores(text, length);
}

/* ---- the call ---- */

static void read_plain_call(Reader *r, LLVMValueRef call, LLVMValueRef callee) {
  LLVMTypeRef type = LLVMIsAFunction(callee) ? LLVMGlobalGetValueType(callee)
                                             : LLVMGetCalledFunctionType(call);
  Signature signature = signature_of(callee, type);
  TypeId ret = rd_value_type(r, LLVMGetReturnType(type));
  ValList args = {0};
  VEC_PUSH(r->mem, &args, rd_value(r, callee));
  read_arguments(r, call, &signature, &args);
  Val made = rd_emit(r, OP_CALL, ret, args.at, args.n);
  VEC_DONE(r->mem, &args);
  if (LLVMGetCallSiteEnumAttribute(call, 1, r->kind_sret))
    rd_inst(r, made)->flags |= INST_RESULT;
  rd_note_place(r, call, made);
  rd_call_result(r, call, ret.id ? made : (Val){0});
}

static bool returns_twice(Reader *r, LLVMValueRef call, LLVMValueRef callee) {
  LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
  return LLVMGetCallSiteEnumAttribute(call, at, r->kind_returns_twice) ||
         (LLVMIsAFunction(callee) &&
          LLVMGetEnumAttributeAtIndex(callee, at, r->kind_returns_twice));
}

/* Does it go on elsewhere, and come back when that one says so; or does it fill
 * what pointers behind its arguments lead to? */
static bool changes_more(const char *name) {
  const char *what = fe_unsupported(name);
  return fe_fills_behind(name) || (what && strcmp(what, "swapcontext") == 0);
}

void rd_call(Reader *r, LLVMValueRef call) {
  require(LLVMIsACallInst(call));
  LLVMValueRef callee = fe_strip_alias(LLVMGetCalledValue(call));
  if (LLVMIsAInlineAsm(callee)) {
    rd_asm(r, call, callee);
    return;
  }
  size_t n;
  const char *name =
      LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &n) : "";
  if (text_starts_with(name, "llvm.")) {
    rd_intrinsic(r, call, name);
    return;
  }
  bool is_twice = returns_twice(r, call, callee);
  if (is_twice && !rd_goes_on(r)) {
    rd_unsupported(r, "setjmp");
    return;
  }
  if (!arguments_are_fine(r, call) || read_outside(r, call, name)) return;
  if (LLVMIsAFunction(callee) && LLVMIsDeclaration(callee) &&
      (read_special(r, call, name) || read_library(r, call, name)))
    return;
  if (LLVMIsAFunction(callee) && fe_is_model(callee) &&
      strstr(name, "printf") && !format_is_fine(r, call, callee, name)) {
    rd_unsupported(r, "%%n in a format");
    return;
  }
  read_plain_call(r, call, callee);
  if (is_twice || (rd_goes_on(r) && changes_more(name)))
    rd_come_back(r, call, name);
}
