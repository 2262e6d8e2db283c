/* SPDX-License-Identifier: MIT
 *
 * One small contract for all satisfiability solvers.
 *
 * An `Smt` is an incremental solver over the terms of one store.  Formulas are
 * added for good (or under an activation literal, which is the way to take
 * them back); a check asks whether they can hold together with a list of
 * assumptions, which are Boolean terms of any shape.
 *
 *   SMT_SAT      every added and assumed formula is true under the model that
 *                smt_value reads, in the exact meaning of the terms;
 *   SMT_UNSAT    no valuation makes them true together; smt_core tells which
 *                assumptions sufficed;
 *   SMT_UNKNOWN  neither is claimed; smt_reason_unknown says why.
 *
 * Results are valid until the next smt_add, smt_add_under or smt_check.  A
 * solver belongs to the thread of its term store; only smt_interrupt may be
 * called from elsewhere (also from a signal handler).  Equal calls give equal
 * answers, models and cores, as long as no wall-clock limit strikes.
 */
#ifndef SMT_SMT_H
#define SMT_SMT_H

#include "term/term.h"

typedef struct Smt Smt;
typedef struct SmtBackend SmtBackend;

typedef enum SmtResult { SMT_UNKNOWN, SMT_SAT, SMT_UNSAT } SmtResult;

const char *smt_result_name(SmtResult result); /* "sat" */

/* ---- back ends ---- */

/* Bit-blasting on CaDiCaL: Booleans, bit-vectors, arrays of them. */
extern const SmtBackend smt_blast;
/* Our own solver on the same gates, for many questions each of which needs
 * little of a large graph; no arrays (blast/justify.c). */
extern const SmtBackend smt_justify;
/* Z3, everything including floats. */
extern const SmtBackend smt_z3;
/* Z3 over bounded integers, refined until the exact view
 * agrees: strong on relational arithmetic, unknown where it cannot decide. */
extern const SmtBackend smt_z3_linear;

/* Branch and prune over ranges (box/search.c): what floats of single and double
 * format, with bits and Booleans around them, can be; unknown where that does
 * not decide. */
extern const SmtBackend smt_box;
/* The two for floats by turns: ranges, then the bits of Z3. */
extern const SmtBackend smt_float;

const char *smt_backend_name(const SmtBackend *backend);
/* Another back end that decides the exact view: who re-checks `backend`. */
const SmtBackend *smt_backend_other(const SmtBackend *backend);
/* Can the back end represent every node of `t`?  If it cannot, a solver to
 * which it was given answers SMT_UNKNOWN, with a reason. */
bool smt_supports(const SmtBackend *backend, TermStore *store, Term t);

/* ---- life ---- */

/* What back ends need and is dear to make, for solvers one after the other.
 * A solver that takes from it is as new as any other.  One thread, one pool. */
typedef struct SmtPool SmtPool;
SmtPool *smt_pool_new(Mem *mem);
void smt_pool_free(SmtPool *pool); /* after all solvers that use it */

/* {0} is the default. */
typedef struct SmtOptions {
  /* How much we check ourselves; a problem ends the process.  1: callers
   * validate the structures they keep beside the solver.  2: besides, every
   * model is evaluated on all formulas, and every core is solved again in a
   * fresh solver of the other back end. */
  uint32_t check;
  /* The N-th check answers SMT_UNKNOWN (a fault for tests); 0: never. */
  uint64_t inject_unknown_at;
  /* Where to count checks for that, to share the count between solvers; NULL:
   * this solver counts alone. */
  uint64_t *check_counter;
  /* Write each check there as SMT-LIB, numbered by the same counter; NULL: do
   * not.  A file that cannot be written is left out. */
  const char *dump_directory;
  /* Refinement rounds of the linear view per check; 0: the default, 64. */
  uint32_t linear_rounds;
  /* Many small questions of one solver: no inprocessing between them. */
  bool is_quick;
  /* Gates of a circuit that are made for one tick; 0: the default, 256, which
   * is little beside what solving them takes. */
  uint32_t gates_a_tick;
  /* A conflict of a SAT solver counts as a tick, and as one more for so many
   * literals of the clause that is learned from it, and so does a step, both
   * the more the more clauses there are; 0: conflicts do not count, and a step
   * is a tick. */
  uint32_t literals_a_tick;
  /* In what order a SAT solver gets the clauses of a check, and so numbers its
   * variables: as they are made, operands before the operator, so that it
   * decides near the root first; or the other way round (for comparison). */
  enum { SMT_CLAUSES_FROM_ROOT, SMT_CLAUSES_REVERSED } clauses;
  SmtPool *pool; /* where many small solvers are made; NULL: none */
} SmtOptions;

