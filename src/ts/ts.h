/* SPDX-License-Identifier: MIT
 *
 * The waist: a cutpoint transition system.  encode/ writes it once, engines
 * read it and nothing else of the program, evidence/ reads it again.
 *
 * A location is a place where control is cut; a state there is a value for
 * each of its variables.  An edge is a loop-free piece of control flow between
 * two locations.  Its formula speaks of
 *
 *    the source's variables  (TsVar.now),
 *    the target's variables  (TsVar.next),
 *    auxiliaries: everything else in it, private to the edge,
 *
 * and relates exactly the pairs of states the piece can join.
 *
 * The formula has the shape of [GCS11 section 4.2], straight from SSA, and
 * the edge keeps that shape readable: its blocks in topological order, each
 * with the Boolean "visited", the ways into it, and what must hold inside.
 *
 *    block 0 (the source) is visited
 *    visited(b)  implies  one way into b was taken:
 *                         visited(from) and guard and assignments
 *    visited(b)  implies  the constraints inside b
 *    the last block (the target) is visited
 *
 * and, though it follows, that with a block where ways join the one where they
 * parted is visited.
 *
 * Assignments give values to variables at a join (phis, memory versions) or,
 * in the target, to the target's `next` variables.  All else is plain terms:
 * an SSA value is the term of its instruction.
 *
 * From a model of the formula a path is read backwards from the target; along
 * a path every value is a term over the source's variables and the inputs.
 *
 * Ownership: a Ts owns its tables; terms belong to the TermStore.
 */
#ifndef TS_TS_H
#define TS_TS_H

#include "base/ledger.h"
#include "term/term.h"

typedef struct TsLoc {
  uint32_t id; /* [0..n_locations[ */
} TsLoc;
typedef struct TsEdgeId {
  uint32_t id; /* [0..n_edges[ */
} TsEdgeId;

typedef enum TsKind {
  TS_ENTRY,
  TS_CUT,         /* an inner cutpoint */
  TS_ERROR,       /* reaching it violates the property */
  TS_UNSUPPORTED, /* reaching it means we cannot say */
  TS_EXIT         /* an ordinary end; only kept on request */
} TsKind;

/* A state variable of a location. */
typedef struct TsVar {
  Term now;         /* its value at the location, as edges from there see it */
  Term next;        /* the same, as edges into it see it */
  const char *name; /* for people: the C variable, or the SSA value */
  uint32_t c_var;   /* the program's CVar whose value it is here; 0: we cannot
                       be sure of any */
  uint32_t value;   /* the program's value or memory region behind it */
} TsVar;

typedef struct TsLocation {
  TsKind kind;
  TsVar *vars;
  uint32_t n_vars;
  uint32_t block;    /* of the program's entry function */
  uint32_t position; /* the program's LocId; 0 unknown */
  uint32_t loop;     /* LocId of the keyword of the C loop headed here, or 0 */
  const char *name;  /* "loop at file.c:12", unique */
} TsLocation;

typedef struct TsAssign {
  Term var; /* a variable: auxiliary, or `next` of the target */
  Term value;
} TsAssign;

/* One way into a block. */
typedef struct TsStep {
  uint32_t from; /* index of a block of this edge, smaller than ours */
  Term guard;    /* holds at the end of `from` when control takes this way */
  TsAssign *assigns;
  uint32_t n_assigns;
} TsStep;

/* What was asked of the environment while a block ran, in order. */
typedef enum TsInputKind {
  TS_INPUT_VALUE,  /* one value: `value` */
  TS_INPUT_MEMORY, /* fresh memory: `bytes` bytes at address `value` */
  TS_INPUT_LOAD    /* `value` was read at `address`, where perhaps nobody wrote:
                      a pointer of unknown origin may lead there */
} TsInputKind;

typedef struct TsInput {
  TsInputKind kind;
  Term value;    /* the value, or the memory's address */
  uint32_t inst; /* the program's instruction that asked */
  uint32_t site; /* and its place: see program.h */
  uint32_t context;
  Term address; /* loads */
  /* memory only */
  Term size;       /* how many bytes; none when not known */
  Term *arrays;    /* the arrays that hold them, after the request */
  uint32_t *cells; /* bytes of a cell of each array */
  uint32_t n_arrays;
  uint8_t *owner; /* [0..constant size[: 1 + the array whose cell starts at
                     that offset, or 0; NULL: not known */
} TsInput;

