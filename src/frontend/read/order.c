/* SPDX-License-Identifier: MIT
 *
 * Expressions whose value depends on the order of evaluation.
 *
 * In f(a(), b()) and a() + b() it is unspecified which call comes first (C11
 * 6.5p3, 6.5.2.2p10), and in x + a() whether x is read before or after.  The
 * code that is checked is clang's, which goes from left to right; another
 * compiler does otherwise.  So the places where the order could matter are
 * looked for, and told in the ledger.
 *
 * Before promotion to SSA each local is in memory, so the operands of an
 * instruction are those of a C expression, and what clang emitted for one
 * operand stands together: from the first instruction its value depends on to
 * the value itself, and for the next operands from the value before on.  The
 * order of two such parts matters if one of them calls a function, and
 *   - one may write a global variable that the other reads or writes, each by
 *     name, in itself or in what it calls: that is sure enough to be "under";
 *   - one may write through a pointer what the other may read or write, or the
 *     part that clang has first may end the program when the other would fail:
 *     often it does not, so that clang's order is a premise.
 *
 * The same holds for the values of a list of initialisers (6.7.9p23), which all
 * fill one local; and for what an operand throws away, before a comma or as an
 * assignment (x = (a(), 1) + b()), of which only positions in the source tell
 * that it belongs to an expression, and on which side of an operator it is.
 * Where they do not tell, (a(), 1) + x from (a(), 1 + x), it counts as apart.
 * Not seen is what is thrown away in an operand of ?:, && and ||, and in the
 * expansion of a macro, which is one position.
 *
 * Two parts without a call are left to clang: without a sequence point between
 * them it would be undefined, not unspecified.  Functions without a body have
 * no effect by convention, and what the models keep for themselves does not
 * count: they are any values anyway. */
#include "frontend/read/order_int.h"

#include <llvm-c/DebugInfo.h>

/* ---- the parts of an expression ---- */

static uint64_t place_of(const Order *o, LLVMValueRef value) {
  return map_get(&o->places, key_of(value), UINT64_MAX);
}

static void reach(Order *o, LLVMValueRef value) {
  if (!LLVMIsAInstruction(value) || LLVMIsAAllocaInst(value) ||
      map_find(&o->seen, key_of(value)))
    return;
  map_put(&o->seen, key_of(value), 1);
  VEC_PUSH(o->mem, &o->work, value);
}

/* The memory that clang made for the value of an operand, or NULL: a struct is
 * stored in it, and perhaps loaded again. */
static LLVMValueRef temporary_of(const Order *o, LLVMValueRef operand) {
  size_t n;
  if (LLVMIsALoadInst(operand)) operand = LLVMGetOperand(operand, 0);
  operand = order_root(operand);
  if (!LLVMIsAAllocaInst(operand) || map_find(&o->declared, key_of(operand)))
    return NULL;
  const char *name = LLVMGetValueName2(operand, &n);
  bool is_temporary =
      strstr(name, "tmp") || strstr(name, "temp") || strstr(name, "coerce");
  return is_temporary ? operand : NULL;
}

/* Who fills the memory at the address belongs to the value. */
static void reach_fillers(Order *o, LLVMValueRef address, uint64_t before) {
  for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsAGetElementPtrInst(user)) reach_fillers(o, user, before);
    if ((LLVMIsACallInst(user) || LLVMIsAStoreInst(user)) &&
        place_of(o, user) < before)
      reach(o, user);
  }
}

static void reach_temporary(Order *o, LLVMValueRef operand,
                            LLVMValueRef before) {
  LLVMValueRef temporary = temporary_of(o, operand);
  if (temporary) reach_fillers(o, temporary, place_of(o, before));
}

/* What decides which value comes in. */
static void reach_decisions(Order *o, LLVMValueRef phi) {
  for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
    LLVMBasicBlockRef block = LLVMGetIncomingBlock(phi, i);
    reach(o, LLVMGetIncomingValue(phi, i));
    LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));
    for (; u; u = LLVMGetNextUse(u)) {
      LLVMValueRef jump = LLVMGetUser(u);
      if (LLVMIsABranchInst(jump) && LLVMIsConditional(jump))
        reach(o, LLVMGetCondition(jump));
    }
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    if (LLVMIsABranchInst(end) && LLVMIsConditional(end))
      reach(o, LLVMGetCondition(end));
  }
}

