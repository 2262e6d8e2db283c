/* SPDX-License-Identifier: MIT
 *
 * A program to its verdict. */
#ifndef CHECK_DECIDE_H
#define CHECK_DECIDE_H

#include "check/attempt.h"
#include "check/strategy.h"

/* One program with its property, and who tackles it. */
typedef struct Contest {
  Checker *checker;
  Snapshots *snapshots;
  System *system; /* of the exact program, when there is one */
  /* while deciding */
  Strategy strategy;
  const RaceRunner *runners; /* of the race, if there is one */
  double cpu;                /* seconds of the stage before the race */
  bool seeds_late; /* rows look for seed invariants of the exact program
                      themselves, in their turn */
} Contest;

/* Runs the method that the settings name, or for METHOD_AUTO several against
 * each other, and sends the first verdict that has evidence, or the best reason
 * why there is none; nothing if the last process died without a word. */
void decide(Contest *contest);

/* Behind pass CALLS of a large program, when there is no exact program and no
 * system yet: is it decided by its first localised program?  True: that was
 * sent. */
bool decide_early(Contest *contest);

#endif
