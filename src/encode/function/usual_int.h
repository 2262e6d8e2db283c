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
  bool is_counted; /* it is in the source: no copy of another, no first value */
} UsualFlow;

/* How what is in memory is taken: a set. */
enum {
  USUAL_SIGNED = 1,
  USUAL_UNSIGNED = 2,
  USUAL_TESTED = 4 /* compared with NULL */
};

struct UsualTable {
  UsualWorld world;
  Map slot_of; /* key -> index in slots */
  Map sign_of; /* key -> USUAL_SIGNED, USUAL_UNSIGNED, USUAL_TESTED */
  Map made;    /* class -> 1: usual_is_made */
  Map opened;  /* type -> 1: anything flows into all of it */
  Vec(Usual) slots;
  Vec(UsualFlow) flows;
};

/* All flows of the program. */
void usual_collect(UsualTable *table);

/* A number or pointer that is a global is written in another way than by its
 * name, as bytes; or by a store, which may be of a part of it. */
void usual_write_global(UsualTable *table, Val address);
void usual_store_part(UsualTable *table, const Function *f, const Inst *store);

/* ---- usual_flow.c: which member an address leads to ---- */
typedef struct Raw {
  UsualTable *table;
  FuncId func;
  const Function *f;
} Raw;

/* A pointer as a start and a distance that is known; false: it is not. */
bool usual_take_apart(const Raw *raw, Val pointer, Val *root, uint64_t *offset);
/* Where the field ends, counted from the start of its struct. */
uint64_t usual_field_end(const Program *program, TypeId type, uint32_t field);
/* The field of the struct in which the byte is, which comes to be counted from
 * there; UINT32_MAX: none. */
uint32_t usual_field_at(const Program *program, TypeId type, uint64_t *at);
/* The element of an array in which the byte is; of what is none, itself. */
TypeId usual_element_at(const Program *program, TypeId type, uint64_t *at);
/* The struct at the root of an address; of several in a row that in which the
 * distance ends, which comes to be counted from there. */
TypeId usual_leads_to(const Raw *raw, Val root, uint64_t *at);
/* The struct that starts where the pointer leads, also inside of another; of
 * several that start there, the outermost of at most `n` bytes (0: any). */
TypeId usual_struct_at(const Raw *raw, Val pointer, uint64_t n);

/* ---- usual_raw.c ---- */
/* Members whose address goes where stores through it do not name them. */
void usual_collect_taken(UsualTable *table);
/* What the instruction writes past the names of members. */
void usual_collect_raw(UsualTable *table, FuncId func, uint32_t inst);
/* The member that a store writes by no name, as the table is for proofs; 0:
 * none. */
UsualKey usual_unnamed(UsualTable *table, FuncId func, const Inst *store);
/* What others pass to a function that they may call. */
void usual_collect_open(UsualTable *table, FuncId func);
/* First values of a global of structs. */
void usual_collect_first(UsualTable *table, GlobalId global);

#endif
