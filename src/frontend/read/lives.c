/* SPDX-License-Identifier: MIT
 *
 * When do locals die?
 *
 * Problem.  A local dies when its block is left (C11 6.2.4p6, p7), an unnamed
 * object with its block or its full expression (6.5.2.5p5, 6.2.4p8).  clang
 * marks this for named locals only, and not for those whose declaration can be
 * jumped over or stands behind a label, nor for arrays of variable length.
 *
 * Idea.  The missing marks are put in here, before anything is promoted, so
 * that the reader and the replay see the same ones.
 *
 *   - A named local: the debug information has its block, and the block of each
 *     instruction.  Where control goes from an instruction of the block to one
 *     that is not, the local dies.  It lives again where control comes back, if
 *     it can.  What the compiler adds at the end of a block is outside of it:
 *     where it mentions a local, nothing of this is believed.
 *   - An array of variable length: clang saves the stack in front of the first
 *     one of a block and restores it wherever the block is left; everything
 *     made in between is gone then, memory of alloca() included.
 *
 * An object that dies before its function returns, and of which we cannot say
 * where, is marked as such (FE_SCOPED_METADATA), if its address is told: kept
 * somewhere, or given to a function that may keep it. */
#include "frontend/read/reader.h"

#include <llvm-c/DebugInfo.h>

enum { MOST_STEPS = 50000000, MOST_DEPTH = 8 };

typedef Vec(LLVMBasicBlockRef) BlockStack;

typedef struct Lives {
  Mem *mem;
  LLVMModuleRef module;
  LLVMContextRef context;
  LLVMBuilderRef builder;
  LLVMValueRef f;
  unsigned md_scoped, kind_byval, kind_sret;
  uint64_t steps;        /* instructions looked at so far */
  Map declares;          /* alloca -> the scope of its variable */
  Map within;            /* scope -> 1 in the block, 2 not */
  LLVMMetadataRef block; /* that `within` is about */
} Lives;

/* ---- small questions ---- */

static bool is_call_of(LLVMValueRef i, const char *prefix) {
  if (!LLVMIsACallInst(i) || !LLVMIsAFunction(LLVMGetCalledValue(i)))
    return false;
  size_t n;
  return text_starts_with(LLVMGetValueName2(LLVMGetCalledValue(i), &n), prefix);
}

static bool is_life_mark(LLVMValueRef i) {
  return is_call_of(i, "llvm.lifetime.");
}

static bool has_marks(LLVMValueRef alloca) {
  for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u))
    if (is_life_mark(LLVMGetUser(u))) return true;
  return false;
}

/* A declaration, not an array of variable length or what alloca() makes. */
static bool is_one(LLVMValueRef alloca) {
  LLVMValueRef count = LLVMGetOperand(alloca, 0);
  return LLVMIsAConstantInt(count) && LLVMConstIntGetZExtValue(count) == 1 &&
         LLVMGetIntTypeWidth(LLVMTypeOf(count)) == 32;
}

/* ---- the graph ---- */

static void push_successors(Mem *mem, LLVMBasicBlockRef block,
                            BlockStack *stack) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
  for (unsigned i = 0; end && i < LLVMGetNumSuccessors(end); i++)
    VEC_PUSH(mem, stack, LLVMGetSuccessor(end, i));
}

/* Can control get to `to`, by way of other blocks than `without`?  The stack
 * holds where to start; it is used up. */
static bool reaches(Lives *w, BlockStack *stack, LLVMBasicBlockRef to,
                    LLVMBasicBlockRef without) {
  Map seen;
  bool found = false;
  map_init(&seen, w->mem);
  while (stack->n && !found) {
    LLVMBasicBlockRef b = VEC_POP(stack);
    if (b == without || map_find(&seen, key_of(b))) continue;
    map_put(&seen, key_of(b), 1);
    found = b == to;
    w->steps += 10;
    push_successors(w->mem, b, stack);
  }
  VEC_DONE(w->mem, stack);
  map_done(&seen);
  return found;
}

static bool comes_before(LLVMValueRef a, LLVMValueRef b) {
  for (LLVMValueRef i = a; i; i = LLVMGetNextInstruction(i))
    if (i == b) return true;
  return false;
}

/* Has `a` been executed whenever `b` is? */
static bool dominates(Lives *w, LLVMValueRef a, LLVMValueRef b) {
  LLVMBasicBlockRef from = LLVMGetInstructionParent(a);
  LLVMBasicBlockRef to = LLVMGetInstructionParent(b);
  if (from == to) return comes_before(a, b);
  BlockStack stack = {0};
  VEC_PUSH(w->mem, &stack, LLVMGetEntryBasicBlock(w->f));
  return !reaches(w, &stack, to, from);
}

