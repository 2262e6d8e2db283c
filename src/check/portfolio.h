/* SPDX-License-Identifier: MIT
 *
 * Which engines run, in which processes, for how long. */
#ifndef CHECK_PORTFOLIO_H
#define CHECK_PORTFOLIO_H

#include "check/judge.h"

/* Runs the engine the user named, or for --engine=auto several against each
 * other, and ends the run with the first verdict that has evidence, or with the
 * best reason why there is none.  Always false, as run_conclude. */
bool portfolio_decide(Judge *judge, Run *run);

#endif
