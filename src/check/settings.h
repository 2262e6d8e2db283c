/* SPDX-License-Identifier: MIT
 *
 * How a program is checked: plain values, chosen on the command line. */
#ifndef CHECK_SETTINGS_H
#define CHECK_SETTINGS_H

#include "encode/encode.h"
#include "engine/engine.h"
#include "report/trace/trace.h"

/* What decides: a strategy of several, or one method alone. */
typedef enum Method {
  METHOD_AUTO,
  METHOD_PREDICATE,
  METHOD_PDR,
  METHOD_TRACE,
  METHOD_STRUCTURAL,
  METHOD_BOUNDED,
  METHOD_GUIDED,     /* coverage-guided runs of the compiled program */
  METHOD_EQUATIONS,  /* polynomial equations */
  METHOD_CELLS,      /* pdr on the array cell abstraction */
  METHOD_EXPLICIT,   /* states one by one */
  METHOD_LOCAL,      /* pdr on the localised program */
  METHOD_SHAPES,     /* pdr on the program specialised to shapes of memory */
  METHOD_SUMS,       /* pdr with sums over arrays */
  METHOD_SITES,      /* pdr with the cells of arrays that were accessed last */
  METHOD_HEAP_CELLS, /* pdr on the cell abstraction of lists */
  METHOD_ARGUMENTS,  /* pdr, with any memory as main's arguments */
  METHOD_CONTRACTS,  /* pdr, with contracts in place of recursive calls */
  METHOD_DEEPER,     /* bounded, with recursion unrolled further */
  METHOD_FLAT,       /* pdr, with all counted loops unrolled */
  METHOD_FLAT_SUMS,  /* bounded, the same, for a linear solver */
  METHOD_BITS,       /* IC3 on circuits */
  METHOD_COPIES,     /* pdr, with copies and fills as loops */
  METHOD_SPLIT,      /* pdr with single cells, and loops split at them */
  METHOD_TEXTS,      /* pdr without loops over texts */
  METHOD_CONCOLIC,   /* runs, each with inputs that lead elsewhere */
  METHOD_JUMP        /* pdr with single cells, and rounds of loops left out */
} Method;

typedef enum Seeding { SEEDING_ABSINT, SEEDING_NONE } Seeding;

typedef struct Settings {
  Method method;
  Seeding seeding; /* do engines start from seed invariants? */
  EncBlocks blocks;
  EncExits exits;
  const SmtBackend *backend; /* the engines' solver; NULL: their own choice */
  EnginePredicate predicate; /* its picture is not used */
  bool no_interpolation, no_invariants; /* trace */
  EngineWithout without;                /* pdr */
  uint32_t recursion;       /* instructions to which it is unrolled at first */
  uint32_t check;           /* level of self-checks: 0, 1 or 2 */
  uint32_t cores;           /* processes at a time, >= 1 */
  double seconds;           /* limit; 0: none */
  uint64_t inject_unknown;  /* a fault: this solver answer is unknown; or 0 */
  uint64_t inject_tick;     /* a fault: the budget ends there; or 0 */
  uint64_t inject_trace;    /* a fault: traces are changed this way; or 0 */
  const char *dump_queries; /* directory for solver queries; or NULL */
  RepCounterexampleMode steps; /* of a counterexample: which are reported */
  /* The user's files and flags for the compiler, for native runs. */
  const char *const *files;
  uint32_t n_files;
  const char *const *flags;
  uint32_t n_flags;
  bool no_run; /* nothing compiled from them is run */
  /* Artifacts: where to; NULL: not wanted. */
  const char *harness, *certificate, *witness, *draw_tree, *draw_graph;
  bool wants_page;  /* the report for a browser */
  bool wants_stats; /* on the way, too */
  bool dumps_tree;  /* of the predicate engine, on stdout */
} Settings;

#endif