/* Can `b` follow `a`, with nothing of the block `without` in between? */
static bool follows(Lives *w, LLVMValueRef a, LLVMValueRef b,
                    LLVMBasicBlockRef without) {
  LLVMBasicBlockRef from = LLVMGetInstructionParent(a);
  if (a != b && from == LLVMGetInstructionParent(b) && comes_before(a, b))
    return true;
  BlockStack stack = {0};
  push_successors(w->mem, from, &stack);
  return reaches(w, &stack, LLVMGetInstructionParent(b), without);
}

/* ---- whose address is told ---- */

static bool is_told(Lives *w, LLVMValueRef pointer, unsigned depth);

/* What a variable holds that is only loaded and stored. */
static bool is_told_by_slot(Lives *w, LLVMValueRef slot, unsigned depth) {
  if (!LLVMIsAAllocaInst(slot)) return true;
  for (LLVMUseRef u = LLVMGetFirstUse(slot); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (is_life_mark(user)) continue;
    if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != slot) continue;
    if (!LLVMIsALoadInst(user) || is_told(w, user, depth)) return true;
  }
  return false;
}

/* May the callee keep its argument?  What it does with it itself happens while
 * the object lives. */
static bool call_tells(Lives *w, LLVMValueRef call, unsigned operand,
                       unsigned depth) {
  LLVMValueRef callee = fe_strip_alias(LLVMGetCalledValue(call));
  if (operand >= LLVMGetNumArgOperands(call) || !LLVMIsAFunction(callee))
    return true;
  size_t n;
  if (text_starts_with(LLVMGetValueName2(callee, &n), "llvm.")) return false;
  if (LLVMGetCallSiteEnumAttribute(call, operand + 1, w->kind_byval) ||
      LLVMGetCallSiteEnumAttribute(call, operand + 1, w->kind_sret))
    return false;
  if (operand >= LLVMCountParams(callee)) return !fe_is_model(callee);
  if (LLVMIsDeclaration(callee) || depth == MOST_DEPTH) return true;
  return is_told(w, LLVMGetParam(callee, operand), depth + 1);
}

static bool use_tells(Lives *w, LLVMUseRef use, unsigned depth) {
  LLVMValueRef user = LLVMGetUser(use), pointer = LLVMGetUsedValue(use);
  w->steps++;
  if (LLVMIsALoadInst(user) || LLVMIsAICmpInst(user)) return false;
  if (LLVMIsAStoreInst(user))
    return LLVMGetOperand(user, 0) == pointer &&
           (depth == 0 ||
            is_told_by_slot(w, LLVMGetOperand(user, 1), depth + 1));
  if (LLVMIsAGetElementPtrInst(user) || LLVMIsABitCastInst(user))
    return is_told(w, user, depth);
  if (!LLVMIsACallInst(user)) return true;
  for (unsigned k = 0; k < LLVMGetNumArgOperands(user); k++)
    if (LLVMGetArgOperand(user, k) == pointer && call_tells(w, user, k, depth))
      return true;
  return LLVMGetCalledValue(user) == pointer;
}

/* depth 0: in the function that the object belongs to; else in one that it
 * calls. */
static bool is_told(Lives *w, LLVMValueRef pointer, unsigned depth) {
  if (depth > MOST_DEPTH || w->steps > MOST_STEPS) return true;
  for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u))
    if (use_tells(w, u, depth)) return true;
  return false;
}

static void give_up(Lives *w, LLVMValueRef alloca) {
  LLVMMetadataRef none = LLVMMDNodeInContext2(w->context, NULL, 0);
  if (is_told(w, alloca, 0))
    LLVMSetMetadata(alloca, w->md_scoped,
                    LLVMMetadataAsValue(w->context, none));
}

/* ---- marks ---- */

static void mark(Lives *w, LLVMValueRef alloca, LLVMValueRef before,
                 const char *name) {
  LLVMTypeRef pointer = LLVMTypeOf(alloca);
  LLVMTypeRef number = LLVMInt64TypeInContext(w->context);
  unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
  LLVMValueRef f = LLVMGetIntrinsicDeclaration(w->module, id, &pointer, 1);
  LLVMValueRef args[] = {LLVMConstAllOnes(number), alloca};
  while (LLVMIsAPHINode(before)) before = LLVMGetNextInstruction(before);
  LLVMPositionBuilderBefore(w->builder, before);
  LLVMSetCurrentDebugLocation2(w->builder, NULL);
  LLVMBuildCall2(w->builder, LLVMGlobalGetValueType(f), f, args, 2, "");
}

