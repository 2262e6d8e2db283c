/* SPDX-License-Identifier: MIT
 *
 * From the command line to the settings of a check. */
#ifndef CLI_SETTINGS_H
#define CLI_SETTINGS_H

#include "check/settings.h"
#include "cli/options.h"

/* Strings are the options'. */
Settings settings_from(const Options *options);

#endif
