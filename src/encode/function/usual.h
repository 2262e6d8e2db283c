/* SPDX-License-Identifier: MIT
 *
 * What is usual in members of structs, globals, parameters and results: read
 * off everything that the program stores, passes and returns.  See usual.c. */
#ifndef ENCODE_FUNCTION_USUAL_H
#define ENCODE_FUNCTION_USUAL_H

#include "analysis/analysis.h"
#include "analysis/effects.h"
#include "analysis/ranges.h"

typedef enum UsualKind {
  USUAL_MEMBER = 1, /* of a struct: its class, the field's number */
  USUAL_GLOBAL,     /* a number or pointer that only its name leads to */
  USUAL_PARAM,      /* of a function that is only called directly */
  USUAL_RESULT      /* of a function */
} UsualKind;

typedef uint64_t UsualKey; /* 0: none */
UsualKey usual_key(UsualKind kind, uint32_t of, uint32_t number);
static inline UsualKind usual_key_kind(UsualKey key) {
  return (UsualKind)(key >> 60);
}
static inline uint32_t usual_key_of(UsualKey key) {
  return (uint32_t)(key >> 24);
}
static inline uint32_t usual_key_number(UsualKey key) {
  return (uint32_t)key & 0xffffff;
}

enum { USUAL_VALUES_MOST = 12, USUAL_FLOWS_MOST = 4 };

/* What a slot holds.  Numbers are read as signed. */
typedef struct Usual {
  bool is_known; /* something is stored there, and all of it was looked at */
  bool may_be_null;
  bool is_pointer;  /* pointers flow there */
  bool is_unsigned; /* of numbers in memory: whoever cares takes it so */
  bool is_tested; /* of pointers in memory: a function compares it with NULL */
  int64_t least, most; /* least > most: nothing is stored */
  uint32_t flows;      /* stores, calls or returns of the program's, counted up
                          to USUAL_FLOWS_MOST: one more of many changes nothing
                          of what was said before */
  /* The constants that are all of it, in order; more than USUAL_VALUES_MOST:
   * there are others. */
  uint32_t n_values;
  int64_t values[USUAL_VALUES_MOST];
} Usual;

typedef struct UsualTable UsualTable;

/* What a table is for. */
typedef enum UsualUse {
  USUAL_FOR_BELIEF, /* which states are not worth believing */
  /* What proofs may rest on: pointers in memory that are compared with NULL may
   * be it, so may be what allocations give that may fail; first values of
   * structs count, and what is written past the names of members
   * (usual_raw.c). */
  USUAL_FOR_PROOF
} UsualUse;

/* How the table asks about the program. */
typedef struct UsualWorld {
  UsualUse use;
  Mem *mem;
  const Program *program;
  const Effects *effects;
  const uint32_t *class_of; /* type -> class of structs, or 0 */
  uint32_t n_types;
  const uint8_t *global_leaks;   /* by global: a pointer may hold its address */
  const uint8_t *global_written; /* ... and something may write it */
  /* USUAL_FOR_PROOF: by function: it may be called with anything; and the
   * struct that starts where a pointer leads (0: not known). */
  const uint8_t *is_open;
  void *context;
  TypeId (*leads_to)(void *context, FuncId func, Val pointer);
} UsualWorld;

/* A few rounds over the stores, calls and returns of the program. */
UsualTable *usual_new(const UsualWorld *world);
void usual_free(UsualTable *table);
/* The same, and the number zero. */
Usual usual_with_zero(Usual usual);
/* `is_known` is false if there is nothing to say. */
Usual usual_of(const UsualTable *table, UsualKey key);
/* Are there structs of the class that are not just variables of functions, or
 * that are filled with zeros?  As far as a table for proofs knows. */
bool usual_is_made(const UsualTable *table, uint32_t class);
/* What a value of a function is, by the slots that it is made of: these are
 * appended to `used`. */
typedef Vec(UsualKey) UsualKeys;
Usual usual_value(const UsualTable *table, FuncId func, Val value,
                  UsualKeys *used);
/* The slot that the access, a LOAD or STORE, is written as; 0: none. */
UsualKey usual_access(const UsualTable *table, const Inst *access);

#endif
