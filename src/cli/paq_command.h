/* SPDX-License-Identifier: MIT
 *
 * `cutpoint paq`: abstraction queries from C code, and their solution. */
#ifndef CLI_PAQ_COMMAND_H
#define CLI_PAQ_COMMAND_H

#include "cli/options.h"

/* --out=DIR FILE...: one file for each query, DIR/NAME-FUNCTION-EDGE.smt2.
 * --solve QUERY...: one line for each. */
ExitCode paq_command(const Options *options, Mem *mem);

#endif