static void mark_end(Lives *w, LLVMValueRef alloca, LLVMValueRef before) {
  mark(w, alloca, before, "llvm.lifetime.end");
}

/* ---- blocks of C ---- */

/* A block of a file is the block it stands in. */
static LLVMMetadataRef without_files(const Lives *w, LLVMMetadataRef scope) {
  while (scope &&
         LLVMGetMetadataKind(scope) == LLVMDILexicalBlockFileMetadataKind)
    scope = fe_scope_around(w->context, scope);
  return scope;
}

typedef enum Where { NOWHERE, INSIDE, OUTSIDE } Where;

static Where scope_is(Lives *w, LLVMMetadataRef scope) {
  Vec(LLVMMetadataRef) chain = {0};
  Where where = OUTSIDE;
  for (; scope; scope = fe_scope_around(w->context, scope)) {
    uint64_t known = map_get(&w->within, key_of(scope), 0);
    if (scope == w->block || known == INSIDE) where = INSIDE;
    if (where == INSIDE || known) break;
    VEC_PUSH(w->mem, &chain, scope);
  }
  while (chain.n) map_put(&w->within, key_of(VEC_POP(&chain)), where);
  VEC_DONE(w->mem, &chain);
  return where;
}

/* Is the instruction in the block?  Nowhere: it does not say. */
static Where inst_is(Lives *w, LLVMValueRef i) {
  LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(i);
  w->steps++;
  if (!loc || LLVMDILocationGetInlinedAt(loc)) return NOWHERE;
  return scope_is(w, LLVMDILocationGetScope(loc));
}

static Where first_is(Lives *w, LLVMBasicBlockRef b) {
  LLVMValueRef i = LLVMGetFirstInstruction(b);
  for (; i; i = LLVMGetNextInstruction(i))
    if (inst_is(w, i)) return inst_is(w, i);
  return NOWHERE;
}

static Where last_is(Lives *w, LLVMBasicBlockRef b) {
  LLVMValueRef i = LLVMGetLastInstruction(b);
  for (; i; i = LLVMGetPreviousInstruction(i))
    if (inst_is(w, i)) return inst_is(w, i);
  return NOWHERE;
}

static void enter_block(Lives *w, LLVMMetadataRef scope) {
  w->block = without_files(w, scope);
  map_clear(&w->within);
}

static bool is_inner(LLVMMetadataRef scope) {
  return scope && LLVMGetMetadataKind(scope) == LLVMDILexicalBlockMetadataKind;
}

/* Is everything that mentions the local, or an address in it, in its block? */
static bool is_mentioned_inside(Lives *w, LLVMValueRef pointer) {
  for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (is_life_mark(user)) continue;
    if (!LLVMIsAInstruction(user) || inst_is(w, user) != INSIDE) return false;
    if (LLVMIsAGetElementPtrInst(user) && !is_mentioned_inside(w, user))
      return false;
  }
  return true;
}

/* Is every local of inner blocks mentioned in its block only? */
static bool are_all_inside(Lives *w) {
  bool good = true;
  for (uint32_t i = 0; good && i < w->declares.n; i++) {
    LLVMValueRef local = (LLVMValueRef)(uintptr_t)w->declares.entries[i].key;
    enter_block(w, (LLVMMetadataRef)(uintptr_t)w->declares.entries[i].value);
    good = !is_inner(w->block) || is_mentioned_inside(w, local);
  }
  return good;
}

/* Does every block of code say where it is? */
static bool is_all_told(Lives *w) {
  LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(w->f);
  for (; b; b = LLVMGetNextBasicBlock(b))
    if (!first_is(w, b) && LLVMGetBasicBlockTerminator(b) &&
        LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(b)))
      return false;
  return true;
}

/* The local dies between two instructions, and where control comes in from
 * blocks where it lives.  `dead`: the blocks behind. */
