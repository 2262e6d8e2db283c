/* SPDX-License-Identifier: MIT
 *
 * The text of --help. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "cli/options.h"

/* What Cutpoint is, how to begin, and where the rest is described. */
void help_overview(Text *out);
/* All that one command takes. */
void help_command(Text *out, CommandChoice command);

/* What stands for the option's value, or "". */
const char *help_argument(const OptRow *row);
/* What the option means. */
void help_meaning(Text *out, const OptRow *row);
/* What its value can be, if that is a list; else nothing. */
void help_choices(Text *out, const OptRow *row);

#endif
