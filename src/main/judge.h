/* SPDX-License-Identifier: MIT
 *
 * From a prepared program to a checked verdict: encode, run an engine, doubt
 * its claim. */
#ifndef MAIN_JUDGE_H
#define MAIN_JUDGE_H

#include "engine/engine.h"
#include "evidence/evidence.h"
#include "evidence/replay.h"
#include "main/run.h"

typedef struct Judge {
  TermStore *store;
  Ts *ts;
  EncOptions encoding;
  Budget budget;
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
/* Runs the engine and checks what it claims. */
EvVerdict judge_decide(Judge *judge, Run *run);

#endif
