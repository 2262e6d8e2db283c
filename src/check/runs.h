/* SPDX-License-Identifier: MIT
 *
 * Verdicts by running the program. */
#ifndef CHECK_RUNS_H
#define CHECK_RUNS_H

#include "check/attempt.h"

/* Checks what the concrete runs showed; unknown when they do not end the same
 * way natively.  True: that is the last word. */
bool runs_concrete(Outcome *out, Checker *checker, const Task *task,
                   const System *system, const Snapshots *snapshots);
/* Runs the compiled program many times (replay/guided). */
void runs_guided(Outcome *out, Checker *checker, const Task *task,
                 const System *system);
/* Runs the program, each time with inputs that lead elsewhere (concolic).
 * Without a system before the program has one; the next call goes on. */
void runs_concolic(Outcome *out, Checker *checker, const Task *task,
                   const System *system, Snapshots *snapshots);
/* Before a large program's other passes: do a few of these runs come to an
 * error?  True: that was sent. */
bool runs_early(Checker *checker, Snapshots *snapshots);

#endif