/* The first place of what the value is computed from. */
static uint64_t start_of(Order *o, LLVMValueRef value) {
  uint64_t first = place_of(o, value);
  map_clear(&o->seen);
  VEC_CLEAR(&o->work);
  reach(o, value);
  reach_temporary(o, value, value);
  while (o->work.n) {
    LLVMValueRef i = VEC_POP(&o->work);
    uint64_t place = place_of(o, i);
    if (place < first) first = place;
    if (LLVMIsAPHINode(i)) {
      reach_decisions(o, i);
      continue;
    }
    for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); k++) {
      LLVMValueRef operand = LLVMGetOperand(i, k);
      if (place_of(o, operand) < place_of(o, i)) reach(o, operand);
      reach_temporary(o, operand, i);
    }
  }
  return first;
}

/* The last place of an operand; a temporary ends where it was filled. */
static uint64_t end_of(Order *o, LLVMValueRef operand, LLVMValueRef user) {
  uint64_t last = 0;
  if (!temporary_of(o, operand)) return place_of(o, operand);
  map_clear(&o->seen);
  VEC_CLEAR(&o->work);
  reach_temporary(o, operand, user);
  while (o->work.n) {
    uint64_t place = place_of(o, VEC_POP(&o->work));
    if (place > last && place != UINT64_MAX) last = place;
  }
  return last ? last : UINT64_MAX;
}

static void add_part(const Order *o, OrderEffect *e, uint64_t from,
                     uint64_t to) {
  order_effect_clear(o, e);
  for (uint64_t i = from; i <= to; i++)
    order_add_instruction(o, e, o->insts.at[i], WHOSE_CALLER);
}

enum { MOST_OPERANDS = 32 };

typedef struct Parts {
  uint64_t start, ends[MOST_OPERANDS + 1]; /* ascending */
  uint32_t n;
} Parts;

/* The operands as parts, in clang's order. */
static void find_parts(Order *o, LLVMValueRef inst, Parts *parts) {
  *parts = (Parts){.start = UINT64_MAX};
  unsigned n = (unsigned)LLVMGetNumOperands(inst);
  LLVMValueRef first = NULL;
  for (unsigned k = 0; k < n && parts->n < MOST_OPERANDS; k++) {
    LLVMValueRef operand = LLVMGetOperand(inst, k);
    if (!LLVMIsAInstruction(operand) ||
        (LLVMIsAAllocaInst(operand) && !temporary_of(o, operand)))
      continue;
    uint64_t end = end_of(o, operand, inst);
    if (end == UINT64_MAX || end >= place_of(o, inst)) continue;
    uint32_t at = parts->n++;
    for (; at > 0 && parts->ends[at - 1] > end; at--)
      parts->ends[at] = parts->ends[at - 1];
    parts->ends[at] = end;
    if (at == 0) first = operand;
  }
  if (first) parts->start = start_of(o, first);
  /* behind the last operand: what a comma throws away */
  if (parts->n && parts->ends[parts->n - 1] + 1 < place_of(o, inst))
    parts->ends[parts->n++] = place_of(o, inst) - 1;
}

static Matters parts_matter(Order *o, const Parts *parts, OrderEffect *sum,
                            OrderEffect *one) {
  Matters most = MATTERS_NOT;
  if (parts->n < 2) return most;
  add_part(o, sum, parts->start, parts->ends[0]);
  for (uint32_t i = 1; i < parts->n; i++) {
    add_part(o, one, parts->ends[i - 1] + 1, parts->ends[i]);
    Matters here = order_matters(o, sum, one);
    if (here > most) most = here;
    order_effect_join(o, sum, one);
  }
  return most;
}

/* ---- telling ---- */

static void mark(LLVMValueRef i, Matters how) {
  const char *name =
      how == MATTERS
          ? "__cutpoint_under_operands_are_evaluated_in_an_order_that_C_leaves_"
            "open"
          : "__cutpoint_premise_operands_are_evaluated_from_left_to_right_or_"
            "their_order_does_not_matter";
  fe_mark_before(i, name);
}

/* ---- lists of initialisers ---- */

/* Arrays and structs of C; not complex numbers, which have no name, nor lists
 * of variable arguments, which va_arg changes. */
