/* SPDX-License-Identifier: MIT
 *
 * What every engine is: a function from a transition system to a claim with
 * its evidence.  Engines know terms, solvers and the Ts, nothing of C. */
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include "smt/smt.h"
#include "ts/evidence.h"

typedef enum EngineClaim {
  ENGINE_UNKNOWN, /* `reason` says why */
  ENGINE_SAFE,    /* `proof` */
  ENGINE_UNSAFE   /* `trace`; may end in TS_UNSUPPORTED: then it is no error
                     but a construct without a meaning here */
} EngineClaim;

typedef struct EngineResult {
  EngineClaim claim;
  char reason[160];
  TsProof proof;
  TsTrace trace;
} EngineResult;

/* How the predicate engine works; {0} is the default. */
typedef enum EngineAbstraction {
  ENGINE_ABSTRACT_ALLSAT,    /* all Boolean combinations of predicates */
  ENGINE_ABSTRACT_CARTESIAN, /* conjunctions */
  ENGINE_ABSTRACT_LDD,       /* all, by diagrams where these are exact */
  ENGINE_ABSTRACT_MIN        /* all, both ways at once */
} EngineAbstraction;
typedef enum EngineSearch {
  ENGINE_SEARCH_BFS,
  ENGINE_SEARCH_DFS,
  ENGINE_SEARCH_PRIORITY /* places in topological order */
} EngineSearch;
typedef enum EngineScope {
  ENGINE_SCOPE_LOCATION, /* a predicate is tracked where it was found */
  ENGINE_SCOPE_GLOBAL    /* wherever its variables exist */
} EngineScope;
typedef enum EnginePost {
  ENGINE_POST_IMAGE,   /* abstract the successors of each set of states */
  ENGINE_POST_RELATION /* abstract each edge once for a precision */
} EnginePost;
typedef struct EnginePredicate {
  EngineAbstraction abstraction;
  EngineSearch search;
  EngineScope scope;
  EnginePost post;
  Text *picture; /* gets the tree as a graph for dot; NULL: not wanted */
} EnginePredicate;

typedef struct EngineStats EngineStats;

/* pdr: one ingredient left out, for comparison. */
typedef enum EngineWithout {
  ENGINE_WITHOUT_NOTHING,
  ENGINE_WITHOUT_DROPPING,      /* of literals, beyond the solver's core */
  ENGINE_WITHOUT_SUMS,          /* of two literals */
  ENGINE_WITHOUT_PUSHING,       /* of a new lemma, at once */
  ENGINE_WITHOUT_VALUE_CLASSES, /* engine/shared/narrow.h */
  ENGINE_WITHOUT_MAY            /* obligations: engine/pdr/block.c */
} EngineWithout;

typedef struct EngineOptions {
  const SmtBackend *backend; /* NULL: the engine's own choice */
  SmtOptions smt;
  /* Seed invariants, by location: inductive together (absint), or empty.  They
   * become part of a proof. */
  TermList seeds;
  bool trace_no_interpolation; /* trace: states are never subsumed */
  bool trace_no_invariants;    /* trace: loops are only unrolled */
  EngineWithout without;       /* pdr */
  uint32_t most_depth; /* bounded: edges to unroll at the most; 0 no limit */
  /* Called now and then with how far the engine is; may be NULL. */
  void (*progress)(void *context, const char *phase, uint32_t depth,
                   uint64_t queries);
  void *progress_context;
  /* Called as often, before that, with what the engine would like to prove
   * and cannot yet: a fact at a location that has held so far; may be NULL. */
  void (*nearly)(void *context, TsLoc loc, Term fact);
  void *nearly_context;
  /* Called as often with the statistics so far; may be NULL. */
  void (*watch)(void *context, const EngineStats *stats);
  void *watch_context;
  EnginePredicate predicate;
} EngineOptions;

/* name, what is counted */
#define ENGINE_STATS(X)                                                        \
  X(depth, "greatest depth reached, in edges")                                 \
  X(queries, "solver checks")                                                  \
  X(unknowns, "checks answered unknown")                                       \
  X(lemmas, "facts learned")                                                   \
  X(clauses, "clauses given to the SAT solver")                                \
  X(refinements, "spurious paths refuted")                                     \
  X(nodes, "nodes of the tree; trace: states visited")                         \
  X(nodes_made, "the same, with those cut away again")                         \
  X(covered, "successors that led to nothing new")                             \
  X(posts, "abstract successors computed")                                     \
  X(cubes, "cubes enumerated for them")                                        \
  X(obligations, "cubes asked one edge back")                                  \
  X(predicates, "different predicates")                                        \
  X(predicates_placed, "the same, counted once for each place")                \
  X(predicates_most, "at one place")                                           \
  X(places, "locations that can have predicates")                              \
  X(rebuilt, "solvers made anew because they had grown")                       \
  X(diagram_nodes, "most nodes of decision diagrams at a time")                \
  X(interpolants_checked, "steps of predicate sequences, under check 2")       \
  X(post_microseconds, "CPU time for successors")                              \
  X(refine_microseconds, "CPU time for refinement")                            \
  X(subsumed, "trace: states covered by the memo table")                       \
  X(closed, "trace: states covered by a loop invariant above them")            \
  X(restarts, "trace: loop heads started again")                               \
  X(locked, "trace: facts locked after a spurious error")                      \
  X(memo, "trace: entries made in the memo table")

struct EngineStats {
#define X(name, help) uint64_t name;
  ENGINE_STATS(X)
#undef X
};

typedef struct Engine {
  const char *name;
  const char *what; /* one line for --help */
  /* `result` is initialised by the caller with engine_result_init. */
  void (*run)(Ts *ts, const EngineOptions *options, Budget *budget,
              EngineResult *result, EngineStats *stats);
} Engine;

extern const Engine engine_bounded;
extern const Engine engine_pdr;
extern const Engine engine_predicate;
extern const Engine engine_trace;
extern const Engine engine_structural;
extern const Engine engine_equations;
extern const Engine engine_explicit;
extern const Engine engine_bits;

/* The back end asked for, or else the fastest that understands the system. */
const SmtBackend *engine_backend(const Ts *ts, const EngineOptions *options);

/* The seed invariant of a location; `true` if there is none. */
Term engine_seed(const EngineOptions *options, TsLoc loc);

/* Append to the trace the path that the solver's model takes through an edge;
 * `map` takes terms of the edge to those of the instance that was solved. */
BASE_MUST_USE bool engine_read_edge(TsTrace *trace, const Ts *ts, TsEdgeId edge,
                                    Smt *smt, TermMap *map);

/* Solve the path of edges, from the entry on, as one formula.  SMT_SAT: the
 * result claims the execution that the model shows. */
BASE_MUST_USE SmtResult engine_confirm_path(Ts *ts,
                                            const EngineOptions *options,
                                            const uint32_t *edges, uint32_t n,
                                            Budget *budget,
                                            EngineResult *result);

typedef Vec(uint32_t) EngineEdges;
/* Append the edges into locations of that kind (memory: the Ts').  Gives their
 * number. */
uint32_t engine_edges_into(const Ts *ts, TsKind kind, EngineEdges *edges);

/* Claim safety; the seed invariants are all the invariants it needs. */
void engine_prove_by_seeds(const Ts *ts, const EngineOptions *options,
                           TsProofKind kind, EngineResult *result);

void engine_result_init(EngineResult *result, Mem *mem);
void engine_result_done(EngineResult *result, TermStore *store);
void engine_give_up(EngineResult *result, const char *format, ...)
    BASE_PRINTF(2, 3);

#endif
