/* SPDX-License-Identifier: MIT
 *
 * Scalarise, from inside: variables and how they are found. */
#ifndef PASS_MEMORY_SCALARISE_INT_H
#define PASS_MEMORY_SCALARISE_INT_H

#include "analysis/points.h"
#include "ir/address.h"
#include "pass/pass.h"

/* One variable. */
typedef struct Variable {
  TypeId type;
  uint64_t offset; /* bytes in the object */
  uint64_t size;
  uint32_t inst; /* the ALLOCA or ALLOC; 0: a global */
  GlobalId global;
  VarId cvar; /* the C variable it is, or a part of one by name; or none */
  enum { VARIABLE_GOOD, VARIABLE_BAD } state;
  uint32_t n_accesses;
  uint32_t next; /* another variable of the same ALLOCA or ALLOC, or NONE */
} Variable;

typedef struct Undo {
  uint32_t variable;
  Val value;
} Undo;

typedef struct Frame {
  uint32_t block, next; /* next child; NONE: not entered yet */
  uint32_t undo;        /* length of the log when entered */
} Frame;

typedef struct Scalarise {
  Program *program;
  Mem *mem;
  FuncId id;
  Function *f;
  Cfg *cfg;
  DomTree *dominators;
  Rows frontiers;
  Vec(Variable) variables;
  uint32_t *access; /* inst -> variable + 1, for loads and stores */
  uint32_t n_access;
  Map made_by;          /* ALLOCA or ALLOC -> first variable */
  VarId *addressed;     /* inst -> C variable by DBG_ADDR, */
  VarId *pointed;       /* ... or pointer that is its address for ever */
  Vec(uint64_t) * phis; /* block -> (variable << 32 | phi) */
  Val *current;         /* variable -> value at hand, or none */
  Vec(Undo) log;
  Vec(Val) to;        /* inst -> replacement */
  Vec(uint32_t) text; /* the block being written */
  uint32_t promoted;
} Scalarise;

typedef void EachInst(Scalarise *s, uint32_t inst, void *ctx);
/* Each instruction of each block that is reached. */
void scalarise_for_reachable(Scalarise *s, EachInst *step, void *ctx);
/* Locals whose address stays in the function; objects that exist once. */
void scalarise_find_locals(Scalarise *s);
void scalarise_find_once(Scalarise *s, const PointsTo *points,
                         const Regions *regions);

#endif
