/* SPDX-License-Identifier: MIT
 *
 * Which engines run, in which order, for how long. */
#ifndef MAIN_PORTFOLIO_H
#define MAIN_PORTFOLIO_H

#include "engine/engine.h"
#include "main/options.h"

/* Runs the engine the user named, or for --engine=auto several in turn, until
 * one claims something or the budget ends.  `result` is initialised by the
 * caller; *name is the engine that spoke last. */
void portfolio_run(Ts *ts, const Options *options,
                   EngineOptions *engine_options, Budget *budget,
                   EngineResult *result, EngineStats *stats, const char **name);

#endif
