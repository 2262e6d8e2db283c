/* SPDX-License-Identifier: MIT
 *
 * From a prepared program to a checked verdict: encode, run an engine, doubt
 * its claim.  Which engine is portfolio.h's business. */
#ifndef CHECK_JUDGE_H
#define CHECK_JUDGE_H

#include "engine/engine.h"
#include "evidence/evidence.h"
#include "replay/replay.h"
#include "check/run.h"

/* How the program that is looked at relates to the user's. */
typedef enum JudgeProgram {
  JUDGE_EXACT,
  JUDGE_CONTRACTS, /* contracts for recursive functions: more behaviours */
  JUDGE_SIMPLER,   /* arrays and bounds made simpler: more behaviours */
  JUDGE_ARGUMENTS  /* arguments of main in any memory: more behaviours */
} JudgeProgram;

typedef struct Judge {
  TermStore *store;
  Ts *ts;
  EncOptions encoding;
  Budget budget;
  uint64_t engine_ticks; /* of it for one run of an engine; 0: all */
  EngineOptions engine;  /* with what is known of the system */
  EngineStats stats;     /* of all engines that were tried */
  EvCheck check;         /* of the proof that was claimed */
  JudgeProgram relation;
  Text contracts;  /* a line for each fact that stands for recursion */
  EvReplay replay; /* of an error that was claimed; mem == NULL: none */
  RepStory story;
  uint64_t checks;    /* of all solvers together, for injected faults */
  RepAccount account; /* told with the verdict; texts live in `texts` */
  Arena texts;
  RepProgress progress;
} Judge;

void judge_init(Judge *judge, Run *run);
void judge_done(Judge *judge);
/* Encodes the program. */
void judge_encode(Judge *judge, Run *run);
/* The same with another program.  Where it has more behaviours than the user's,
 * no error in it is believed. */
void judge_replace(Judge *judge, Run *run, Program *program,
                   JudgeProgram relation);
/* Checks the run that was tried (run->trial, run->trial_end); unknown when it
 * does not end the same way natively. */
EvVerdict judge_trial(Judge *judge, Run *run);
/* Runs the compiled program many times (replay/guided/guided.h). */
EvVerdict judge_probe(Judge *judge, Run *run);
/* Runs one engine and checks what it claims. */
EvVerdict judge_try(Judge *judge, Run *run, const Engine *engine);

#endif
