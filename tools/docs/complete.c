/* SPDX-License-Identifier: MIT
 *
 * Pieces of completions for bash, zsh and fish. */
#include "docs/docs.h"

#include "cli/help.h"

/* ---- what can stand behind an option ---- */

typedef enum Value {
  VALUE_NONE, /* it takes none */
  VALUE_WORD, /* one of the argument's list */
  VALUE_LIST, /* some of it, with commas between */
  VALUE_FILE,
  VALUE_DIRECTORY,
  VALUE_OTHER /* nothing that could be offered */
} Value;

static Value value_of(const OptRow *row) {
  switch (row->kind) {
  case OPT_FLAG: return VALUE_NONE;
  case OPT_CHOICE: return VALUE_WORD;
  case OPT_NAMES: return VALUE_LIST;
  case OPT_NUMBER: return strchr(row->arg, '|') ? VALUE_WORD : VALUE_OTHER;
  case OPT_TEXT: break;
  }
  if (text_starts_with(row->arg, "FILE")) return VALUE_FILE;
  return strcmp(row->arg, "DIRECTORY") == 0 ? VALUE_DIRECTORY : VALUE_OTHER;
}

/* The usual end of the file's name, or "". */
static const char *ending_of(const OptRow *row) {
  const char *dot = strchr(row->arg, '.');
  return dot ? dot + 1 : "";
}

/* The list with blanks between. */
static void add_list(Text *out, const OptRow *row) {
  for (const char *at = row->arg; *at; at++)
    text_char(out, *at == '|' ? ' ' : *at);
}

static bool is_of(const OptRow *row, CommandChoice command) {
  return row->users >> command & 1;
}

/* ---- bash ---- */

void docs_bash_options(Text *out, CommandChoice command) {
  text_printf(out, "    %s) echo '", opt_commands[command].word);
  const char *blank = "";
  for (const OptRow *row = opt_rows; row->name; row++) {
    if (!is_of(row, command)) continue;
    text_printf(out, "%s--%s%s", blank, row->name,
                row->kind == OPT_FLAG ? "" : "=");
    blank = " ";
  }
  text_add(out, "' ;;\n");
}

/* A case of options with the same value. */
static void add_bash_value(Text *out, const OptRow *row) {
  Value value = value_of(row);
  if (value == VALUE_NONE) return;
  text_printf(out, "    --%s) echo '", row->name);
  switch (value) {
  case VALUE_NONE: break;
  case VALUE_WORD: text_add(out, "word "), add_list(out, row); break;
  case VALUE_LIST: text_add(out, "list "), add_list(out, row); break;
  case VALUE_FILE: text_printf(out, "file %s", ending_of(row)); break;
  case VALUE_DIRECTORY: text_add(out, "directory"); break;
  case VALUE_OTHER: text_add(out, "other"); break;
  }
  text_add(out, "' ;;\n");
}

/* Values are the same for all commands: each is told with its first. */
void docs_bash_values(Text *out, CommandChoice command) {
  for (const OptRow *row = opt_rows; row->name; row++)
    if (is_of(row, command) && !(row->users & ((1u << command) - 1)))
      add_bash_value(out, row);
}

/* ---- zsh ---- */

/* Inside '...', where some characters need a backslash. */
static void add_quoted(Text *out, const char *words, const char *special) {
  for (; *words; words++) {
    if (*words == '\'')
      text_add(out, "'\\''");
    else if (strchr(special, *words))
      text_printf(out, "\\%c", *words);
    else
      text_char(out, *words);
  }
}

static void add_zsh_value(Text *out, const OptRow *row) {
  Value value = value_of(row);
  if (value == VALUE_NONE) return;
  text_char(out, ':');
  add_quoted(out, help_argument(row), ":");
  text_char(out, ':');
  switch (value) {
  case VALUE_NONE:
  case VALUE_OTHER: text_char(out, ' '); break;
  case VALUE_WORD:
    text_char(out, '('), add_list(out, row), text_char(out, ')');
    break;
  case VALUE_LIST:
    text_add(out, "_values -s , name "), add_list(out, row);
    break;
  case VALUE_DIRECTORY: text_add(out, "_directories"); break;
  case VALUE_FILE:
    text_add(out, "_files");
    if (*ending_of(row)) text_printf(out, " -g \"*.%s\"", ending_of(row));
    break;
  }
}

static void add_zsh_option(Text *out, const char *option, const OptRow *row) {
  text_printf(out, "        '%s%s[", option, row->kind == OPT_FLAG ? "" : "=");
  add_quoted(out, row->help, "[]:\\");
  text_char(out, ']');
  add_zsh_value(out, row);
  text_add(out, "'\n");
}

void docs_zsh_command(Text *out, CommandChoice command) {
  text_printf(out, "      '%s:", opt_commands[command].word);
  add_quoted(out, opt_commands[command].about, ":\\");
  text_add(out, "'\n");
}

void docs_zsh_options(Text *out, CommandChoice command) {
  for (const OptRow *row = opt_rows; row->name; row++) {
    if (!is_of(row, command)) continue;
    OptRow seen = opt_row_for(row, command);
    char option[80];
    for (const char *letter = opt_letters(row); *letter; letter++) {
      snprintf(option, sizeof option, "-%c", *letter);
      add_zsh_option(out, option, &seen);
    }
    snprintf(option, sizeof option, "--%s", row->name);
    add_zsh_option(out, option, &seen);
  }
}

/* ---- fish ---- */

static void add_fish_value(Text *out, const OptRow *row) {
  switch (value_of(row)) {
  case VALUE_NONE: break;
  case VALUE_WORD:
    text_add(out, " -x -a '"), add_list(out, row), text_char(out, '\'');
    break;
  case VALUE_LIST:
    text_add(out, " -x -a '(__fish_append , "), add_list(out, row);
    text_add(out, ")'");
    break;
  case VALUE_DIRECTORY:
    text_add(out, " -x -a '(__fish_complete_directories)'");
    break;
  case VALUE_FILE: text_add(out, " -r -F"); break;
  case VALUE_OTHER: text_add(out, " -x"); break;
  }
}

void docs_fish_command(Text *out, CommandChoice command) {
  text_printf(out, "complete -c cutpoint -n __fish_is_first_arg -a %s -d '",
              opt_commands[command].word);
  add_quoted(out, opt_commands[command].about, "\\");
  text_add(out, "'\n");
}

void docs_fish_options(Text *out, CommandChoice command) {
  for (const OptRow *row = opt_rows; row->name; row++) {
    if (!is_of(row, command)) continue;
    OptRow seen = opt_row_for(row, command);
    text_printf(out, "complete -c cutpoint -n '__cutpoint_is %s'",
                opt_commands[command].word);
    for (const char *letter = opt_letters(row); *letter; letter++)
      text_printf(out, " -s %c", *letter);
    text_printf(out, " -l %s", row->name);
    add_fish_value(out, &seen);
    text_add(out, " -d '");
    add_quoted(out, seen.help, "\\");
    text_add(out, "'\n");
  }
}
