/* SPDX-License-Identifier: MIT
 *
 * What parts of expressions do, and whether their order matters: shared by
 * order.c and order_effect.c. */
#ifndef FRONTEND_READ_ORDER_INT_H
#define FRONTEND_READ_ORDER_INT_H

#include "frontend/read/reader.h"

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
  Map lists; /* local -> where its list of initialisers starts */
  Map last;  /* ... and the last value so far is stored */
} Order;

typedef enum Whose { WHOSE_CALLER, WHOSE_CALLEE } Whose;

/* `first` is what clang has first: does it matter?  Perhaps: by pointers, or
 * the first may end the program. */
typedef enum Matters { MATTERS_NOT, MATTERS_PERHAPS, MATTERS } Matters;
Matters order_matters(const Order *o, const OrderEffect *first,
                      const OrderEffect *second);

void order_effect_init(const Order *o, OrderEffect *e);
void order_effect_done(const Order *o, OrderEffect *e);
void order_effect_clear(const Order *o, OrderEffect *e);
/* True when something is new. */
bool order_effect_join(const Order *o, OrderEffect *to,
                       const OrderEffect *from);
void order_add_instruction(const Order *o, OrderEffect *e, LLVMValueRef i,
                           Whose whose);
/* What address arithmetic started from. */
LLVMValueRef order_root(LLVMValueRef pointer);
/* Models keep what they like; string literals do not change. */
void order_find_globals(Order *o);
/* Fills `effects` and `all`. */
void order_find_effects(Order *o);

#endif
