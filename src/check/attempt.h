/* SPDX-License-Identifier: MIT
 *
 * From a program to a checked verdict: encode, run an engine, check its claim.
 * Which programs and engines is strategy.h's business. */
#ifndef CHECK_ATTEMPT_H
#define CHECK_ATTEMPT_H

#include "check/checker.h"
#include "check/outcome.h"
#include "check/snapshots.h"
#include "check/variants.h"

/* A program to be judged. */
typedef struct Task {
  Program *program;
  const Variant *variant; /* it belongs to */
  EncOptions encoding;
  const ConFacts *facts; /* of contracts in it; or NULL */
  uint64_t engine_ticks; /* most ticks of one run of the engine; 0: all */
  IndexVec *missed;  /* gets the regions of forgotten memory that the way to an
                        error reads which is none of the user's; or NULL */
  uint32_t *suspect; /* gets the one of them that is the likely reason; or
                        NULL */
} Task;

/* A task as a transition system. */
typedef struct System {
  Ts *ts;
  TermList seeds; /* seed invariants; may be empty */
} System;

/* The exact program, encoded as the settings say. */
Task attempt_task(const Checker *checker, Program *program,
                  const Variant *variant);

void system_encode(System *out, const Checker *checker, const Task *task);
void system_done(System *system, const Checker *checker);
/* Do questions about it take long, whatever they ask? */
bool system_is_large(const System *system);
/* Looks for cheap invariants that help every engine, within a small budget. */
void system_seed(System *system, Checker *checker, uint64_t ticks);
/* Adds what other properties found out, as far as it holds here, too. */
void system_hear(System *system, Checker *checker, const Program *program);

/* Runs one engine on the system and checks what it claims.  The system may be
 * encoded anew on the way.  `out` is initialised. */
void attempt(Outcome *out, Checker *checker, const Task *task, System *system,
             const Engine *engine);
/* The engine on a program that nothing is known of yet; one without loops is
 * one query, and where there is memory, errors are found sooner by unrolling.
 */
void attempt_anew(Outcome *out, Checker *checker, const Task *task,
                  System *system, const Engine *engine);
/* What is to be replayed: a trace, or inputs. */
typedef struct Replayed {
  const TsTrace *trace;
  const InterpTable *by_calls, *by_site;
  const EvMade *made; /* what memory holds besides; or NULL */
  uint32_t n_made;
  const EvPlaced *placed;
  uint32_t n_placed;
  EvExpect expect;
} Replayed;
/* Does the compiled program come to the error?  out->replay says. */
void attempt_replay(Outcome *out, Checker *checker, const Task *task,
                    const System *system, Replayed what);
/* Who decided, with what, for the summary. */
void attempt_report_engine(Outcome *out, const Checker *checker,
                           const System *system, const EngineOptions *options,
                           const char *engine);
/* The same of runs before there is a system. */
void attempt_report_runs(Outcome *out, const Program *program,
                         const char *engine);
/* There is a claim: others wait a little longer. */
void attempt_extend_turn(Checker *checker);

/* Where obligations are written while they are checked: a directory of our own,
 * in `texts`.  NULL: they are not needed. */
const char *attempt_certificate_draft(const Checker *checker, Arena *texts);

#endif
