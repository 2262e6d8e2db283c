/* SPDX-License-Identifier: MIT
 *
 * The command line, read by the tables in options.h. */
#include "cli/options.h"

#include "cli/spell.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- the tables ---- */

const OptRow opt_rows[] = {
#define X(kind, field, name, dflt, low, high, arg, group, users, help)         \
  {OPT_##kind, name, offsetof(Options, field), dflt, low, high, arg, group,    \
   users,      help},
    CLI_OPTIONS(X)
#undef X
        {0}};
enum { N_ROWS = sizeof opt_rows / sizeof *opt_rows - 1 };

const OptCommand opt_commands[COMMAND_COUNT] = {
#define X(command, word, about, usage) {word, about, usage},
    CLI_COMMANDS(X)
#undef X
};

const OptExample opt_examples[] = {
#define X(command, line, meaning) {COMMAND_##command, line, meaning},
    CLI_EXAMPLES(X)
#undef X
        {0}};

const char *const opt_group_titles[OPT_GROUPS] = {
#define X(group, title) [group] = title,
    CLI_GROUPS(X)
#undef X
};

typedef struct Meaning {
  CommandChoice command;
  const char *name;
  long dflt;
  const char *arg;
  const char *help;
} Meaning;

static const Meaning meanings[] = {
#define X(command, name, dflt, arg, help)                                      \
  {COMMAND_##command, name, dflt, arg, help},
    CLI_MEANINGS(X)
#undef X
};

OptRow opt_row_for(const OptRow *row, CommandChoice command) {
  require(command < COMMAND_COUNT);
  OptRow seen = *row;
  for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++) {
    const Meaning *meaning = &meanings[i];
    if (meaning->command != command || strcmp(meaning->name, row->name) != 0)
      continue;
    seen.dflt = meaning->dflt;
    seen.arg = meaning->arg;
    seen.help = meaning->help;
  }
  return seen;
}

static const char *const letters[][2] = {{"help", "h"}, {"version", "vV"}};

const char *opt_letters(const OptRow *row) {
  for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
    if (strcmp(letters[i][0], row->name) == 0) return letters[i][1];
  return "";
}

static bool is_used(const OptRow *row, CommandChoice command) {
  return row->users >> command & 1;
}

/* ---- values ---- */

static void set_number(Options *out, const OptRow *row, long value) {
  char *field = (char *)out + row->place;
  switch (row->kind) {
  case OPT_FLAG: *(bool *)field = value != 0; break;
  case OPT_NUMBER: *(long *)field = value; break;
  case OPT_CHOICE:
    require(value >= row->low && value <= row->high);
    *(int *)field = (int)value;
    break;
  case OPT_TEXT:
  case OPT_NAMES: *(const char **)field = NULL; break;
  }
}

static void suggest(Text *problem, const Spell *spell) {
  if (spell->best)
    text_printf(problem, "; did you mean %.*s?", (int)spell->best_n,
                spell->best);
}

/* The place of a word of n characters in a list with '|' between; -1: none. */
static long find_choice(const char *list, const char *word, size_t n) {
  long index = 0;
  for (const char *at = list;; index++) {
    size_t length = strcspn(at, "|");
    if (length == n && strncmp(at, word, n) == 0) return index;
    if (!at[length]) return -1;
    at += length + 1;
  }
}

static bool no_choice(const OptRow *row, const char *value, const char *word,
                      size_t n, Text *problem) {
  Spell spell = spell_start(word, n);
  spell_offer_list(&spell, row->arg);
  bool is_list = row->kind == OPT_NAMES;
  text_printf(problem, "--%s=%.100s: must be %s of ", row->name, value,
              is_list ? "some" : "one");
  for (const char *at = row->arg; *at; at++)
    text_char(problem, is_list && *at == '|' ? ',' : *at);
  suggest(problem, &spell);
  return false;
}

