/* SPDX-License-Identifier: MIT
 *
 * Model-based testing: random sequences of calls that are recorded as text,
 * replayed, and shrunk when they fail.  A tester is a `TraceKind`. */
#ifndef TESTS_TRACE_H
#define TESTS_TRACE_H

#include "base/base.h"

typedef struct TraceStep {
  uint32_t op; /* index into the kind's names */
  uint32_t a, b, c;
} TraceStep;

#define TRACE_SETTINGS 2

typedef struct Trace Trace;

typedef struct TraceKind {
  const char *title;      /* first word of the text */
  const char *const *ops; /* [0..n_ops[ names */
  uint32_t n_ops;
  /* Fill in settings and steps. */
  void (*make)(Trace *trace, Mem *mem, Rng *rng);
  /* Can these settings be carried out? */
  bool (*allows)(const uint32_t *settings);
  /* Carry it out, in a process of its own; die or abort when it fails. */
  void (*carry_out)(const Trace *trace);
} TraceKind;

struct Trace {
  const TraceKind *kind;
  uint32_t settings[TRACE_SETTINGS];
  Vec(TraceStep) steps;
};

void trace_random(Trace *trace, const TraceKind *kind, Mem *mem, uint64_t seed);
void trace_print(Text *out, const Trace *trace);
/* False: no trace of this kind. */
BASE_MUST_USE bool trace_parse(Trace *trace, const TraceKind *kind, Mem *mem,
                               const char *text);
void trace_done(Trace *trace, Mem *mem);
/* Carry out in a child process; true: it did not fail.  The child's messages
 * go to stderr, or nowhere. */
typedef enum TraceNoise { TRACE_LOUD, TRACE_QUIET } TraceNoise;
BASE_MUST_USE bool trace_run(const Trace *trace, TraceNoise noise);
/* Make a failing trace as short as possible by leaving out steps. */
void trace_shrink(Trace *trace);

/* Random traces of the seeds from 1 on, until the time is over; the first seed
 * that fails, or 0. */
uint64_t trace_try(const TraceKind *kind, uint64_t seeds, double seconds);
/* The whole of a command-line tester:
 *   [--seconds=N] [--seed=N] [--out=FILE]   random traces until one fails
 *   --replay=FILE, --shrink=FILE            a recorded one
 * Exit code 1: something failed. */
int trace_main(const TraceKind *kind, int argc, char **argv);

#endif