static void mark_ends(Lives *w, LLVMValueRef alloca, Map *entered,
                      BlockStack *dead) {
  LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(w->f);
  for (; b; b = LLVMGetNextBasicBlock(b)) {
    uint32_t n_dead = dead->n;
    Where before = map_get(entered, key_of(b), 0) ? INSIDE : NOWHERE;
    LLVMValueRef i = LLVMGetFirstInstruction(b), next;
    for (; i; i = next) {
      next = LLVMGetNextInstruction(i);
      Where now = inst_is(w, i);
      if (before == INSIDE && now == OUTSIDE) {
        mark_end(w, alloca, i);
        n_dead = dead->n;
        push_successors(w->mem, b, dead);
      }
      if (n_dead < dead->n && now == INSIDE) VEC_PUSH(w->mem, dead, b);
      if (now) before = now;
    }
  }
}

/* The blocks that control comes to from inside. */
static void find_entered(Lives *w, Map *entered) {
  LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(w->f);
  for (; b; b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
    if (last_is(w, b) != INSIDE) continue;
    for (unsigned k = 0; end && k < LLVMGetNumSuccessors(end); k++)
      map_put(entered, key_of(LLVMGetSuccessor(end, k)), 1);
  }
}

/* Where control comes into the block again, the local lives anew: in front of
 * the first instruction inside, or at the end of the blocks before.  On their
 * other ways it is dead: an end is put there, too. */
static void mark_begins(Lives *w, LLVMValueRef alloca) {
  LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(w->f);
  for (; b; b = LLVMGetNextBasicBlock(b)) {
    Where before = NOWHERE;
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
         i = LLVMGetNextInstruction(i)) {
      Where now = inst_is(w, i);
      if (before == OUTSIDE && now == INSIDE)
        mark(w, alloca, i, "llvm.lifetime.start");
      if (now) before = now;
    }
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
    unsigned n = end ? LLVMGetNumSuccessors(end) : 0, inside = 0;
    for (unsigned k = 0; k < n; k++)
      inside += first_is(w, LLVMGetSuccessor(end, k)) == INSIDE;
    if (before != OUTSIDE || inside == 0) continue;
    mark(w, alloca, end, "llvm.lifetime.start");
    for (unsigned k = 0; k < n; k++)
      if (first_is(w, LLVMGetSuccessor(end, k)) == OUTSIDE)
        mark_end(w, alloca, LLVMGetFirstInstruction(LLVMGetSuccessor(end, k)));
  }
}

/* Can control come into the block of C once more after having left it? */
static bool is_entered_again(Lives *w, BlockStack *dead) {
  Map seen;
  bool found = false;
  map_init(&seen, w->mem);
  while (dead->n && !found) {
    LLVMBasicBlockRef b = VEC_POP(dead);
    if (map_find(&seen, key_of(b))) continue;
    map_put(&seen, key_of(b), 1);
    LLVMValueRef i = LLVMGetFirstInstruction(b);
    for (; i && !found; i = LLVMGetNextInstruction(i))
      found = inst_is(w, i) == INSIDE;
    push_successors(w->mem, b, dead);
  }
  map_done(&seen);
  return found;
}

/* A named local that clang has not marked, of an inner block. */
static void mark_named(Lives *w, LLVMValueRef alloca, LLVMMetadataRef block) {
  if (w->steps > MOST_STEPS || !is_all_told(w) || !are_all_inside(w)) {
    give_up(w, alloca);
    return;
  }
  enter_block(w, block);
  Map entered;
  BlockStack dead = {0};
  map_init(&entered, w->mem);
  find_entered(w, &entered);
  mark_ends(w, alloca, &entered, &dead);
  if (is_entered_again(w, &dead)) {
    mark_begins(w, alloca);
    give_up(w, alloca); /* promotion takes one life for another */
  }
  VEC_DONE(w->mem, &dead);
  map_done(&entered);
}

/* ---- the stack ---- */

/* The variable that a saved stack pointer is kept in. */
static LLVMValueRef kept_in(LLVMValueRef saved) {
  for (LLVMUseRef u = LLVMGetFirstUse(saved); u; u = LLVMGetNextUse(u))
    if (LLVMIsAStoreInst(LLVMGetUser(u)))
      return LLVMGetOperand(LLVMGetUser(u), 1);
  return NULL;
}

/* The last place in front of the alloca where the stack is saved, or NULL. */
static LLVMValueRef last_saved(Lives *w, const ValueList *saves,
                               LLVMValueRef alloca) {
  LLVMValueRef last = NULL;
  for (uint32_t i = 0; i < saves->n; i++)
    if (dominates(w, saves->at[i], alloca) &&
        (!last || dominates(w, last, saves->at[i])))
      last = saves->at[i];
  return last;
}

