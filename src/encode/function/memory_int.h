/* SPDX-License-Identifier: MIT
 *
 * Memory of a function under symbolic execution, from inside. */
#ifndef ENCODE_FUNCTION_MEMORY_INT_H
#define ENCODE_FUNCTION_MEMORY_INT_H

#include "encode/function/function_int.h"
#include "ir/address.h"

enum {
  STEPS_MOST = 100000, /* of one read */
  STEPS_MAYBE = 2000,  /* what a possible write costs, in steps */
  STEPS_JOIN = 20
};

typedef enum Relation {
  APART,
  SAME_CELL,
  INSIDE, /* the cell is read from within what was written */
  MIXED,  /* they overlap, or may, in another way */
  MAYBE   /* the same address or apart */
} Relation;

/* Is all memory another behind the call: it comes back a second time, or nobody
 * knows the function, and it is given one of ours to call? */
bool enc_call_loses(const Program *p, const Inst *call);

/* May what the loop, the call or the lost write did have hit the place? */
bool memory_loop_hits(EncExec *x, const Version *version, const Place *place);
bool memory_call_hits(EncExec *x, const Version *version, const Place *place);
bool memory_lose_hits(EncExec *x, const Version *version, const Place *place);
/* Does the FREE leave the place alone, by the kinds of both? */
bool memory_free_passes(EncExec *x, const Version *freed, const Place *place);
bool memory_objects_apart(const EncExec *x, const Object *a, const Object *b);
/* Can the pointer with a base of unknown origin not lead to the object? */
bool memory_is_hidden(const EncExec *x, const Object *object, Term base);
/* How the place lies to what the version writes. */
Relation memory_relate(const EncExec *x, const Place *place,
                       const Version *write);

#endif
