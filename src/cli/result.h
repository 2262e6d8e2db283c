/* SPDX-License-Identifier: MIT
 *
 * What the user gets: the verdict with all that belongs to it, and the exit
 * code. */
#ifndef CLI_RESULT_H
#define CLI_RESULT_H

#include "cli/pipeline.h"
#include "process/supervise.h"
#include "report/report.h"

/* Unknown, for this reason. */
Verdict result_unknown(ExitCode code, const char *reason);
/* The verdict of a worker that could not say one itself; `words` holds it. */
Verdict result_of_end(const SupResult *result, const SupLimits *limits,
                      Text *words);
/* Says where the temporary files of a run are, if they were to be kept. */
void result_note_temp(const SupResult *result, const SupLimits *limits);
/* Writes it to stdout; gives the code, or EXIT_USAGE and a message where that
 * cannot be written to. */
BASE_MUST_USE ExitCode result_print(const Text *out, ExitCode code);
/* Prints the result once and gives the exit code. */
ExitCode result_report(SupResult *result, const SupLimits *limits,
                       const PipelineOrder *order, Mem *mem);
/* The same with another verdict than the worker's. */
ExitCode result_report_as(SupResult *result, const PipelineOrder *order,
                          const Verdict *verdict, Mem *mem);

#endif
