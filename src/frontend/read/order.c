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
 * Not seen are what a comma throws away in the first operand, and the order of
 * the values in an initialiser.
 *
 * Two parts without a call are left to clang: without a sequence point between
 * them it would be undefined, not unspecified.  Functions without a body have
 * no effect by convention, and what the models keep for themselves does not
 * count: they are any values anyway. */
#include "frontend/read/reader.h"

#include <llvm-c/DebugInfo.h>

enum {
  ORDER_READS = 1,   /* through a pointer */
  ORDER_WRITES = 2,  /* through a pointer */
  ORDER_STOPS = 4,   /* ends the program without an error */
  ORDER_FAILS = 8,   /* may violate a property */
  ORDER_CALLS = 16,  /* a function of C */
  ORDER_GLOBALS = 32 /* reads and writes any global */
};

typedef struct OrderEffect {
  unsigned flags;
  uint64_t *reads, *writes; /* sets of globals */
} OrderEffect;

typedef struct Order {
  Mem *mem;
  LLVMModuleRef module;
  Map globals; /* variable -> index */
  Map taken;   /* variable -> 1 when its address is used for more */
  Map effects; /* function -> index in `all` */
  Vec(OrderEffect) all;
  uint32_t n_words;
  Map declared; /* locals of C in the function looked at */
  Map places;   /* instruction of the function looked at -> place */
  Vec(LLVMValueRef) insts;
  Vec(LLVMValueRef) work;
  Map seen;
} Order;

/* ---- effects ---- */

static void effect_init(const Order *o, OrderEffect *e) {
  e->flags = 0;
  e->reads = MEM_ARRAY(o->mem, uint64_t, o->n_words);
  e->writes = MEM_ARRAY(o->mem, uint64_t, o->n_words);
}

static void effect_done(const Order *o, OrderEffect *e) {
  MEM_FREE_ARRAY(o->mem, e->reads, o->n_words);
  MEM_FREE_ARRAY(o->mem, e->writes, o->n_words);
}

static void effect_clear(const Order *o, OrderEffect *e) {
  e->flags = 0;
  memset(e->reads, 0, o->n_words * sizeof *e->reads);
  memset(e->writes, 0, o->n_words * sizeof *e->writes);
}

/* True when something is new. */
static bool effect_join(const Order *o, OrderEffect *to,
                        const OrderEffect *from) {
  bool is_new = from->flags & ~to->flags;
  to->flags |= from->flags;
  for (uint32_t i = 0; i < o->n_words; i++) {
    is_new |=
        (from->reads[i] & ~to->reads[i]) || (from->writes[i] & ~to->writes[i]);
    to->reads[i] |= from->reads[i];
    to->writes[i] |= from->writes[i];
  }
  return is_new;
}

static LLVMValueRef root_of(LLVMValueRef pointer) {
  for (;;) {
    bool is_step = LLVMIsAGetElementPtrInst(pointer) ||
                   (LLVMIsAConstantExpr(pointer) &&
                    LLVMGetConstOpcode(pointer) == LLVMGetElementPtr);
    if (!is_step) return pointer;
    pointer = LLVMGetOperand(pointer, 0);
  }
}

/* Is the local's address used for more than accesses of its own function? */
static bool escapes(LLVMValueRef local) {
  for (LLVMUseRef u = LLVMGetFirstUse(local); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    bool is_access =
        LLVMIsALoadInst(user) ||
        (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != local);
    if (!is_access && !(LLVMIsAGetElementPtrInst(user) && !escapes(user)))
      return true;
  }
  return false;
}

typedef enum Whose { WHOSE_CALLER, WHOSE_CALLEE } Whose;

/* An access; of a function that is called its own locals do not count. */
static void add_access(const Order *o, OrderEffect *e, LLVMValueRef pointer,
                       unsigned flag, Whose whose) {
  LLVMValueRef root = root_of(pointer);
  if (LLVMIsAGlobalVariable(root)) {
    if (LLVMIsGlobalConstant(root)) return;
    uint64_t at = map_get(&o->globals, key_of(root), UINT64_MAX);
    if (at == UINT64_MAX) return;
    uint64_t *set = flag == ORDER_READS ? e->reads : e->writes;
    set[at / 64] |= (uint64_t)1 << at % 64;
  } else if (!LLVMIsAAllocaInst(root)) {
    e->flags |= flag;
  } else if (whose == WHOSE_CALLER && escapes(root)) {
    e->flags |= flag;
  }
}

static void add_intrinsic(const Order *o, OrderEffect *e, LLVMValueRef call,
                          const char *name, Whose whose) {
  if (text_starts_with(name, "llvm.ubsantrap") ||
      text_starts_with(name, "llvm.trap"))
    e->flags |= ORDER_FAILS | ORDER_STOPS;
  if (!text_starts_with(name, "llvm.mem")) return;
  add_access(o, e, LLVMGetOperand(call, 0), ORDER_WRITES, whose);
  if (!text_starts_with(name, "llvm.memset"))
    add_access(o, e, LLVMGetOperand(call, 1), ORDER_READS, whose);
}

