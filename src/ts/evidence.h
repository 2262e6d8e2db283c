/* SPDX-License-Identifier: MIT
 *
 * What an engine must hand over with its answer: a trace that claims to reach
 * an error, or a proof that claims none can be reached.  evidence/ believes
 * neither before it has checked it. */
#ifndef TS_EVIDENCE_H
#define TS_EVIDENCE_H

#include "ts/ts.h"

/* ---- traces ---- */

/* What the environment answered when asked (see TsInput). */
typedef struct TsAnswer {
  TsInputKind kind;
  uint32_t inst, site, context;
  uint32_t bits;        /* of the value, or of an address */
  const BvWord *words;  /* the value, or the memory's address */
  uint64_t address;     /* of a load */
  const uint8_t *bytes; /* memory */
  const uint8_t *known; /* memory: 1 where the trace means the byte, or NULL */
  uint64_t n_bytes;
} TsAnswer;

typedef struct TsTraceStep {
  TsEdgeId edge;
  const uint32_t *blocks; /* program blocks run, the source's first */
  uint32_t n_blocks;
} TsTraceStep;

typedef struct TsTrace {
  Arena arena;
  Vec(TsTraceStep) steps;
  Vec(TsAnswer) answers; /* in the order asked */
} TsTrace;

void ts_trace_init(TsTrace *trace, Mem *mem);
void ts_trace_done(TsTrace *trace);

/* A model of one edge's formula: the value of any term over its variables. */
typedef struct TsModel {
  void *context;
  TermValue (*value)(void *context, Term term);
  TermEval *eval; /* takes values apart */
} TsModel;
/* The path the model takes through the edge; false: it is no model of it. */
BASE_MUST_USE bool ts_model_path(const Ts *ts, TsEdgeId edge,
                                 const TsModel *model, TsPath *path);
/* Append the path the model takes through the edge, with its answers.  False:
 * it is no model of the edge. */
BASE_MUST_USE bool ts_trace_add(TsTrace *trace, const Ts *ts, TsEdgeId edge,
                                const TsModel *model);

/* ---- proofs ---- */

typedef enum TsProofKind {
  TS_PROOF_INVARIANTS, /* an inductive invariant per location */
  TS_PROOF_INDUCTION,  /* no error within k edges from the entry, and no path
                          of k edges from anywhere (in the invariants) to one */
  TS_PROOF_UNROLLED    /* no error within k edges, and no path is longer */
} TsProofKind;

typedef struct TsProof {
  TsProofKind kind;
  uint32_t k;
  TermList invariants; /* by location, over `now` variables; may be empty:
                          `true` everywhere.  Induction: auxiliary ones, which
                          must be inductive by themselves.  Memory: the term
                          store's. */
} TsProof;

/* The invariant of a location, `true` if none is given. */
Term ts_proof_invariant(const TsProof *proof, TsLoc loc);
/* One line per location that has an invariant. */
void ts_proof_print(Text *out, const Ts *ts, const TsProof *proof);

#endif
