/* SPDX-License-Identifier: MIT
 *
 * Passes for proofs only.
 *
 * What pass_run_all leaves, made simpler by adding executions: if the result
 * reaches no error, neither does the program; if it does, that says nothing.
 * Recorded as "over". */
#ifndef PASS_OVER_OVER_H
#define PASS_OVER_OVER_H

#include "analysis/analysis.h"
#include "ir/program.h"

/* Which cells of arrays are followed (cells.c). */
typedef enum CellWatch {
  CELLS_LAST_LOADED, /* before the error, at one index for all arrays */
  CELLS_LAST_STORED, /* stored to last before the error */
  CELLS_TWO_LOADED,  /* the last two */
  CELLS_OF_SITES,    /* at each place in the program that accesses it */
  CELLS_SUMS,        /* none, but sums over arrays */
  CELLS_SUMS_SITES   /* both */
} CellWatch;

enum {
  CELLS_DIMS = 4,  /* dimensions of an array */
  CELLS_CHOSEN = 2 /* cells whose index is chosen at the start */
};

/* The indices that all arrays share, as values of the entry function. */
typedef struct CellsChosen {
  Val index[CELLS_CHOSEN * CELLS_DIMS];
  uint32_t n;
  Op less; /* how they are compared */
} CellsChosen;

/* Replaces arrays of the entry function by single cells; regions must be
 * computed, and are stale afterwards.  The number of arrays replaced. */
uint32_t pass_cells(Program *program, CellWatch watch, CellsChosen *chosen);
/* Does it find one that is accessed at places which are not constant?  Changes
 * nothing but the table of types. */
bool pass_has_arrays(Program *program);

/* In the entry function, pointers that walk from one root become that root plus
 * an index.  Their number.  Exact. */
uint32_t pass_walks(Program *program);

/* Replaces the heap objects of the entry function by `n_objects` of them (1 to
 * 3), of which the fields are followed; regions must be computed, and are stale
 * afterwards.  The number of fields. */
typedef enum HeapOnce {
  HEAP_APART, /* objects that exist once are all followed besides */
  HEAP_AMONG  /* heap objects that exist once are like the others */
} HeapOnce;
uint32_t pass_heap(Program *program, uint32_t n_objects, HeapOnce once);

/* Replaces large constants that values are compared with by parameters; the
 * number of parameters. */
uint32_t pass_parameters(Program *program);

/* Localisation (local.c).  Marks functions whose calls need not be looked
 * into, since they reach no error and nothing unsupported; the array has an
 * entry for each function.  How many. */
typedef enum LocalStubs {
  LOCAL_STUBS_RECURSIVE, /* of those that may call themselves */
  LOCAL_STUBS_LARGE      /* also of large ones that mention no global of
                            functions which may reach an error */
} LocalStubs;
uint32_t pass_local_find(const Program *program, LocalStubs which,
                         uint8_t *stays);
/* On a program behind pass CALLS: what is marked is not followed, all else is
 * inlined, memory becomes variables where it can; what is left in memory is
 * forgotten except in the regions `kept` (or NULL) and, for proofs, what they
 * need, or without what cannot be kept then; and the
 * result is sliced.  In the place of a load that was forgotten stands a NONDET
 * with the load's region: with the same marks regions have the same numbers. */
typedef struct LocalStats {
  uint32_t stubs;     /* functions that are not looked into */
  uint32_t forgotten; /* loads that give anything */
  uint32_t kept;      /* regions that are in memory still */
} LocalStats;
/* What a forgotten access through NULL does. */
typedef enum LocalNulls {
  LOCAL_NULL_GOES_ON, /* as any other; the only one for proofs */
  LOCAL_NULL_ENDS     /* it ends the run: for the search of errors */
} LocalNulls;
/* Where the heap is not seen, nothing can be kept. */
LocalStats pass_local(Program *program, const uint8_t *stays,
                      const IndexVec *kept, LocalNulls nulls);

/* Texts without loops (texts.c).  Are there models that jump over them? */
bool pass_has_texts(const Program *program);
/* On a program behind pass CALLS: from now on they do.  Marks what must stay
 * called when the program is inlined; the array has an entry for each
 * function. */
void pass_texts_begin(Program *program, uint8_t *stays);
/* On the inlined program: nothing else is known of what stayed. */
void pass_texts_apart(Program *program);
/* Behind pass MEMORY, which should follow again: says how far a place in a text
 * may be, in the place of the calls that stayed.  Their number. */
uint32_t pass_texts(Program *program);

/* All of them, with what pays before and after. */
typedef struct Simplify {
  CellWatch watch;
  uint32_t objects; /* for pass_heap; 0: not that */
  HeapOnce once;
  enum {
    LOOPS_WHOLE,
    LOOPS_SPLIT, /* at the cells that are followed */
    LOOPS_JUMPED /* ... and rounds of the rest left out */
  } loops;
} Simplify;
typedef struct Simplified {
  uint32_t fields, arrays, bounds; /* replaced */
  uint32_t splits, jumps;          /* of loops */
  uint32_t rooms;                  /* arrays that no run gets */
} Simplified;
Simplified pass_simplify(Program *program, Simplify how);
/* A quick look: false when none would find anything. */
bool pass_can_simplify(const Program *program);
/* A quick look: is there anything that pass_heap might follow? */
bool pass_has_lists(const Program *program);

/* Would pass_parameters find something? */
bool parameters_occur(const Program *program);

#endif