typedef struct TsBlock {
  Term visited;  /* a Boolean variable; `true` for the source */
  TsStep *steps; /* empty for the source */
  uint32_t n_steps;
  Term constraint; /* holds when visited; often `true` */
  TsInput *inputs;
  uint32_t n_inputs;
  uint32_t block; /* of the program's entry function */
} TsBlock;

typedef struct TsEdge {
  TsLoc source, target;
  TsBlock *blocks; /* [0] the source, [n_blocks-1] the target's marker */
  uint32_t n_blocks;
  Term formula;
} TsEdge;

/* Where the encoder put what has one address for the whole run. */
typedef enum TsObjectKind {
  TS_OBJECT_GLOBAL,
  TS_OBJECT_FUNC,
  TS_OBJECT_LOCAL
} TsObjectKind;
typedef struct TsObject {
  TsObjectKind kind;
  uint32_t id; /* the program's GlobalId or FuncId; the entry's ALLOCA */
  uint64_t address, size;
} TsObject;

typedef struct Ts {
  Mem *mem;
  TermStore *store;
  Arena arena; /* names and small arrays */
  Vec(TsLocation) locations;
  Vec(TsEdge) edges;
  Ledger ledger; /* the program's, and what the encoder adds */
  Vec(TsObject) objects;
  TsLoc entry;
} Ts;

Ts *ts_new(Mem *mem, TermStore *store);
void ts_free(Ts *ts);

TsLoc ts_add_location(Ts *ts, TsKind kind, const char *name);
/* Builds the formula from the blocks; `blocks` and below live in ts->arena. */
TsEdgeId ts_add_edge(Ts *ts, TsLoc source, TsLoc target, TsBlock *blocks,
                     uint32_t n_blocks);
void ts_ledger(Ts *ts, Direction direction, LocId loc, const char *reason);

const TsLocation *ts_location(const Ts *ts, TsLoc loc);
const TsEdge *ts_edge(const Ts *ts, TsEdgeId edge);

/* Append conjuncts of the edge's formula, block by block: in topological
 * order, what gives a variable its value before what uses it. */
void ts_edge_parts(Ts *ts, TsEdgeId edge, TermList *parts);

/* Takes terms over the location's `now` variables to its `next` ones.  Given to
 * the caller (term_map_free). */
TermMap *ts_next_map(const Ts *ts, TsLoc loc);

/* The same for the end of an edge; variables that every way through it takes
 * over from the same variable of the source become that one, so that what
 * does not change looks the same on both sides. */
TermMap *ts_edge_next_map(const Ts *ts, TsEdgeId edge);

/* The edge's formula with its variables replaced: source variables by
 * from[i], target variables by to[i], auxiliaries by fresh copies.  The copies
 * are found again through `map` (owned by the caller). */
Term ts_instance(const Ts *ts, TsEdgeId edge, const Term *from, const Term *to,
                 TermMap *map);

/* The path through the edge that a model takes: block indices from the source
 * to the target, and for each but the first the step taken.  `holds` tells
 * whether a Boolean term of the edge is true in the model.  False: the model
 * satisfies no path (it is not a model of the formula). */
typedef bool TsHolds(void *context, Term term);
typedef struct TsPath {
  Vec(uint32_t) blocks;
  Vec(uint32_t) steps; /* steps.at[i]: way into blocks.at[i]; [0] unused */
} TsPath;
BASE_MUST_USE bool ts_path(const Ts *ts, TsEdgeId edge, TsHolds *holds,
                           void *context, TsPath *path);
void ts_path_done(const Ts *ts, TsPath *path);

/* Nodes of all edge formulas, each edge for itself. */
uint64_t ts_size(const Ts *ts);

/* Checks the entry, owners and sorts of variables, scopes (a formula speaks
 * only of its own variables), indices, topological order; false: `problems`
 * says what is wrong. */
BASE_MUST_USE bool ts_validate(const Ts *ts, Text *problems);

typedef enum TsFormat { TS_TEXT, TS_GRAPHVIZ, TS_HORN } TsFormat;
/* Text for people; a graph for dot; constrained Horn clauses in SMT-LIB whose
 * satisfiability is the program's safety. */
void ts_print(Text *out, const Ts *ts, TsFormat format);

#endif
