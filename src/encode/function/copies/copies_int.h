/* SPDX-License-Identifier: MIT
 *
 * Shared by copies.c, kept.c and inside.c. */
#ifndef ENCODE_FUNCTION_COPIES_COPIES_INT_H
#define ENCODE_FUNCTION_COPIES_COPIES_INT_H

#include "encode/function/function_int.h"
#include "ir/address.h"

/* LIST: variable arguments, wherever they are. */
enum { OUTSIDE = 1, TEXTS, LIST, FIRST_NODE };

enum { PAIRS_MOST = 20000 }; /* of classes, one inside of the other */

/* Where a value goes; and, of the address of a local, what is stored there. */
enum { RETURNED = 1, KEPT = 2, STORED_RETURNED = 4, STORED_KEPT = 8 };

typedef struct Copies {
  EncFacts *facts;
  uint32_t *base;          /* function -> node of its result, then values */
  Vec(uint32_t) parent;    /* node */
  Vec(uint32_t) contents;  /* root -> node; 0: none */
  Vec(uint8_t) is_known;   /* root -> where some of its pointers come from */
  Vec(uint32_t) struct_of; /* root -> class of structs in it; 0: none,
                              UINT32_MAX: several */
  bool changed;
  uint8_t *is_kept;  /* value -> it, or what is made of it, goes elsewhere */
  uint8_t *is_local; /* value -> made of a parameter, and not kept */
  uint32_t *type_of; /* value -> struct that it is declared to lead to */
  uint32_t first_struct; /* node of class 0 */
  Map slots;             /* class << 32 | field -> node */
  Vec(uint64_t) inside;  /* whole << 32 | part: pointers into objects */
  Vec(uint64_t) flows;   /* from << 32 | to: copies, joined or not */
  Vec(uint64_t) backs;   /* to << 32 | from: of those that make no step */
  Vec(uint64_t) rooms;   /* class of structs << 32 | pointer to characters in
                            them */
  Vec(uint64_t) casts;   /* the same, but for choices among functions */
  Vec(uint64_t) todo;    /* a << 32 | b: to be joined */
} Copies;

typedef void CopyStep(Copies *c, FuncId func, uint32_t number);
/* For every instruction of the user's functions.  The library's own stand for
 * what is written at their calls. */
void copies_for_users(Copies *c, CopyStep *step);

/* ---- copies.c ---- */
uint32_t copies_find(Copies *c, uint32_t node); /* what stands for its class */
/* What is stored where the class leads to, other than in members. */
uint32_t copies_contents(Copies *c, uint32_t node);
/* The slot that an access touches. */
uint32_t copies_accessed(Copies *c, FuncId func, const Inst *inst, Val address);

/* ---- inside.c ---- */
/* The values that the instruction copies, also where they are not joined. */
void copies_flow(Copies *c, FuncId func, uint32_t number);
/* All pairs, once classes (by node) are known. */
void copies_find_inside(Copies *c, const uint32_t *classes);

/* ---- kept.c ---- */

/* Sets is_kept and is_local. */
void copies_find_kept(Copies *c);
bool copies_is_pointer(const Copies *c, TypeId type);
/* Is it one, or a number that has room for one? */
bool copies_may_be_pointer(const Copies *c, FuncId func, Val v);
/* Does it return nothing but new objects, that nobody else has kept? */
bool copies_is_fresh(const Copies *c, FuncId func);
/* A function of the program that is passed to one of the library's. */
FuncId copies_passed_function(const Program *p, const Inst *call);
/* Does the instruction give an address in the object that an operand leads to?
 */
bool copies_is_copy(const Inst *inst);
/* Which of its operands: those from..to[. */
uint32_t copies_first(const Inst *inst);
uint32_t copies_end(const Inst *inst);

#endif