/* The value under its present name. */
static const char *present_name(const OptRow *row, const char *value) {
  static const char *const former[][3] = {
#define X(option, old, now) {option, old, now},
      CLI_FORMER_VALUES(X)
#undef X
  };
  for (size_t i = 0; i < sizeof former / sizeof *former; i++)
    if (strcmp(former[i][0], row->name) == 0 &&
        strcmp(former[i][1], value) == 0)
      return former[i][2];
  return value;
}

static bool set_choice(Options *out, const OptRow *row, const char *value,
                       Text *problem) {
  const char *name = present_name(row, value);
  long index = find_choice(row->arg, name, strlen(name));
  if (index < 0) return no_choice(row, value, value, strlen(value), problem);
  set_number(out, row, index);
  return true;
}

static bool check_names(const OptRow *row, const char *value, Text *problem) {
  for (const char *at = value;; at++) {
    size_t n = strcspn(at, ",");
    if (find_choice(row->arg, at, n) < 0)
      return no_choice(row, value, at, n, problem);
    at += n;
    if (!*at) return true;
  }
}

static bool set_checked_number(Options *out, const OptRow *row,
                               const char *value, Text *problem) {
  char *end;
  errno = 0;
  long number = strtol(value, &end, 10);
  if (!*value || *end || errno || number < row->low || number > row->high) {
    text_printf(problem, "--%s=%.100s: must be a whole number from %ld to %ld",
                row->name, value, row->low, row->high);
    return false;
  }
  set_number(out, row, number);
  return true;
}

static bool set_value(Options *out, const OptRow *row, const char *value,
                      Text *problem) {
  if (row->kind == OPT_NUMBER)
    return set_checked_number(out, row, value, problem);
  if (row->kind == OPT_CHOICE) return set_choice(out, row, value, problem);
  if (row->kind == OPT_NAMES && !check_names(row, value, problem)) return false;
  if (!*value) {
    text_printf(problem, "--%s= needs %s", row->name, row->arg);
    return false;
  }
  assert(row->kind == OPT_TEXT || row->kind == OPT_NAMES);
  *(const char **)((char *)out + row->place) = value;
  return true;
}

/* ---- arguments ---- */

static const OptRow *find_row(const char *name, size_t n) {
  for (int i = 0; i < N_ROWS; i++)
    if (strlen(opt_rows[i].name) == n &&
        strncmp(opt_rows[i].name, name, n) == 0)
      return &opt_rows[i];
  return NULL;
}

static const OptRow *find_letter(const char *argument) {
  for (int i = 0; i < N_ROWS; i++)
    if (argument[1] && !argument[2] &&
        strchr(opt_letters(&opt_rows[i]), argument[1]))
      return &opt_rows[i];
  return NULL;
}

/* The nearest option: of the command if there is one, else of another. */
static Spell spell_option(const char *word, size_t n, CommandChoice command) {
  Spell spell = spell_start(word, n);
  for (int others = 0; others < 2 && !spell.best; others++)
    for (int i = 0; i < N_ROWS; i++)
      if (is_used(&opt_rows[i], command) == !others)
        spell_offer(&spell, opt_rows[i].name, strlen(opt_rows[i].name));
  return spell;
}

static void suggest_option(Text *problem, const Spell *spell) {
  if (spell->best)
    text_printf(problem, "; did you mean --%.*s?", (int)spell->best_n,
                spell->best);
}

static bool unknown_option(const char *argument, CommandChoice command,
                           Text *problem) {
  const char *bare = argument + strspn(argument, "-");
  Spell spell = spell_option(bare, strcspn(bare, "="), command);
  text_printf(problem, "unknown option '%.100s'", argument);
  suggest_option(problem, &spell);
  text_printf(problem, " (cutpoint %s --help lists the options)",
              opt_commands[command].word);
  return false;
}

