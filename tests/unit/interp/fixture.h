/* SPDX-License-Identifier: MIT
 *
 * A program given as text, and runs of it. */
#ifndef UNIT_INTERP_FIXTURE_H
#define UNIT_INTERP_FIXTURE_H

#include "interp/interp.h"
#include "unit/unit.h"

typedef struct Fixture {
  Mem mem;
  Program *p;
  Interp *run;
  Text said; /* by the program, or about the result */
} Fixture;

/* Parses and validates the text. */
void fixture_init(Fixture *x, const char *text, InterpOptions options);
void fixture_done(Fixture *x);
/* Checks the result of a run, in words. */
void expect_with(const char *text, InterpOptions options,
                 const uint64_t *values, uint32_t n, const char *want);
void expect(const char *text, const char *want);

#endif
