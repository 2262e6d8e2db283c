/* SPDX-License-Identifier: MIT
 *
 * What a part of an expression reads, writes and may end, in itself and in the
 * functions it calls; and whether two parts get in each other's way: see
 * order.c. */
#include "frontend/read/order_int.h"

/* ---- effects ---- */

void order_effect_init(const Order *o, OrderEffect *e) {
  e->flags = 0;
  e->reads = MEM_ARRAY(o->mem, uint64_t, o->n_words);
  e->writes = MEM_ARRAY(o->mem, uint64_t, o->n_words);
}

void order_effect_done(const Order *o, OrderEffect *e) {
  MEM_FREE_ARRAY(o->mem, e->reads, o->n_words);
  MEM_FREE_ARRAY(o->mem, e->writes, o->n_words);
}

void order_effect_clear(const Order *o, OrderEffect *e) {
  e->flags = 0;
  memset(e->reads, 0, o->n_words * sizeof *e->reads);
  memset(e->writes, 0, o->n_words * sizeof *e->writes);
}

/* True when something is new. */
bool order_effect_join(const Order *o, OrderEffect *to,
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

LLVMValueRef order_root(LLVMValueRef pointer) {
  while (fe_is_gep(pointer)) pointer = LLVMGetOperand(pointer, 0);
  return pointer;
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

/* An access; of a function that is called its own locals do not count. */
static void add_access(const Order *o, OrderEffect *e, LLVMValueRef pointer,
                       unsigned flag, Whose whose) {
  LLVMValueRef root = order_root(pointer);
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
  if (text_starts_with(name, PROG_ROUGH)) return; /* never run */
  if (!LLVMIsAFunction(callee)) {
    e->flags |= ORDER_READS | ORDER_WRITES | ORDER_STOPS | ORDER_FAILS |
                (LLVMIsAInlineAsm(callee) ? 0u : ORDER_GLOBALS);
  } else if (LLVMIsDeclaration(callee)) {
    e->flags |= effect_of_missing(name);
  } else {
    uint64_t at = map_get(&o->effects, key_of(callee), 0);
    order_effect_join(o, e, &o->all.at[at]);
    if (text_starts_with(name, "__assert")) e->flags |= ORDER_FAILS;
  }
}

void order_add_instruction(const Order *o, OrderEffect *e, LLVMValueRef i,
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
  order_effect_clear(o, room);
  LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f);
  for (; b; b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef i = LLVMGetFirstInstruction(b);
    for (; i; i = LLVMGetNextInstruction(i))
      order_add_instruction(o, room, i, WHOSE_CALLEE);
  }
  uint64_t at = map_get(&o->effects, key_of(f), 0);
  return order_effect_join(o, &o->all.at[at], room);
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
void order_find_globals(Order *o) {
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

void order_find_effects(Order *o) {
  OrderEffect room;
  order_effect_init(o, &room);
  LLVMValueRef f = LLVMGetFirstFunction(o->module);
  for (; f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f)) continue;
    OrderEffect none;
    order_effect_init(o, &none);
    map_put(&o->effects, key_of(f), o->all.n);
    VEC_PUSH(o->mem, &o->all, none);
  }
  for (bool changes = true; changes;) {
    changes = false;
    for (f = LLVMGetFirstFunction(o->module); f; f = LLVMGetNextFunction(f))
      if (!LLVMIsDeclaration(f)) changes |= update_function(o, f, &room);
  }
  order_effect_done(o, &room);
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
Matters order_matters(const Order *o, const OrderEffect *first,
                      const OrderEffect *second) {
  if (!((first->flags | second->flags) & ORDER_CALLS)) return MATTERS_NOT;
  Matters a = writes_into(o, first, second), b = writes_into(o, second, first);
  if (a != MATTERS_NOT || b != MATTERS_NOT) return a > b ? a : b;
  bool fails = second->flags & (ORDER_FAILS | ORDER_READS | ORDER_WRITES);
  return (first->flags & ORDER_STOPS) && fails ? MATTERS_PERHAPS : MATTERS_NOT;
}
