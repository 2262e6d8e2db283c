/* SPDX-License-Identifier: MIT
 *
 * Values and places of a run as a C programmer writes them: 'a', RUNNING,
 * &buf[3], list->next, heap#2.
 *
 * A RepMemory watches a run of the interpreter.  It knows every object the run
 * made, what it is called and where it was allocated and freed, and which
 * variables are in scope.  What is in memory is read from the run itself, so
 * all that it says holds at that moment. */
#ifndef REPORT_VALUES_H
#define REPORT_VALUES_H

#include "interp/interp.h"

typedef enum RepObjectKind { REP_GLOBAL, REP_LOCAL, REP_HEAP } RepObjectKind;

typedef struct RepObject {
  RepObjectKind kind;
  enum { REP_LIVE, REP_DEAD } state; /* dead: freed, or out of scope */
  uint64_t start, size;
  CTypeId type; /* of a variable; of the cells of a heap object, once a
                   pointer with a type points there; 0 unknown */
  VarId var;    /* 0: it has none */
  GlobalId global;
  uint32_t number;                  /* of heap objects: 1.. */
  uint32_t depth;                   /* locals: whose activation */
  LocId made, freed;                /* by which call of the user's; 0 unknown */
  uint32_t made_event, freed_event; /* numbers the caller gave */
} RepObject;

/* A variable that has a value: in a register, or at an address. */
typedef struct RepHeld {
  VarId var;
  uint32_t depth; /* activation */
  enum { REP_IN_REGISTER, REP_IN_MEMORY } where;
  BvWord word; /* the value (64 bits of it), or the address */
} RepHeld;

typedef struct RepMemory {
  Mem *mem;
  const Program *program;
  const Interp *run; /* NULL before the first step */
  Vec(RepObject) objects;
  Vec(uint32_t) globals, locals, heap; /* by address */
  uint32_t n_heap;                     /* heap objects so far */
  Vec(RepHeld) held;                   /* those of outer activations first */
} RepMemory;

void rep_memory_init(RepMemory *m, Mem *mem, const Program *program);
void rep_memory_done(RepMemory *m);
/* Forgets the run. */
void rep_memory_clear(RepMemory *m, const Program *program);
/* The run that it watches begins. */
void rep_memory_attach(RepMemory *m, const Interp *run);
/* Sees an instruction of the run; `event` is the caller's number for it. */
void rep_memory_step(RepMemory *m, const InterpPlace *place,
                     const BvWord *value, uint32_t event);
/* The object that holds the address, or that ends there; a dead one only if no
 * live one does.  NULL: none. */
const RepObject *rep_memory_find(const RepMemory *m, uint64_t address);
/* The user's call that led into the library, or 0. */
LocId rep_user_call(const Interp *run);

/* ---- texts ---- */

/* The value of that type in these bytes, which may be fewer than the type has;
 * `n` > 0.  Unknown types are numbers. */
void rep_print_value(Text *out, const RepMemory *m, CTypeId type,
                     const uint8_t *bytes, uint64_t n);
/* A floating-point number of `n` bytes. */
void rep_print_float(Text *out, const uint8_t *bytes, uint64_t n);
/* An address that points to something of that type (0: unknown). */
void rep_print_address(Text *out, const RepMemory *m, uint64_t address,
                       CTypeId to);
/* "buf[3]", "list->next", "heap#1.key": `n` bytes at an address, in the words
 * of the activation on top.  Gives the C type of what is there (0: unknown).
 * False, and nothing: it is in no object. */
BASE_MUST_USE bool rep_print_place(Text *out, const RepMemory *m,
                                   uint64_t address, uint64_t n, CTypeId *type);
/* "heap#2", "buf"; its name. */
void rep_print_object(Text *out, const RepMemory *m, const RepObject *object);

#endif
