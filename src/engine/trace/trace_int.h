/* SPDX-License-Identifier: MIT
 *
 * What the files of the trace engine share.  trace.c has the essay. */
#ifndef ENGINE_TRACE_TRACE_INT_H
#define ENGINE_TRACE_TRACE_INT_H

#include "engine/engine.h"
#include "engine/trace/steps.h"

/* ---- frames ---- */

typedef struct TraceValue { /* of a symbol in a model */
  uint32_t var;             /* Term.id */
  uint64_t bits;
} TraceValue;
typedef Vec(TraceValue) TraceValues;

/* One way on from a frame. */
typedef struct TraceChoice {
  uint32_t step;
  uint32_t rank;     /* smaller goes first */
  bool feasible;     /* from the frame's state */
  uint32_t first, n; /* what a model of it changes: into frame's `changes` */
} TraceChoice;

/* The annotation of a constraint at a loop head. */
typedef enum TraceMark {
  TRACE_NEUTRAL,
  TRACE_MIN, /* deleted to close a loop */
  TRACE_MAX  /* must stay: an error was reached without it */
} TraceMark;

typedef struct TraceFact {
  Term term; /* over the point's variables; true on arrival */
  TraceMark mark;
  bool derived; /* made from other facts */
  bool spare;   /* the other facts in force imply it */
} TraceFact;

typedef struct TraceHead {
  Vec(TraceFact) facts;
  TermList kept; /* the invariant, when abstract: facts not deleted */
  bool made;     /* `facts` has been collected */
  bool abstract; /* the state is the invariant and nothing more */
  bool concrete; /* may not be made abstract any more */
  Term *arrival; /* the state it was reached with */
  uint32_t floor, n_constraints;
} TraceHead;

typedef struct TraceFrame {
  uint32_t point;
  uint32_t step_in; /* TRACE_NONE for the first */
  Term *values;     /* of the point's variables, over symbols */
  TermMap *map;     /* variables and inputs to values; NULL: not yet made */
  uint32_t floor, n_constraints; /* the state's part of Trace.constraints */
  uint32_t n_trail, n_entries;   /* what was there before it */
  uint32_t n_own_trail;          /* with its own first model */
  bool entered;                  /* neither subsumed nor closed */
  bool open;                     /* choices were made */
  Vec(TraceChoice) choices;
  uint32_t next;
  TraceValues changes;
  TermList required; /* the interpolant: over the point's variables, true in
                        the state, and enough for all that was seen below */
  bool lost;         /* no interpolant was found */
  TermList facts;    /* what the state says about its variables */
  bool has_facts;
  Map truths; /* Term.id of a literal -> does the state entail it? */
  TraceHead *head;
} TraceFrame;

/* ---- the memo table ---- */

typedef struct TraceEntry {
  uint32_t point;
  uint32_t node;     /* of the index */
  TermList literals; /* sorted by handle */
  uint32_t into;     /* the entry that covers it, or TRACE_NONE */
  uint32_t parts[2]; /* entries that it covers together, or TRACE_NONE */
} TraceEntry;

typedef struct TraceNode { /* of the index: a set-trie */
  Term literal;
  uint32_t child, sibling, entry;
} TraceNode;

/* ---- all of it ---- */

typedef struct TraceSolver {
  Smt *smt;
} TraceSolver;

typedef struct Trace {
  Ts *ts;
  TermStore *store;
  Mem *mem;
  const EngineOptions *options;
  const SmtBackend *backend;
  Budget *budget;
  EngineResult *result;
  EngineStats *stats;
  TraceSteps *all;
  bool unsupported_too; /* "unsupported" locations count as errors */
  bool stopped;
  Vec(TraceFrame) stack;
  TermList constraints;
  TraceSolver path, local; /* over symbols; over variables of points */
  Map model;               /* symbol -> value; absent is 0 */
  TraceValues trail;       /* older values */
  TermEval *eval;
  bool eval_stale;
  Map var_lists; /* Term.id -> index of `lists` */
  Vec(TermList) lists;
  TermList query;
  Vec(TraceEntry) entries;
  Vec(TraceNode) nodes; /* [point] is the root of a point's index */
  Map but_one;          /* sets of literals, one left out -> entry */
  uint32_t *recent;     /* by point: the entry made or used last */
  TermList *hints;      /* by point: facts that were needed there before */
  Map needed;           /* point, variable -> how often a constant was locked */
} Trace;

