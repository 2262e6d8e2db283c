/* SPDX-License-Identifier: MIT
 *
 * The way of the data, stage by stage. */
#ifndef CLI_PIPELINE_H
#define CLI_PIPELINE_H

#include "ask/ask.h"
#include "cli/options.h"
#include "ir/property.h"
#include "process/supervise.h"
#include "report/report.h"
#include "witness/witness.h"

/* What the worker is given by the process the user started. */
typedef struct PipelineOrder {
  const Options *options;
  const Property *property; /* what all questions share */
  AskPlan plan;             /* the questions */
  RepRun report;            /* what reports start from */
  const Witness *witness;   /* whose conditions must do no more than look, once
                               the program is read; or NULL */
} PipelineOrder;

/* Runs all stages; `order` is a PipelineOrder.  The verdict goes over the
 * link. */
ExitCode pipeline_run(const SupLink *link, void *order);

#endif
