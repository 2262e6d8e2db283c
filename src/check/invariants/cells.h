/* SPDX-License-Identifier: MIT
 *
 * Cells of memory by the names that C has for them. */
#ifndef CHECK_INVARIANTS_CELLS_H
#define CHECK_INVARIANTS_CELLS_H

#include "ir/program.h"
#include "ts/ts.h"

typedef struct Cells Cells;

Cells *cells_new(Mem *mem, const Program *program, const Ts *ts);
void cells_free(Cells *cells);

/* A name of a cell: `h.at[i]`. */
typedef struct CellName {
  const CVar *var; /* whose name comes first */
  bool is_certain; /* C says the same with it, where the variable is in scope;
                      else it is for people */
  CTypeId type;    /* of what is there */
} CellName;

/* Writes the name of what a SELECT reads at the location.  Variables in its
 * index get their names by `name_of`.  False: it has none. */
bool cells_name(Cells *cells, const TsLocation *at, const TermList *facts,
                Term select, TermCName *name_of, void *context, Text *out,
                CellName *name);

#endif
