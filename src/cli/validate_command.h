/* SPDX-License-Identifier: MIT
 *
 * `cutpoint validate`: is a witness right? */
#ifndef CLI_VALIDATE_COMMAND_H
#define CLI_VALIDATE_COMMAND_H

#include "cli/pipeline.h"
#include "process/supervise.h"

/* Reads order->options->witness, checks it against the program and the property
 * of the order, and prints the result. */
ExitCode validate_command(const PipelineOrder *order, const SupLimits *limits,
                          Mem *mem);

#endif
