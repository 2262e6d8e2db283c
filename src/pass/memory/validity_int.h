/* SPDX-License-Identifier: MIT
 *
 * VALID and END in plain instructions, from inside. */
#ifndef PASS_MEMORY_VALIDITY_INT_H
#define PASS_MEMORY_VALIDITY_INT_H

#include "analysis/analysis.h"
#include "pass/pass_int.h"
#include "pass/pass.h"
#include "pass/edit.h"

typedef enum AccountKind {
  ACCOUNT_NONE,   /* nobody asks, or there is none */
  ACCOUNT_GLOBAL, /* a constant */
  ACCOUNT_ONCE,   /* variables of its own */
  ACCOUNT_WORD    /* the word in front */
} AccountKind;

typedef struct Account {
  AccountKind kind;
  GlobalId address, limit; /* ACCOUNT_ONCE */
  uint32_t begins;         /* BEGINs of it */
} Account;

/* What is looked at at a loop's head. */
typedef enum LoopWatch { LOOP_NOT_HERE, LOOP_ENDLESS, LOOP_UNSURE } LoopWatch;

enum { MOST_ROUNDS = 1000 };

typedef struct Lower {
  Program *p;
  Function *f;
  FuncId func;
  Cfg *cfg;
  PointsTo *points;
  Edit edit;
  Account *accounts; /* by object */
  uint32_t n_objects;
  uint8_t *sure; /* VALID -> its root is a variable that is live there */
  Val *to;       /* VALID -> what takes its place */
  uint32_t n_insts;
  GlobalId counter;   /* of live heap objects, where lost ones matter */
  GlobalId rounds;    /* of loops that may not end */
  uint8_t *loops;     /* block -> LoopWatch; or NULL */
  uint8_t *changes;   /* global -> may be written to; */
  uint32_t n_globals; /* ... those of before */
} Lower;

Val validity_answer(Lower *w, uint32_t number_of, const Inst *inst);
TypeId validity_word(const Lower *w);
TypeId validity_bit(const Lower *w);
Val validity_number(const Lower *w, uint64_t value);
Val validity_boolean(const Lower *w, uint64_t value);
Val validity_compare(Lower *w, Op op, Val a, Val b);
Val validity_add(Lower *w, Val a, Val b);
Val validity_load(Lower *w, TypeId type, Val at);
Val validity_shifted(Lower *w, Val pointer, int64_t by);
Val validity_global(const Lower *w, GlobalId id);
/* The declaration or allocation itself: its object; else ANALYSIS_NONE. */
uint32_t validity_own_object(const Lower *w, Val root);
void validity_find_targets(const Lower *w, Val root, IndexVec *objects);
/* How far behind the object's start the root points if it points into it. */
bool validity_find_offset(const Lower *w, Val root, uint32_t object,
                          int64_t *offset);
/* Size and place of a root that is a variable and live here. */
bool validity_is_sure(const Lower *w, uint32_t inst, Val root, uint64_t *size,
                      int64_t *offset);
/* Which globals may be written to, by number; memory: the program's. */
uint8_t *validity_find_changes(const Program *p);
/* The table that the pointer is loaded from; NULL: it may come from anywhere.
 */
const Global *validity_table(const Lower *w, const Inst *load);
int64_t validity_word_bytes(const Lower *w);

#endif