/* A function without a body. */
static unsigned effect_of_missing(const char *name) {
  static const char *const stops[] = {" abort exit _exit _Exit quick_exit ",
                                      " __VERIFIER_assume __cutpoint_assume ",
                                      NULL};
  if (fe_is_listed(stops, name) || text_starts_with(name, "__cutpoint_stop"))
    return ORDER_STOPS;
  if (text_starts_with(name, "__cutpoint_havoc") ||
      text_starts_with(name, "__cutpoint_free"))
    return ORDER_WRITES;
  if (text_starts_with(name, "__cutpoint_") ||
      text_starts_with(name, "__VERIFIER_nondet_"))
    return 0;
  return ORDER_FAILS;
}

static void add_call(const Order *o, OrderEffect *e, LLVMValueRef call,
                     Whose whose) {
  LLVMValueRef callee = fe_strip_alias(LLVMGetCalledValue(call));
  size_t n;
  const char *name =
      LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &n) : "";
  if (text_starts_with(name, "llvm.")) {
    add_intrinsic(o, e, call, name, whose);
    return;
  }
  e->flags |= ORDER_CALLS;
  if (!LLVMIsAFunction(callee)) {
    e->flags |= ORDER_READS | ORDER_WRITES | ORDER_STOPS | ORDER_FAILS |
                (LLVMIsAInlineAsm(callee) ? 0u : ORDER_GLOBALS);
  } else if (LLVMIsDeclaration(callee)) {
    e->flags |= effect_of_missing(name);
  } else {
    uint64_t at = map_get(&o->effects, key_of(callee), 0);
    effect_join(o, e, &o->all.at[at]);
    if (text_starts_with(name, "__assert")) e->flags |= ORDER_FAILS;
  }
}

static void add_instruction(const Order *o, OrderEffect *e, LLVMValueRef i,
                            Whose whose) {
  switch ((int)LLVMGetInstructionOpcode(i)) {
  case LLVMLoad:
    add_access(o, e, LLVMGetOperand(i, 0), ORDER_READS, whose);
    break;
  case LLVMStore:
    add_access(o, e, LLVMGetOperand(i, 1), ORDER_WRITES, whose);
    break;
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
    add_access(o, e, LLVMGetOperand(i, 0), ORDER_READS, whose);
    add_access(o, e, LLVMGetOperand(i, 0), ORDER_WRITES, whose);
    break;
  case LLVMCall: add_call(o, e, i, whose); break;
  default: break;
  }
}

static bool update_function(const Order *o, LLVMValueRef f, OrderEffect *room) {
  effect_clear(o, room);
  LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f);
  for (; b; b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef i = LLVMGetFirstInstruction(b);
    for (; i; i = LLVMGetNextInstruction(i))
      add_instruction(o, room, i, WHOSE_CALLEE);
  }
  uint64_t at = map_get(&o->effects, key_of(f), 0);
  return effect_join(o, &o->all.at[at], room);
}

/* ---- globals and functions of the module ---- */

static bool is_only_accessed(LLVMValueRef address) {
  for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsALoadInst(user)) continue;
    if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != address) continue;
    if (LLVMIsAGetElementPtrInst(user) && is_only_accessed(user)) continue;
    return false;
  }
  return true;
}

/* Models keep what they like; string literals do not change. */
static void find_globals(Order *o) {
  LLVMValueRef g = LLVMGetFirstGlobal(o->module);
  for (; g; g = LLVMGetNextGlobal(g)) {
    bool is_users = false;
    for (LLVMUseRef u = LLVMGetFirstUse(g); u && !is_users;
         u = LLVMGetNextUse(u)) {
      LLVMValueRef user = LLVMGetUser(u);
      is_users =
          !LLVMIsAInstruction(user) ||
          !fe_is_model(LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)));
    }
    if (LLVMIsGlobalConstant(g) || !is_users) continue;
    map_put(&o->globals, key_of(g), o->globals.n);
    if (!is_only_accessed(g)) map_put(&o->taken, key_of(g), 1);
  }
  o->n_words = o->globals.n / 64 + 1;
}

static void find_effects(Order *o) {
  OrderEffect room;
  effect_init(o, &room);
  LLVMValueRef f = LLVMGetFirstFunction(o->module);
  for (; f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f)) continue;
    OrderEffect none;
    effect_init(o, &none);
    map_put(&o->effects, key_of(f), o->all.n);
    VEC_PUSH(o->mem, &o->all, none);
  }
  for (bool changes = true; changes;) {
    changes = false;
    for (f = LLVMGetFirstFunction(o->module); f; f = LLVMGetNextFunction(f))
      if (!LLVMIsDeclaration(f)) changes |= update_function(o, f, &room);
  }
  effect_done(o, &room);
}

/* ---- conflicts ---- */

static bool meet(const Order *o, const uint64_t *a, const uint64_t *b) {
  for (uint32_t i = 0; i < o->n_words; i++)
    if (a[i] & b[i]) return true;
  return false;
}