static inline TraceFrame *trace_top(Trace *t) {
  return &VEC_LAST(&t->stack);
}
static inline const TracePoint *trace_point(const Trace *t,
                                            const TraceFrame *f) {
  return &t->all->points.at[f->point];
}
/* How often the variable's being constant was locked at the point. */
uint64_t *trace_needed(Trace *t, uint32_t point, Term equality);
bool trace_list_has(const TermList *list, Term term);
/* Append what is not there yet. */
void trace_list_add(Trace *t, TermList *list, Term term);
void trace_stop(Trace *t, const char *why);

/* ---- state.c: questions about the state of the top frame ---- */

/* All terms together; an unknown stops the engine. */
BASE_MUST_USE SmtResult trace_check(Trace *t, TraceSolver *solver,
                                    const Term *terms, uint32_t n);
/* The term over the frame's variables (and inputs), over symbols. */
Term trace_apply(Trace *t, TraceFrame *f, Term term);
/* Does the state imply the term (over symbols)? */
bool trace_entails(Trace *t, Term term);
/* Can the term (over symbols) hold in the state?  Appends to `changes` what
 * must change in the model for that. */
bool trace_feasible(Trace *t, Term term, TraceValues *changes);
void trace_set_value(Trace *t, Term var, uint64_t bits);
void trace_undo_values(Trace *t, uint32_t n_trail);
/* The model's value of a term over symbols, if it has 64 bits at most. */
BASE_MUST_USE bool trace_value(Trace *t, Term term, uint64_t *bits);
/* The model satisfies the constraints again, after new ones were pushed. */
void trace_renew_model(Trace *t);
void trace_state_init(Trace *t);
void trace_state_done(Trace *t);

/* ---- facts.c ---- */

/* What the state of a frame says about its variables, as literals. */
const TermList *trace_facts(Trace *t, TraceFrame *f);
/* Weaker forms of a literal: an equality as inequalities, < as <=. */
void trace_slacken(Trace *t, Term literal, TermList *out);

/* ---- memo.c ---- */

/* An entry whose literals the top frame's state entails; TRACE_NONE. */
uint32_t trace_memo_find(Trace *t);
/* The point is safe under the literals.  Gives the entry that says so; it may
 * say more. */
uint32_t trace_memo_add(Trace *t, uint32_t point, const TermList *literals);
/* Drop the entries from the n-th on. */
void trace_memo_cut(Trace *t, uint32_t n);
void trace_memo_init(Trace *t);
void trace_memo_done(Trace *t);
/* The states of a location that the entries speak of. */
Term trace_memo_states(Trace *t, uint32_t point);

/* ---- interpolate.c ---- */

/* The step from the top frame is safe when `goals` (over the variables of its
 * target) hold after it: require what ensures them. */
void trace_require_goals(Trace *t, uint32_t step, const TermList *goals);
/* The step from the top frame cannot be taken: require what forbids it. */
void trace_require_blocked(Trace *t, uint32_t step);

/* ---- loops.c ---- */

typedef enum TraceClosed {
  TRACE_OPEN,    /* no loop closes here */
  TRACE_CLOSED,  /* the state entails the invariant of an open head */
  TRACE_RESTART, /* a head became weaker and starts again */
} TraceClosed;
/* The top frame, a loop head, is going to be explored: collect what only its
 * state can tell. */
void trace_enter_head(Trace *t);
void trace_head_free(Trace *t, TraceFrame *f);
/* The top frame may close a loop; TRACE_CLOSED gives the head's invariant. */
TraceClosed trace_close(Trace *t, const TermList **invariant);
/* The error step can be taken from the top frame's state: an execution, or the
 * reason why not is locked at a head, which starts again. */
void trace_conflict(Trace *t, uint32_t step);

/* ---- trace.c ---- */

/* Everything above the frame is dropped, and what was learned there; it starts
 * again from the state it was reached with, or from its head's invariant. */
void trace_restart(Trace *t, uint32_t frame);

#endif
