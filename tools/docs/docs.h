/* SPDX-License-Identifier: MIT
 *
 * What the tables of options say, written for manual pages and for shells. */
#ifndef DOCS_DOCS_H
#define DOCS_DOCS_H

#include "cli/options.h"

/* Adds lines about one command.  man: */
void docs_synopsis(Text *out, CommandChoice command);
void docs_options(Text *out, CommandChoice command);
void docs_examples(Text *out, CommandChoice command);
/* bash: cases of the commands' options, and of what their values are. */
void docs_bash_options(Text *out, CommandChoice command);
void docs_bash_values(Text *out, CommandChoice command);
/* zsh: a word of _describe, and arguments of _arguments. */
void docs_zsh_command(Text *out, CommandChoice command);
void docs_zsh_options(Text *out, CommandChoice command);
/* fish: calls of complete. */
void docs_fish_command(Text *out, CommandChoice command);
void docs_fish_options(Text *out, CommandChoice command);

#endif