static bool has_list(LLVMTypeRef type) {
  if (LLVMGetTypeKind(type) == LLVMArrayTypeKind) {
    while (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
      type = LLVMGetElementType(type);
    return LLVMGetTypeKind(type) != LLVMStructTypeKind || has_list(type);
  }
  if (LLVMGetTypeKind(type) != LLVMStructTypeKind) return false;
  const char *name = LLVMGetStructName(type);
  return name && strcmp(name, "struct.__va_list_tag") != 0;
}

/* Is it the place of a value in a list?  The list's position is that of the
 * store and of the address, or the address has clang's name for it, while an
 * assignment stands behind its left side. */
static bool is_in_list(LLVMValueRef address, LLVMMetadataRef list) {
  size_t n;
  return LLVMIsAAllocaInst(address) ||
         LLVMInstructionGetDebugLoc(address) == list ||
         text_starts_with(LLVMGetValueName2(address, &n), "arrayinit");
}

/* Where a call puts the struct that it returns, or NULL. */
static LLVMValueRef place_of_result(LLVMValueRef i) {
  unsigned kind = LLVMGetEnumAttributeKindForName("sret", 4);
  return LLVMIsACallInst(i) && LLVMGetCallSiteEnumAttribute(i, 1, kind)
             ? LLVMGetOperand(i, 0)
             : NULL;
}

/* The local that the instruction fills, or a part of it, as one value of a list
 * does; or NULL. */
static LLVMValueRef filled_by_list(LLVMValueRef i) {
  LLVMValueRef pointer = LLVMIsAStoreInst(i)      ? LLVMGetOperand(i, 1)
                         : LLVMIsAMemIntrinsic(i) ? LLVMGetOperand(i, 0)
                                                  : place_of_result(i);
  LLVMMetadataRef list = LLVMInstructionGetDebugLoc(i);
  if (!pointer || !list || !LLVMIsAInstruction(pointer) ||
      (!place_of_result(i) && !is_in_list(pointer, list)))
    return NULL;
  LLVMValueRef local = order_root(pointer);
  return LLVMIsAAllocaInst(local) && has_list(LLVMGetAllocatedType(local))
             ? local
             : NULL;
}

/* The position of the list that the instruction fills a place of.  That of a
 * call is its own, but the address has the list's. */
static LLVMMetadataRef position_of_list(LLVMValueRef i) {
  LLVMValueRef result = place_of_result(i);
  return LLVMInstructionGetDebugLoc(result ? result : i);
}

/* Is the value another one of the list that the last value is in?  A struct
 * that is returned may also be assigned: then the positions differ. */
static bool is_same_list(LLVMValueRef last, LLVMValueRef i) {
  return (!place_of_result(last) && !place_of_result(i)) ||
         position_of_list(last) == position_of_list(i);
}

/* The values before this one in its list, and what it takes to compute it. */
static void look_at_list(Order *o, uint32_t k, OrderEffect *sum,
                         OrderEffect *one) {
  assert(k < o->insts.n && sum != one);
  LLVMValueRef i = o->insts.at[k], local = filled_by_list(i);
  if (!local) return;
  uint64_t last = map_get(&o->last, key_of(local), UINT64_MAX);
  assert(last == UINT64_MAX || last < k); /* in the order of the code */
  if (last == UINT64_MAX || !is_same_list(o->insts.at[last], i)) {
    uint64_t first =
        LLVMIsAStoreInst(i) ? start_of(o, LLVMGetOperand(i, 0)) : k;
    map_put(&o->lists, key_of(local), first < k ? first : k);
  } else {
    add_part(o, sum, map_get(&o->lists, key_of(local), k), last);
    add_part(o, one, last + 1, place_of_result(i) ? k : k - 1);
    Matters how = order_matters(o, sum, one);
    if (how != MATTERS_NOT) mark(i, how);
  }
  map_put(&o->last, key_of(local), k);
}

/* ---- what is thrown away ---- */

static bool is_before(LLVMValueRef a, LLVMValueRef b) {
  LLVMMetadataRef one = LLVMInstructionGetDebugLoc(a),
                  two = LLVMInstructionGetDebugLoc(b);
  if (!one || !two) return false;
  unsigned x = LLVMDILocationGetLine(one), y = LLVMDILocationGetLine(two);
  return x != y ? x < y
                : LLVMDILocationGetColumn(one) < LLVMDILocationGetColumn(two);
}

/* A call or an assignment whose value nobody reads here. */
static bool is_thrown_away(LLVMValueRef i) {
  if (LLVMIsAIntrinsicInst(i)) return false;
  return (LLVMIsACallInst(i) && !LLVMGetFirstUse(i)) || LLVMIsAStoreInst(i);
}

/* The instruction of the expression around the one at k: it comes later in the
 * same block, and stands before it in the source.  Or k: there is none. */
static uint32_t around(const Order *o, uint32_t k) {
  enum { MOST = 64 };
  assert(k < o->insts.n);
  LLVMBasicBlockRef block = LLVMGetInstructionParent(o->insts.at[k]);
  for (uint32_t j = k + 1; j < o->insts.n && j - k < MOST; j++) {
    LLVMValueRef i = o->insts.at[j];
    if (LLVMGetInstructionParent(i) != block || LLVMIsABranchInst(i)) break;
    if (!LLVMIsAIntrinsicInst(i) && is_before(i, o->insts.at[k])) return j;
  }
  return k;
}

static bool is_operator(LLVMValueRef i) {
  return LLVMIsABinaryOperator(i) || LLVMIsACmpInst(i) || LLVMIsAStoreInst(i);
}

/* May an operator or a comma between arguments stand between the two? */
static bool may_be_apart(const Order *o, uint32_t thrown, uint32_t other,
                         uint32_t end) {
  LLVMValueRef d = o->insts.at[thrown], y = o->insts.at[other];
  bool has_operator = false;
  assert(thrown < other && other < end && end < o->insts.n);
  for (uint32_t j = thrown + 1; j <= end; j++) {
    LLVMValueRef z = o->insts.at[j];
    if (is_operator(z) && j != end) has_operator = true;
    if (j != other && is_operator(z) && is_before(d, z) && is_before(z, y))
      return true;
    if (j > other && LLVMIsACallInst(z) && !LLVMIsAIntrinsicInst(z) &&
        LLVMGetNumArgOperands(z) > 1 && !is_before(d, z))
      return true;
  }
  /* an operator on constants is gone */
  return !has_operator && is_thrown_away(y) && LLVMIsACallInst(y) &&
         LLVMGetNumOperands(o->insts.at[end]) > 0 &&
         LLVMIsConstant(LLVMGetOperand(o->insts.at[end], 0));
}

static void look_at_thrown_away(Order *o, uint32_t k, OrderEffect *sum,
                                OrderEffect *one) {
  if (!is_thrown_away(o->insts.at[k])) return;
  uint32_t end = around(o, k);
  Matters most = MATTERS_NOT;
  if (end > k + 1) add_part(o, sum, k, k);
  for (uint32_t j = k + 1; j < end; j++) {
    add_part(o, one, j, j);
    Matters how = order_matters(o, sum, one);
    if (how > most && may_be_apart(o, k, j, end)) most = how;
  }
  if (most != MATTERS_NOT) mark(o->insts.at[k], most);
}

/* ---- all of them ---- */

static bool is_expression(LLVMValueRef i) {
  return LLVMIsABinaryOperator(i) || LLVMIsACmpInst(i) || LLVMIsAStoreInst(i) ||
         LLVMIsACallInst(i) || LLVMIsAGetElementPtrInst(i);
}

static void number_function(Order *o, LLVMValueRef f) {
  map_clear(&o->places);
  map_clear(&o->declared);
  map_clear(&o->lists);
  map_clear(&o->last);
  VEC_CLEAR(&o->insts);
  LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f);
  for (; b; b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef i = LLVMGetFirstInstruction(b);
    for (; i; i = LLVMGetNextInstruction(i)) {
      map_put(&o->places, key_of(i), o->insts.n);
      VEC_PUSH(o->mem, &o->insts, i);
      LLVMValueRef local =
          LLVMIsADbgDeclareInst(i) ? fe_declared_alloca(i) : NULL;
      if (local) map_put(&o->declared, key_of(local), 1);
    }
  }
}