/* "check, scan and validate". */
static void list_users(Text *out, unsigned users) {
  for (int i = 0, n = 0; i < COMMAND_COUNT; i++) {
    if (!(users >> i & 1)) continue;
    text_printf(out, "%s%s",
                n == 0             ? ""
                : users >> (i + 1) ? ", "
                                   : " and ",
                opt_commands[i].word);
    n++;
  }
}

static bool unused_option(const OptRow *row, CommandChoice command,
                          Text *problem) {
  text_printf(problem, "--%s is not used by %s; it belongs to ", row->name,
              opt_commands[command].word);
  list_users(problem, row->users);
  return false;
}

/* One option, with its value in the same or the next argument; *used counts
 * the arguments taken, is_given[] the rows. */
static bool read_option(Options *out, char **argv, int left, int *used,
                        uint8_t *is_given, Text *problem) {
  const char *name = argv[0] + 2;
  bool is_long = argv[0][1] == '-';
  size_t n = strcspn(name, "=");
  assert(argv[0][0] == '-' && left > 0);
  const OptRow *row = is_long ? find_row(name, n) : find_letter(argv[0]);
  *used = 1;
  if (!row) return unknown_option(argv[0], out->command, problem);
  if (!is_used(row, out->command))
    return unused_option(row, out->command, problem);
  is_given[row - opt_rows] = 1;
  if (row->kind == OPT_FLAG) {
    if (is_long && name[n] == '=') {
      text_printf(problem, "--%s takes no value", row->name);
      return false;
    }
    set_number(out, row, 1);
    return true;
  }
  if (name[n] == '=') return set_value(out, row, name + n + 1, problem);
  if (left < 2 || strcmp(argv[1], "--") == 0) {
    text_printf(problem, "--%s needs a value: --%s=%s", row->name, row->name,
                row->arg);
    return false;
  }
  *used = 2;
  return set_value(out, row, argv[1], problem);
}

/* ---- the command ---- */

static CommandChoice find_command(const char *word) {
  int i = 0;
  while (i < COMMAND_COUNT && strcmp(word, opt_commands[i].word) != 0) i++;
  return (CommandChoice)i;
}

/* Can this be nothing but a word, for there is no such file? */
static bool is_no_file(const char *word) {
  return !strpbrk(word, "./") && access(word, F_OK) != 0;
}

/* The first word is no command: was it meant to be one? */
static bool check_first_word(const char *word, Text *problem) {
  Spell spell = spell_start(word, strlen(word));
  for (int i = 0; i < COMMAND_COUNT; i++)
    spell_offer(&spell, opt_commands[i].word, strlen(opt_commands[i].word));
  Spell option = spell_option(word, strlen(word), COMMAND_CHECK);
  if (!spell.best && !option.best) return true;
  text_printf(problem, "there is no command and no file '%s'", word);
  if (spell.best)
    suggest(problem, &spell);
  else
    suggest_option(problem, &option);
  return false;
}

/* Words that are taken for files, but were meant otherwise. */
static bool check_words(const Options *options, Text *problem) {
  for (uint32_t i = 0; i < options->n_files; i++) {
    const char *word = options->files[i];
    if (!is_no_file(word)) continue;
    if (find_command(word) != COMMAND_COUNT) {
      text_printf(problem,
                  "there is no file '%s'; a command comes first: "
                  "cutpoint %s ...",
                  word, word);
      return false;
    }
    if (i == 0 && options->is_bare && !check_first_word(word, problem))
      return false;
  }
  return true;
}

/* ---- presets ---- */

typedef struct PresetRow {
  PresetChoice preset;
  const char *option;
  long value;
} PresetRow;

/* [BCGKS09]: one edge a block, Cartesian, depth first; rule summary, Boolean.
 * [GCS11]: loop cutset, Boolean. */
