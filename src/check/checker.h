/* SPDX-License-Identifier: MIT
 *
 * What all attempts at one program share: the settings, the property, the
 * files it was read from.  Nothing here depends on which attempt it is, but
 * the counters that go on over all of them. */
#ifndef CHECK_CHECKER_H
#define CHECK_CHECKER_H

#include "check/monitor/monitor.h"
#include "check/settings.h"
#include "frontend/clang/clang.h"
#include "ir/property.h"
#include "process/board.h"
#include "process/permits.h"

typedef struct Checker {
  Mem *mem;
  const Settings *settings;
  const Property *property;
  const FeFiles *files; /* the modules */
  RepRun report;        /* what reports start from: files, version, ... */
  const char *temp_dir;
  Monitor *monitor;
  TermStore *store; /* of all systems in this process */
  SmtPool *pool;    /* of all solvers, likewise; or NULL */
  Budget budget;
  EngineStats stats;    /* of all engines that ran in this process */
  uint64_t n_checks;    /* of all solvers, for injected faults */
  RepProgress progress; /* line on a terminal */
  const char *row;      /* at work in this process; "" none yet */
  Share share;          /* to work beside other questions, this process has a
                           permit of it */
  Board *board;         /* where other questions tell facts; or NULL */
  char nearly[240];     /* the fact that lasted longest without being shown to
                           be an invariant; or "" */
} Checker;

/* How engines are run. */
EngineOptions checker_engine(Checker *checker);
/* Whom a fact that nearly is an invariant is told to. */
typedef struct Listener {
  Checker *checker;
  const Program *program;
  const Ts *ts;
} Listener;
/* EngineOptions.nearly; the context is a Listener. */
void checker_note_nearly(void *context, TsLoc loc, Term fact);
/* How the program under check is compiled to run. */
FeCompile checker_native(const Checker *checker, const Program *program);

#endif
