/* SPDX-License-Identifier: MIT
 *
 * Slots and what flows into them: shared by usual.c and usual_flow.c. */
#ifndef ENCODE_FUNCTION_USUAL_INT_H
#define ENCODE_FUNCTION_USUAL_INT_H

#include "encode/function/usual.h"

/* A value that flows into a slot. */
typedef struct UsualFlow {
  UsualKey key;
  FuncId func;
  Val value;
  Range range;   /* of a number, where it is stored */
  bool is_shown; /* a pointer that a comparison has shown not to be NULL */
  bool is_pointer;
} UsualFlow;

/* How a number in memory is taken: a set. */
enum { USUAL_SIGNED = 1, USUAL_UNSIGNED = 2 };

struct UsualTable {
  UsualWorld world;
  Map slot_of; /* key -> index in slots */
  Map sign_of; /* key -> USUAL_SIGNED, USUAL_UNSIGNED */
  Vec(Usual) slots;
  Vec(UsualFlow) flows;
};

/* The slot that the access, a LOAD or STORE, is written as; 0: none. */
UsualKey usual_access(const UsualTable *table, const Function *f,
                      const Inst *access);
/* All flows of the program. */
void usual_collect(UsualTable *table);

#endif
