/* SPDX-License-Identifier: MIT
 *
 * `cutpoint scan`: the command around the room scan. */
#ifndef CLI_SCAN_COMMAND_H
#define CLI_SCAN_COMMAND_H

#include "cli/options.h"
#include "scan/checker.h"

/* Scans under supervision, `engine` decides, and prints what is known at its
 * end, however the scan ended.  `memory` is the limit of all processes. */
ExitCode scan_command(const Options *options, const ScanEngine *engine,
                      const char *version, const char *commit, uint64_t memory,
                      Mem *mem);

#endif