static void look_at_function(Order *o, LLVMValueRef f, OrderEffect *sum,
                             OrderEffect *one) {
  number_function(o, f);
  for (uint32_t k = 0; k < o->insts.n; k++) {
    LLVMValueRef i = o->insts.at[k];
    look_at_list(o, k, sum, one);
    look_at_thrown_away(o, k, sum, one);
    if (!is_expression(i)) continue;
    Parts parts;
    find_parts(o, i, &parts);
    Matters how = parts_matter(o, &parts, sum, one);
    if (how != MATTERS_NOT) mark(i, how);
  }
}

void fe_find_orders(LLVMModuleRef module, Mem *mem) {
  Order o = {.mem = mem, .module = module};
  Map *maps[] = {&o.globals, &o.taken, &o.effects, &o.declared,
                 &o.places,  &o.seen,  &o.lists,   &o.last};
  for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
    map_init(maps[i], mem);
  OrderEffect sum, one;
  LLVMSetIsNewDbgInfoFormat(module, 0); /* as in fe_prepare */
  order_find_globals(&o);
  order_find_effects(&o);
  order_effect_init(&o, &sum);
  order_effect_init(&o, &one);
  LLVMValueRef f = LLVMGetFirstFunction(module);
  for (; f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && !fe_is_model(f))
      look_at_function(&o, f, &sum, &one);
  order_effect_done(&o, &sum);
  order_effect_done(&o, &one);
  for (uint32_t i = 0; i < o.all.n; i++) order_effect_done(&o, &o.all.at[i]);
  VEC_DONE(mem, &o.all);
  VEC_DONE(mem, &o.insts);
  VEC_DONE(mem, &o.work);
  for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) map_done(maps[i]);
}