/* Does the set hold a global that a pointer may point to? */
static bool has_taken(const Order *o, const uint64_t *set) {
  for (uint32_t i = 0; i < o->taken.n; i++) {
    uint64_t at = map_get(&o->globals, o->taken.entries[i].key, 0);
    if (set[at / 64] >> at % 64 & 1) return true;
  }
  return false;
}

static bool has_any(const Order *o, const uint64_t *set) {
  for (uint32_t i = 0; i < o->n_words; i++)
    if (set[i]) return true;
  return false;
}

typedef enum Matters { MATTERS_NOT, MATTERS_PERHAPS, MATTERS } Matters;

/* What `a` writes and `b` reads or writes. */
static Matters writes_into(const Order *o, const OrderEffect *a,
                           const OrderEffect *b) {
  unsigned touches = ORDER_READS | ORDER_WRITES;
  if (meet(o, a->writes, b->reads) || meet(o, a->writes, b->writes))
    return MATTERS;
  if ((a->flags & ORDER_WRITES) &&
      ((b->flags & touches) || has_taken(o, b->reads) ||
       has_taken(o, b->writes)))
    return MATTERS_PERHAPS;
  if ((b->flags & touches) && has_taken(o, a->writes)) return MATTERS_PERHAPS;
  if ((a->flags & ORDER_GLOBALS) &&
      (has_any(o, b->reads) || has_any(o, b->writes)))
    return MATTERS_PERHAPS;
  return MATTERS_NOT;
}

/* `first` is what clang has first. */
static Matters matters(const Order *o, const OrderEffect *first,
                       const OrderEffect *second) {
  if (!((first->flags | second->flags) & ORDER_CALLS)) return MATTERS_NOT;
  Matters a = writes_into(o, first, second), b = writes_into(o, second, first);
  if (a != MATTERS_NOT || b != MATTERS_NOT) return a > b ? a : b;
  bool fails = second->flags & (ORDER_FAILS | ORDER_READS | ORDER_WRITES);
  return (first->flags & ORDER_STOPS) && fails ? MATTERS_PERHAPS : MATTERS_NOT;
}

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
  operand = root_of(operand);
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
  effect_clear(o, e);
  for (uint64_t i = from; i <= to; i++)
    add_instruction(o, e, o->insts.at[i], WHOSE_CALLER);
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

static Matters order_matters(Order *o, const Parts *parts, OrderEffect *sum,
                             OrderEffect *one) {
  Matters most = MATTERS_NOT;
  if (parts->n < 2) return most;
  add_part(o, sum, parts->start, parts->ends[0]);
  for (uint32_t i = 1; i < parts->n; i++) {
    add_part(o, one, parts->ends[i - 1] + 1, parts->ends[i]);
    Matters here = matters(o, sum, one);
    if (here > most) most = here;
    effect_join(o, sum, one);
  }
  return most;
}

/* ---- all of them ---- */

static bool is_expression(LLVMValueRef i) {
  return LLVMIsABinaryOperator(i) || LLVMIsACmpInst(i) || LLVMIsAStoreInst(i) ||
         LLVMIsACallInst(i) || LLVMIsAGetElementPtrInst(i);
}

static void mark(LLVMValueRef i, Matters how) {
  const char *name =
      how == MATTERS
          ? "__cutpoint_under_operands_are_evaluated_in_an_order_that_C_leaves_"
            "open"
          : "__cutpoint_premise_operands_are_evaluated_from_left_to_right_or_"
            "their_order_does_not_matter";
  fe_mark_before(i, name);
}

static void number_function(Order *o, LLVMValueRef f) {
  map_clear(&o->places);
  map_clear(&o->declared);
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
    if (!is_expression(i)) continue;
    Parts parts;
    find_parts(o, i, &parts);
    Matters how = order_matters(o, &parts, sum, one);
    if (how != MATTERS_NOT) mark(i, how);
  }
}

void fe_find_orders(LLVMModuleRef module, Mem *mem) {
  Order o = {.mem = mem, .module = module};
  Map *maps[] = {&o.globals,  &o.taken,  &o.effects,
                 &o.declared, &o.places, &o.seen};
  for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
    map_init(maps[i], mem);
  OrderEffect sum, one;
  LLVMSetIsNewDbgInfoFormat(module, 0); /* as in fe_prepare */
  find_globals(&o);
  find_effects(&o);
  effect_init(&o, &sum);
  effect_init(&o, &one);
  LLVMValueRef f = LLVMGetFirstFunction(module);
  for (; f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && !fe_is_model(f))
      look_at_function(&o, f, &sum, &one);
  effect_done(&o, &sum);
  effect_done(&o, &one);
  for (uint32_t i = 0; i < o.all.n; i++) effect_done(&o, &o.all.at[i]);
  VEC_DONE(mem, &o.all);
  VEC_DONE(mem, &o.insts);
  VEC_DONE(mem, &o.work);
  for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) map_done(maps[i]);
}
