/* SPDX-License-Identifier: MIT
 *
 * What stays of an outcome: files, and the report that the supervisor gets. */
#ifndef CHECK_ARTIFACTS_H
#define CHECK_ARTIFACTS_H

#include "check/attempt.h"

/* Writes all files asked for that the outcome's evidence gives: --draw-tree,
 * --harness, --certificate, --witness.  A proof whose certificate cannot be
 * written becomes unknown.  `exact` is the program that places refer to. */
void artifacts_write(Checker *checker, Outcome *outcome, const Program *exact);
/* Renders the report and sends it, with the verdict last. */
ExitCode artifacts_send(Checker *checker, const Outcome *outcome,
                        const Program *exact);
/* The same for a run that ends before there is anything to attempt; `program`
 * may be NULL. */
ExitCode artifacts_send_end(Checker *checker, const Program *program,
                            ExitCode code, Cause cause, const char *format, ...)
    BASE_PRINTF(5, 6);

/* A verdict as bytes for the channel, and back; strings point into `text`,
 * which is changed.  False when it is not one. */
void verdict_pack(Text *out, const Verdict *verdict);
BASE_MUST_USE bool verdict_unpack(Verdict *out, Text *text);

#endif
