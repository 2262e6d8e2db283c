/* SPDX-License-Identifier: MIT
 *
 * Help for a terminal of 80 columns, from the tables of options.h. */
#include "cli/help.h"

enum { WIDTH = 79, OPTION_COLUMN = 28, EXAMPLE_COLUMN = 44 };

/* ---- columns ---- */

static size_t column(const Text *out) {
  const char *text = text_get(out);
  size_t start = out->n;
  while (start > 0 && text[start - 1] != '\n') start--;
  return out->n - start;
}

/* Goes on at a column: on this line, or the next if that is too far. */
static void go_to(Text *out, size_t at) {
  if (column(out) >= at) text_char(out, '\n');
  while (column(out) < at) text_char(out, ' ');
}

/* Words, broken into lines that all start at the same column. */
static void flow(Text *out, size_t at, const char *words) {
  assert(at < WIDTH);
  go_to(out, at);
  while (*words) {
    size_t n = strcspn(words, " ");
    if (column(out) > at && column(out) + 1 + n > WIDTH)
      go_to(out, at);
    else if (column(out) > at)
      text_char(out, ' ');
    text_add_n(out, words, n);
    words += n;
    words += *words == ' ';
  }
}

/* ---- options ---- */

/* "WORD: auto, pdr; default auto". */
void help_choices(Text *out, const OptRow *row) {
  if (row->kind != OPT_CHOICE && row->kind != OPT_NAMES) return;
  text_add(out, row->kind == OPT_CHOICE ? "WORD: " : "NAME: ");
  const char *chosen = row->arg;
  long index = 0;
  for (const char *at = row->arg;; index++) {
    size_t n = strcspn(at, "|");
    if (index == row->dflt) chosen = at;
    text_add_n(out, at, n);
    if (!at[n]) break;
    text_add(out, ", ");
    at += n + 1;
  }
  assert(row->kind == OPT_NAMES || index == row->high);
  if (row->kind == OPT_CHOICE)
    text_printf(out, "; default %.*s", (int)strcspn(chosen, "|"), chosen);
}

void help_meaning(Text *out, const OptRow *row) {
  text_add(out, row->help);
  if (row->kind == OPT_NUMBER && row->dflt)
    text_printf(out, "; default %ld", row->dflt);
}

const char *help_argument(const OptRow *row) {
  return row->kind == OPT_CHOICE  ? "WORD"
         : row->kind == OPT_NAMES ? "NAME,..."
                                  : row->arg;
}

static void add_option(Text *out, const OptRow *row) {
  const char *argument = help_argument(row);
  Text words;
  text_init(&words, out->mem);
  text_add(out, "  ");
  for (const char *letter = opt_letters(row); *letter; letter++)
    text_printf(out, "-%c, ", *letter);
  text_printf(out, "--%s%s%s", row->name, *argument ? "=" : "", argument);
  help_meaning(&words, row);
  flow(out, OPTION_COLUMN, text_get(&words));
  text_clear(&words);
  help_choices(&words, row);
  if (words.n) flow(out, OPTION_COLUMN, text_get(&words));
  text_char(out, '\n');
  text_done(&words);
}

/* ---- what comes before and behind ---- */

static void add_usage(Text *out, CommandChoice command) {
  for (const char *at = opt_commands[command].usage; *at; at += *at == '\n') {
    size_t n = strcspn(at, "\n");
    text_printf(out, "  %.*s\n", (int)n, at);
    at += n;
  }
}

static void add_examples(Text *out, unsigned commands) {
  text_add(out, "\nExamples:\n");
  for (const OptExample *at = opt_examples; at->line; at++) {
    if (!(commands >> at->command & 1)) continue;
    text_printf(out, "  %s", at->line);
    flow(out, EXAMPLE_COLUMN, at->meaning);
    text_char(out, '\n');
  }
}

static const char verdicts[] =
    "\n"
    "The last line of the output is VERDICT: true, VERDICT: false(PROPERTY) or\n"
    "VERDICT: unknown (REASON); the exit code says the same:\n"
    "  0 proved, 10 violated, 5 unknown, 124 timeout,\n"
    "  1 wrong usage, 2 the program cannot be read, 6 internal error\n";

static const char paq_ends[] =
    "\n"
    "The exit code is 0; 2 when not all queries of a file could be made;\n"
    "1 wrong usage, 5 interrupted.\n";

/* ---- the whole ---- */

static const char *const most_used[] = {
    "property", "spec",   "32",     "timeout", "memory",
    "cores",    "engine", "report", "witness", "format"};

void help_overview(Text *out) {
  text_add(out, "Cutpoint checks C programs: can this error happen?  It proves "
                "its answer: true\n"
                "comes with loop invariants, false with inputs that make the "
                "program fail.\n\n");
  for (int i = 0; i < COMMAND_COUNT; i++) add_usage(out, (CommandChoice)i);
  add_examples(out, FOR_ALL);
  text_add(out, "\nThe options used most (of check):\n");
  for (size_t i = 0; i < sizeof most_used / sizeof *most_used; i++)
    for (const OptRow *row = opt_rows; row->name; row++)
      if (strcmp(row->name, most_used[i]) == 0) add_option(out, row);
  text_add(out, "\nFILE is C (.c), preprocessed C (.i), LLVM assembly (.ll) or "
                "bitcode (.bc).\n"
                "CFLAGs are for the compiler.\n");
  text_add(out, verdicts);
  text_add(out, "\nAll options of a command: cutpoint COMMAND --help, where "
                "COMMAND is\n");
  for (int i = 0; i < COMMAND_COUNT; i++) {
    text_printf(out, "  %s", opt_commands[i].word);
    flow(out, 12, opt_commands[i].about);
    text_char(out, '\n');
  }
  text_add(out, "Manual: man cutpoint\n");
}

static bool has_group(CommandChoice command, OptGroup group) {
  for (const OptRow *row = opt_rows; row->name; row++)
    if (row->group == group && row->users >> command & 1) return true;
  return false;
}

void help_command(Text *out, CommandChoice command) {
  require(command < COMMAND_COUNT);
  const OptCommand *about = &opt_commands[command];
  text_printf(out, "cutpoint %s: %s\n\n", about->word, about->about);
  add_usage(out, command);
  add_examples(out, 1u << command);
  for (int group = 0; group < OPT_GROUPS; group++) {
    if (!has_group(command, (OptGroup)group)) continue;
    text_printf(out, "\n%s:\n", opt_group_titles[group]);
    for (const OptRow *row = opt_rows; row->name; row++) {
      OptRow seen = opt_row_for(row, command);
      if ((int)row->group == group && row->users >> command & 1)
        add_option(out, &seen);
    }
  }
  text_add(out, command == COMMAND_PAQ ? paq_ends : verdicts);
  text_printf(out, "\nManual: man cutpoint%s%s\n",
              command == COMMAND_CHECK ? "" : "-",
              command == COMMAND_CHECK ? "" : about->word);
}
