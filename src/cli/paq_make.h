/* SPDX-License-Identifier: MIT
 *
 * The worker of `cutpoint paq --out`. */
#ifndef CLI_PAQ_MAKE_H
#define CLI_PAQ_MAKE_H

#include "cli/options.h"
#include "process/supervise.h"

typedef struct PaqMake {
  const Options *options;
  const char *file;
  const char *directory;
  uint32_t least_predicates; /* queries with fewer are not written */
} PaqMake;

/* Writes the queries of one file; sends their number so far as SUP_BODY. */
ExitCode paq_make(const SupLink *link, void *order);

#endif