static const PresetRow preset_rows[] = {
    {PRESET_BLAST, "blocks", 0},  {PRESET_BLAST, "abstraction", 1},
    {PRESET_BLAST, "search", 1},  {PRESET_BLAST, "seed", SEED_NONE},
    {PRESET_LBE, "blocks", 1},    {PRESET_LBE, "abstraction", 0},
    {PRESET_LBE, "search", 1},    {PRESET_LBE, "seed", SEED_NONE},
    {PRESET_CUTSET, "blocks", 2}, {PRESET_CUTSET, "abstraction", 3},
    {PRESET_CUTSET, "search", 0}, {PRESET_CUTSET, "seed", SEED_NONE},
};

/* What the preset says about options that the user did not give. */
static void apply_preset(Options *out, const uint8_t *is_given) {
  for (size_t i = 0; i < sizeof preset_rows / sizeof *preset_rows; i++) {
    const PresetRow *preset = &preset_rows[i];
    if ((int)preset->preset != out->preset) continue;
    const OptRow *row = find_row(preset->option, strlen(preset->option));
    require(row && row->kind == OPT_CHOICE);
    if (!is_given[row - opt_rows]) set_number(out, row, preset->value);
  }
}

/* "main" or "main:2". */
static bool check_log(const Options *options, Text *problem) {
  const char *log = options->log;
  if (!log) return true;
  size_t n = strlen(log);
  bool has_level = n == 6 && log[4] == ':' && log[5] >= '0' && log[5] <= '9';
  if (strncmp(log, "main", 4) == 0 && (n == 4 || has_level)) return true;
  text_printf(problem,
              "--log=%.100s: must be main:LEVEL, LEVEL from 0 to 9; only the "
              "stages of main are logged",
              log);
  return false;
}

/* What is wrong with a command line of scan; NULL: nothing. */
static const char *wrong_scan(const Options *options) {
  if (options->n_flags && options->compile_commands)
    return "--compile-commands and a build command exclude each other";
  if (options->cluster_options && !options->cluster)
    return "--cluster-options needs --cluster=slurm";
  return NULL;
}

static const char *wrong_paq(const Options *options, const uint8_t *is_given) {
  if (options->n_files == 0 || !options->out == !options->solve)
    return "try cutpoint paq --out=DIRECTORY FILE.c..., or cutpoint paq "
           "--solve --with=METHOD QUERY...";
  if (is_given[find_row("with", 4) - opt_rows] && !options->solve)
    return "--with needs --solve: queries are only made here";
  if (options->solve && (options->bits32 || options->bits64))
    return "--32 and --64 need --out: what a query means is in its file";
  if (options->solve && options->n_flags)
    return "compiler flags need --out: queries are not compiled";
  return NULL;
}

static const char *wrong_program(const Options *options) {
  if (options->spec && options->property)
    return "--spec and --property exclude each other";
  if (options->error_function && options->error_label)
    return "--error-function and --error-label exclude each other";
  if (options->dump_format && options->dump != STAGE_TS)
    return "--dump-format needs --dump=ts";
  if (options->dump == STAGE_TREE && options->engine != ENGINE_PREDICATE)
    return "--dump=tree needs --engine=predicate";
  if (options->draw_tree && options->engine != ENGINE_PREDICATE)
    return "--draw-tree needs --engine=predicate";
  if (options->command == COMMAND_VALIDATE && !options->witness)
    return "no witness; try cutpoint validate --witness=FILE.yml FILE.c";
  if (options->n_files == 0)
    return "no input file; try cutpoint FILE.c, or cutpoint --help";
  return NULL;
}

static bool check_together(const Options *options, const uint8_t *is_given,
                           Text *problem) {
  const char *wrong = NULL;
  if (options->bits32 && options->bits64)
    wrong = "--32 and --64 exclude each other";
  else if (options->command == COMMAND_SCAN)
    wrong = wrong_scan(options);
  else if (options->command == COMMAND_PAQ)
    wrong = wrong_paq(options, is_given);
  else
    wrong = wrong_program(options);
  if (wrong) text_add(problem, wrong);
  return !wrong && check_log(options, problem);
}

