/* SPDX-License-Identifier: MIT
 *
 * The way of the data, stage by stage. */
#ifndef CLI_PIPELINE_H
#define CLI_PIPELINE_H

#include "check/run.h"

/* Runs all stages; `order` is a RunOrder.  The verdict goes over the link. */
ExitCode pipeline_run(const SupLink *link, void *order);

#endif
