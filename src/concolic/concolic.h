/* SPDX-License-Identifier: MIT
 *
 * Concolic execution: runs of the program whose inputs are chosen so that each
 * goes somewhere new.  It claims nothing but inputs; replay/replay.h checks. */
#ifndef CONCOLIC_CONCOLIC_H
#define CONCOLIC_CONCOLIC_H

#include "interp/interp.h"

typedef struct ConcolicSetup {
  Mem *mem;
  const Program *program; /* behind pass ENTRY: as read, with its errors */
  Budget *budget;
} ConcolicSetup;

typedef struct ConcolicStats {
  uint64_t runs, steps, queries, edges;
} ConcolicStats;

/* What memory holds that nobody wrote. */
typedef struct ConcolicBytes {
  uint32_t site, occurrence; /* of the object; site 0: private memory, or of a
                                variable defined elsewhere */
  uint64_t chain;
  uint64_t at; /* offset in the object, or address */
  uint32_t n;  /* bytes, at most 8 */
  bool is_pointer;
  uint64_t value;
} ConcolicBytes;

/* A variable defined elsewhere, and where it lies in what was found. */
typedef struct ConcolicPlaced {
  const char *global;
  uint64_t address, size;
} ConcolicPlaced;

/* The inputs of a run: values by (site, chain, occurrence), in which pointers
 * to nothing of the program are addresses far from all objects, and memory. */
typedef struct ConcolicFound {
  InterpTable values;
  Vec(ConcolicBytes) bytes;
  Vec(ConcolicPlaced) placed;
} ConcolicFound;

void concolic_found_init(ConcolicFound *found, Mem *mem);
void concolic_found_done(ConcolicFound *found);

typedef struct Concolic Concolic;
Concolic *concolic_new(const ConcolicSetup *setup);
void concolic_free(Concolic *concolic);
ConcolicStats concolic_stats(const Concolic *concolic); /* so far */

/* Runs the program until some run ends in an error: true, with its inputs.  May
 * be called again, for another one, or with more budget.  False: the budget is
 * spent, or there is nowhere new to go. */
BASE_MUST_USE bool concolic_next(Concolic *concolic, ConcolicFound *into);

#endif
