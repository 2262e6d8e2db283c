/* SPDX-License-Identifier: MIT
 *
 * Pieces of manual pages, for the macros of man(7). */
#include "docs/docs.h"

#include "cli/help.h"

/* Text that roff prints as it is. */
static void add_plain(Text *out, const char *text, size_t n) {
  for (size_t i = 0; i < n; i++) {
    bool starts_line = out->n == 0 || out->text[out->n - 1] == '\n';
    if (starts_line && (text[i] == '.' || text[i] == '\''))
      text_add(out, "\\&");
    if (text[i] == '-')
      text_add(out, "\\-");
    else if (text[i] == '\\')
      text_add(out, "\\e");
    else
      text_char(out, text[i]);
  }
}

static void add_words(Text *out, const char *words) {
  add_plain(out, words, strlen(words));
}

/* "cutpoint scan [OPTION]... PATH...": what is typed as it stands is bold,
 * what stands for something else (capitals) in italics. */
static void add_usage(Text *out, const char *line, size_t n) {
  for (size_t i = 0; i < n;) {
    size_t length = 1;
    bool is_name = line[i] >= 'A' && line[i] <= 'Z';
    bool is_typed = (line[i] >= 'a' && line[i] <= 'z') || line[i] == '-';
    if (is_name || is_typed)
      while (i + length < n && !strchr(" =[].", line[i + length])) length++;
    if (is_name || is_typed) text_add(out, is_name ? "\\fI" : "\\fB");
    add_plain(out, line + i, length);
    if (is_name || is_typed) text_add(out, "\\fR");
    i += length;
  }
}

void docs_synopsis(Text *out, CommandChoice command) {
  const char *usage = opt_commands[command].usage;
  for (const char *at = usage; *at; at += *at == '\n') {
    size_t n = strcspn(at, "\n");
    if (at != usage) text_add(out, ".br\n");
    add_usage(out, at, n);
    text_char(out, '\n');
    at += n;
  }
}

static void add_option(Text *out, const OptRow *row) {
  const char *argument = help_argument(row);
  Text choices;
  text_init(&choices, out->mem);
  text_add(out, ".TP\n");
  for (const char *letter = opt_letters(row); *letter; letter++)
    text_printf(out, "\\fB\\-%c\\fR, ", *letter);
  text_add(out, "\\fB\\-\\-");
  add_words(out, row->name);
  text_add(out, *argument ? "\\fR=\\fI" : "\\fR");
  add_words(out, argument);
  text_add(out, *argument ? "\\fR\n" : "\n");
  help_meaning(&choices, row);
  add_words(out, text_get(&choices));
  text_add(out, ".\n");
  text_clear(&choices);
  help_choices(&choices, row);
  if (choices.n) {
    text_add(out, ".br\n");
    add_words(out, text_get(&choices));
    text_add(out, ".\n");
  }
  text_done(&choices);
}

void docs_options(Text *out, CommandChoice command) {
  for (int group = 0; group < OPT_GROUPS; group++) {
    size_t title = out->n;
    text_printf(out, ".SS \"%s\"\n", opt_group_titles[group]);
    size_t start = out->n;
    for (const OptRow *row = opt_rows; row->name; row++) {
      OptRow seen = opt_row_for(row, command);
      if ((int)row->group == group && row->users >> command & 1)
        add_option(out, &seen);
    }
    if (out->n == start) text_cut(out, title);
  }
}

void docs_examples(Text *out, CommandChoice command) {
  for (const OptExample *at = opt_examples; at->line; at++) {
    if (at->command != command) continue;
    text_add(out, ".TP\n\\fB");
    add_words(out, at->line);
    text_add(out, "\\fR\n");
    add_words(out, at->meaning);
    text_char(out, '\n');
  }
}
