/* SPDX-License-Identifier: MIT
 *
 * A program to its verdict. */
#ifndef CHECK_DECIDE_H
#define CHECK_DECIDE_H

#include "check/attempt.h"

/* Runs the method that the settings name, or for METHOD_AUTO several against
 * each other, and sends the first verdict that has evidence, or the best reason
 * why there is none.  `system` is that of the exact program. */
ExitCode decide(Checker *checker, const Snapshots *snapshots, System *system);

#endif