static void set_defaults(Options *out) {
  for (int i = 0; i < N_ROWS; i++) {
    OptRow row = opt_row_for(&opt_rows[i], out->command);
    set_number(out, &row, row.dflt);
  }
}

bool opt_parse(Options *out, int argc, char **argv, Text *problem) {
  require(argc > 0 && problem->n == 0);
  CommandChoice command = argc > 1 ? find_command(argv[1]) : COMMAND_COUNT;
  bool has_command = command != COMMAND_COUNT;
  *out = (Options){.command = has_command ? command : COMMAND_CHECK,
                   .is_bare = !has_command};
  set_defaults(out);
  uint8_t is_given[N_ROWS] = {0};
  int i = has_command ? 2 : 1, n_files = 0;
  for (int used = 1; i < argc && strcmp(argv[i], "--") != 0; i += used) {
    used = 1;
    if (argv[i][0] == '-' && argv[i][1]) {
      if (!read_option(out, argv + i, argc - i, &used, is_given, problem))
        return false;
      if (out->help || out->version) return true;
    } else {
      assert(1 + n_files <= i); /* only what was read is written over */
      argv[1 + n_files++] = argv[i];
    }
  }
  out->files = (const char *const *)argv + 1;
  out->n_files = (uint32_t)n_files;
  if (i < argc) {
    out->flags = (const char *const *)argv + i + 1;
    out->n_flags = (uint32_t)(argc - i - 1);
  }
  apply_preset(out, is_given);
  return check_words(out, problem) && check_together(out, is_given, problem);
}

/* ---- writing ---- */

void opt_quote(Text *out, const char *word) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                              "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=./,:+";
  bool bare = word[0] && word[strspn(word, plain)] == 0;
  if (!bare) text_char(out, '\'');
  for (const char *c = word; *c; c++)
    if (*c == '\'')
      text_add(out, "'\\''");
    else
      text_char(out, *c);
  if (!bare) text_char(out, '\'');
}

/* "--name=value"; nothing for a default. */
static void print_option(Text *out, const Options *options, const OptRow *row) {
  assert(out->n == 0);
  const char *field = (const char *)options + row->place;
  switch (row->kind) {
  case OPT_FLAG:
    if (*(const bool *)field) text_printf(out, "--%s", row->name);
    return;
  case OPT_NUMBER:
    if (*(const long *)field != row->dflt)
      text_printf(out, "--%s=%ld", row->name, *(const long *)field);
    return;
  case OPT_CHOICE: {
    int value = *(const int *)field;
    if (value == row->dflt) return;
    const char *word = row->arg;
    for (int i = 0; i < value; i++) word += strcspn(word, "|") + 1;
    text_printf(out, "--%s=%.*s", row->name, (int)strcspn(word, "|"), word);
    return;
  }
  case OPT_TEXT:
  case OPT_NAMES: {
    const char *value = *(const char *const *)field;
    if (value) text_printf(out, "--%s=%s", row->name, value);
    return;
  }
  }
}

void opt_print(Text *out, const Options *options) {
  Text word;
  text_init(&word, out->mem);
  for (int i = 0; i < N_ROWS; i++) {
    OptRow row = opt_row_for(&opt_rows[i], options->command);
    text_clear(&word);
    print_option(&word, options, &row);
    if (!word.n) continue;
    text_char(out, ' ');
    opt_quote(out, text_get(&word));
  }
  text_done(&word);
}

int opt_bits(const Options *options) {
  return options->bits32 ? 32 : 64;
}

uint32_t opt_cores(const Options *options) {
  if (options->cores) return (uint32_t)options->cores;
  long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 ? (uint32_t)online : 1;
}

int opt_log_level(const Options *options) {
  const char *log = options->log;
  if (!log) return 0;
  int level = log[4] ? log[5] - '0' : 1;
  assert(level >= 0 && level <= 9);
  return level;
}
