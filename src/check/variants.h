/* SPDX-License-Identifier: MIT
 *
 * Ways to look at the user's program: each variant makes one or more programs
 * from the snapshots of the pass pipeline. */
#ifndef CHECK_VARIANTS_H
#define CHECK_VARIANTS_H

#include "check/checker.h"
#include "analysis/analysis.h"
#include "check/features.h"
#include "pass/over/over.h"
#include "recursion/infer.h"

/* How a program relates to the user's. */
typedef enum Relation {
  RELATION_EXACT,
  RELATION_OVER /* it has more behaviours: proofs only */
} Relation;

/* Is the heap looked at? */
typedef enum LocalHeap { LOCAL_HEAP_SEEN, LOCAL_HEAP_OUTSIDE } LocalHeap;

/* What is given to the maker of a program. */
typedef struct VariantOrder {
  Checker *checker;
  const Snapshots *snapshots;
  Budget *budget;
  ConFacts *facts; /* gets the contracts' facts, where there are contracts */
  const struct Variant *variant;
  const IndexVec *kept; /* regions of memory to keep, where some is forgotten */
  LocalNulls nulls;     /* ... and what an access through NULL does there */
  LocalHeap heap;       /* ... and whether the heap is looked at */
  LocalStubs stubs;     /* ... and which functions are not */
} VariantOrder;

/* In which order the versions of a variant are tried. */
typedef enum VersionOrder {
  VERSIONS_ONE_BY_ONE, /* each once, until one decides */
  VERSIONS_IN_ROUNDS,  /* all with few ticks, then the open ones with more */
  VERSIONS_REFINED     /* each keeps the memory that was missing in the last */
} VersionOrder;

typedef struct Variant {
  const char *name;
  Relation relation;
  const char *too_coarse; /* what an error in it means, if it is not exact */
  const char *missing;    /* why there is none, if build gives none; or NULL */
  bool (*applies)(const Features *features);
  /* Version [0..n_versions[ of the program, owned by the caller; NULL: there is
   * none.  build == NULL: the exact program as it is. */
  Program *(*build)(const VariantOrder *order, uint32_t version);
  uint32_t n_versions;
  const Simplify *cells; /* by version: which cells stand for memory; or NULL */
  VersionOrder order;
  /* Is there no use in later versions than this one?  NULL: there always is. */
  bool (*is_last)(const Program *program);
  uint64_t seed_ticks; /* for its seed invariants; 0: none */
  /* Its own variables are not the user's: of an invariant only what C can say
   * is reported. */
  bool has_own_names;
  /* An error in it may be real: it is worth a run of the user's program, which
   * decides. */
  bool errors_are_tried;
  bool only_unrolls;         /* a program without loops is its own variant */
  bool only_without_loops;   /* of no use where loops are left */
  const SmtBackend *backend; /* of the engine; NULL: its own choice */
} Variant;

extern const Variant variant_exact;      /* behind all passes */
extern const Variant variant_contracts;  /* contracts in place of recursion */
extern const Variant variant_deeper;     /* recursion unrolled further */
extern const Variant variant_flat;       /* all counted loops unrolled */
extern const Variant variant_flat_sums;  /* the same, for a linear solver */
extern const Variant variant_heap_cells; /* heap cell abstraction */
extern const Variant variant_cells;      /* array cell abstraction */
extern const Variant variant_split;      /* ... with loops split at them */
extern const Variant variant_jump;       /* ... and rounds left out */
extern const Variant variant_sites;      /* ... of the cells accessed last */
extern const Variant variant_sums;       /* ... with sums over arrays */
extern const Variant variant_shapes;     /* specialised to shapes */
extern const Variant variant_arguments;  /* any memory as main's arguments */
extern const Variant variant_copies;     /* copies and fills as loops */
extern const Variant variant_texts;      /* no loops over texts */
extern const Variant variant_local;      /* memory and recursion forgotten */

#endif