Smt *smt_new(Mem *mem, TermStore *store, const SmtBackend *backend,
             SmtOptions options);
void smt_free(Smt *smt);
TermStore *smt_store(const Smt *smt);
/* SmtOptions.check. */
uint32_t smt_check_level(const Smt *smt);

/* ---- formulas ---- */

/* `t` holds from now on. */
void smt_add(Smt *smt, Term t);
/* The variable is equal to `t`, of the same sort, from now on: the same as to
 * add that, but quicker where nothing was said of the variable before. */
void smt_define(Smt *smt, Term var, Term t);
/* A fresh Boolean variable to assume. */
Term smt_activation(Smt *smt);
/* `t` holds whenever `activation` (any Boolean term) does. */
void smt_add_under(Smt *smt, Term activation, Term t);
/* The activation literal is false from now on: what is under it is dead. */
void smt_retire(Smt *smt, Term activation);

/* ---- checks ---- */

/* Ticks of the budget count solver effort, repeatably (about 150 microseconds
 * each); its deadline and interrupt flag are watched, too.  NULL: no limit. */
BASE_MUST_USE SmtResult smt_check(Smt *smt, const Term *assumptions, uint32_t n,
                                  Budget *budget);
/* The same with at most so many ticks of the budget; 0: all there are. */
BASE_MUST_USE SmtResult smt_check_within(Smt *smt, const Term *assumptions,
                                         uint32_t n, Budget *budget,
                                         uint64_t ticks);
/* After SMT_UNKNOWN; never NULL, valid until the next check. */
const char *smt_reason_unknown(const Smt *smt);
/* Make the running check (or the next, if none runs) answer SMT_UNKNOWN. */
void smt_interrupt(Smt *smt);

/* ---- after SMT_SAT ---- */

/* The value of any term under the model; what the formulas left open is zero.
 * Wide values and arrays live until the results become invalid. */
TermValue smt_value(Smt *smt, Term t);
/* The same for a Boolean term. */
bool smt_is_true(Smt *smt, Term t);
/* The same as a constant term (arrays: stores on a constant array). */
Term smt_value_term(Smt *smt, Term t);
/* The evaluator behind smt_value, to print or take apart values. */
TermEval *smt_model(Smt *smt);

/* Evaluates all formulas and assumptions; one that is false ends the process.
 */
void smt_check_model(Smt *smt);

/* ---- after SMT_UNSAT ---- */

/* Assumptions that cannot hold together with the formulas, in the order in
 * which they were given; `*core` is valid as long as the result is. */
uint32_t smt_core(Smt *smt, const Term **core);
/* Which literal to drop first: higher is tried earlier, equal ones later in
 * the list earlier. */
typedef uint32_t SmtPriority(void *context, Term literal);
/* Make the core minimal by deletion: no literal can be left out, unless the
 * budget ends first (then it is a smaller core).  `priority` may be NULL.
 * Gives the core's size; read it with smt_core. */
uint32_t smt_core_min(Smt *smt, SmtPriority *priority, void *context,
                      Budget *budget);

/* ---- statistics ---- */

/* X(field, name, what is counted) */
#define SMT_STATS(X)                                                           \
  X(checks, "solver checks", "calls of smt_check and inner checks")            \
  X(sats, "satisfiable", "checks answered sat")                                \
  X(unsats, "unsatisfiable", "checks answered unsat")                          \
  X(unknowns, "unknown", "checks answered unknown")                            \
  X(ticks, "solver ticks", "repeatable effort, see smt_check")                 \
  X(gates, "gates", "of the bit-blaster, after sharing")                       \
  X(clauses, "clauses", "given to the SAT solver")                             \
  X(lemmas, "lemmas on demand", "array and linear-view refinements")           \
  X(core_literals, "core literals", "in all cores before minimisation")        \
  X(core_dropped, "core literals dropped", "by minimisation")                  \
  X(models_checked, "models checked", "evaluated under check 2")               \
  X(cores_checked, "cores checked", "solved again under check 2")

typedef struct SmtStats {
#define X(field, name, help) uint64_t field;
  SMT_STATS(X)
#undef X
} SmtStats;

const SmtStats *smt_stats(const Smt *smt);

#endif
