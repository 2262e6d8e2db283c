/* SPDX-License-Identifier: MIT
 *
 * Witnesses in the YAML format 2.0: what a validator needs to find the error
 * again, or to redo the proof. */
#ifndef WITNESS_WRITE_H
#define WITNESS_WRITE_H

#include "ir/property.h"
#include "report/report.h"

typedef struct WitOutput {
  const RepRun *run; /* files, data model, version, counterexample */
  const Property *property;
  const char *time; /* "2026-11-15T07:05:00Z" */
} WitOutput;

/* A violation witness when there is a counterexample, else a correctness
 * witness. */
void wit_write(Text *out, const WitOutput *witness);

/* "G ! call(reach_error())", a line for each property. */
void wit_specification(Text *out, const Property *property);

#endif