static bool restores(LLVMValueRef restore, LLVMValueRef slot) {
  LLVMValueRef value = LLVMGetArgOperand(restore, 0);
  return LLVMIsALoadInst(value) && LLVMGetOperand(value, 0) == slot;
}

/* Memory that is made on the way is gone where the stack is restored. */
static void mark_dynamic(Lives *w, LLVMValueRef alloca, const ValueList *saves,
                         const ValueList *restored) {
  LLVMValueRef saved = last_saved(w, saves, alloca);
  if (!saved) return; /* of alloca(): until the function returns */
  LLVMValueRef slot = kept_in(saved);
  bool good = slot && w->steps < MOST_STEPS &&
              !follows(w, alloca, alloca, LLVMGetInstructionParent(saved));
  for (uint32_t i = 0; good && i < restored->n; i++)
    good =
        !restores(restored->at[i], slot) ||
        dominates(w, alloca, restored->at[i]) ||
        !follows(w, alloca, restored->at[i], LLVMGetInstructionParent(saved));
  for (uint32_t i = 0; good && i < restored->n; i++)
    if (restores(restored->at[i], slot) &&
        dominates(w, alloca, restored->at[i]))
      mark_end(w, alloca, restored->at[i]);
  if (!good) give_up(w, alloca);
}

/* ---- all of it ---- */

static void find_declares(Lives *w) {
  map_clear(&w->declares);
  LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(w->f);
  for (; b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
         i = LLVMGetNextInstruction(i)) {
      if (!LLVMIsADbgDeclareInst(i)) continue;
      LLVMValueRef address = LLVMGetOperand(i, 0);
      if (LLVMGetMetadataKind(LLVMValueAsMetadata(address)) !=
          LLVMLocalAsMetadataMetadataKind)
        continue;
      LLVMMetadataRef var = LLVMValueAsMetadata(LLVMGetOperand(i, 1));
      map_put(&w->declares, key_of(LLVMGetOperand(address, 0)),
              key_of(LLVMDIVariableGetScope(var)));
    }
}

static void find_values(Lives *w, ValueList *allocas, ValueList *saves,
                        ValueList *restored) {
  LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(w->f);
  for (; b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
         i = LLVMGetNextInstruction(i)) {
      if (LLVMIsAAllocaInst(i) && !has_marks(i) && !fe_is_plain(i))
        VEC_PUSH(w->mem, allocas, i);
      if (is_call_of(i, "llvm.stacksave")) VEC_PUSH(w->mem, saves, i);
      if (is_call_of(i, "llvm.stackrestore")) VEC_PUSH(w->mem, restored, i);
    }
}

static void mark_alloca(Lives *w, LLVMValueRef alloca, const ValueList *saves,
                        const ValueList *restored) {
  LLVMMetadataRef scope =
      (LLVMMetadataRef)(uintptr_t)map_get(&w->declares, key_of(alloca), 0);
  scope = without_files(w, scope);
  if (!is_one(alloca))
    mark_dynamic(w, alloca, saves, restored);
  else if (!scope)
    give_up(w, alloca);
  else if (is_inner(scope))
    mark_named(w, alloca, scope);
}

static void mark_function(Lives *w, LLVMValueRef f) {
  ValueList allocas = {0}, saves = {0}, restored = {0};
  w->f = f;
  find_declares(w);
  find_values(w, &allocas, &saves, &restored);
  for (uint32_t i = 0; i < allocas.n; i++)
    mark_alloca(w, allocas.at[i], &saves, &restored);
  VEC_DONE(w->mem, &allocas);
  VEC_DONE(w->mem, &saves);
  VEC_DONE(w->mem, &restored);
}

static unsigned attribute_kind(const char *name) {
  return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

void fe_mark_lives(LLVMModuleRef module, Mem *mem) {
  Lives w = {.mem = mem,
             .module = module,
             .context = LLVMGetModuleContext(module),
             .kind_byval = attribute_kind("byval"),
             .kind_sret = attribute_kind("sret")};
  w.builder = LLVMCreateBuilderInContext(w.context);
  w.md_scoped = LLVMGetMDKindIDInContext(w.context, FE_SCOPED_METADATA,
                                         (unsigned)strlen(FE_SCOPED_METADATA));
  map_init(&w.declares, mem);
  map_init(&w.within, mem);
  LLVMValueRef f = LLVMGetFirstFunction(module);
  for (; f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && !fe_is_model(f)) mark_function(&w, f);
  map_done(&w.declares);
  map_done(&w.within);
  LLVMDisposeBuilder(w.builder);
}
