/* SPDX-License-Identifier: MIT
 *
 * The command line, read by the table in options.h. */
#include "cli/options.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

typedef enum OptKind { KIND_FLAG, KIND_NUMBER, KIND_TEXT, KIND_CHOICE } OptKind;

typedef struct OptRow {
  OptKind kind;
  const char *name;
  size_t place; /* of the field in Options */
  long dflt, low, high;
  const char *arg;
  OptGroup group;
  const char *help;
} OptRow;

static const OptRow rows[] = {
#define X(kind, field, name, dflt, low, high, arg, group, help)                \
  {KIND_##kind, name, offsetof(Options, field), dflt, low, high, arg,          \
   group,       help},
    MAIN_OPTIONS(X)
#undef X
};
enum { N_ROWS = sizeof rows / sizeof *rows };

static void set_number(Options *out, const OptRow *row, long value) {
  char *field = (char *)out + row->place;
  switch (row->kind) {
  case KIND_FLAG: *(bool *)field = value != 0; break;
  case KIND_NUMBER: *(long *)field = value; break;
  case KIND_CHOICE: *(int *)field = (int)value; break;
  case KIND_TEXT: *(const char **)field = NULL; break;
  }
}

/* ---- the nearest name, for those who mistype ---- */

enum { LONGEST_NAME = 31 };

/* Edit distance of two short texts, by the usual table, one row at a time. */
static unsigned distance(const char *a, const char *b) {
  unsigned row[LONGEST_NAME + 1];
  size_t n = strlen(b);
  assert(n <= LONGEST_NAME);
  for (size_t j = 0; j <= n; j++) row[j] = (unsigned)j;
  for (unsigned i = 1; *a; a++, i++) {
    unsigned diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= n; j++) {
      unsigned best = diagonal + (*a != b[j - 1]);
      if (row[j] + 1 < best) best = row[j] + 1;
      if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
      diagonal = row[j];
      row[j] = best;
    }
  }
  return row[n];
}

static const char *nearest(const char *name) {
  const char *best = NULL;
  unsigned best_distance = 4;
  if (strlen(name) > LONGEST_NAME) return NULL;
  for (int i = 0; i < N_ROWS; i++) {
    unsigned d = distance(name, rows[i].name);
    if (d < best_distance) {
      best = rows[i].name;
      best_distance = d;
    }
  }
  return best;
}

/* ---- values ---- */

static bool set_choice(Options *out, const OptRow *row, const char *value,
                       Text *problem) {
  size_t length = strlen(value);
  long index = 0;
  for (const char *at = row->arg;; index++) {
    size_t n = strcspn(at, "|");
    if (n == length && strncmp(at, value, n) == 0) {
      set_number(out, row, index);
      return true;
    }
    if (!at[n]) break;
    at += n + 1;
  }
  text_printf(problem, "--%s=%.100s: must be one of %s", row->name, value,
              row->arg);
  return false;
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
  if (row->kind == KIND_NUMBER)
    return set_checked_number(out, row, value, problem);
  if (row->kind == KIND_CHOICE) return set_choice(out, row, value, problem);
  if (!*value) {
    text_printf(problem, "--%s= needs %s", row->name, row->arg);
    return false;
  }
  *(const char **)((char *)out + row->place) = value;
  return true;
}

/* ---- arguments ---- */

static const OptRow *find_row(const char *name, size_t n) {
  for (int i = 0; i < N_ROWS; i++)
    if (strlen(rows[i].name) == n && strncmp(rows[i].name, name, n) == 0)
      return &rows[i];
  return NULL;
}

static bool unknown_option(const char *argument, Text *problem) {
  const char *bare = argument + strspn(argument, "-");
  char name[LONGEST_NAME + 2];
  snprintf(name, sizeof name, "%.*s", (int)strcspn(bare, "="), bare);
  text_printf(problem, "unknown option '%.100s'", argument);
  const char *guess = nearest(name);
  if (guess) text_printf(problem, "; did you mean --%s?", guess);
  text_add(problem, " (cutpoint --help lists the options)");
  return false;
}

/* One option, with its value in the same or the next argument; *used counts
 * the arguments taken, is_given[] the rows. */
static bool read_option(Options *out, char **argv, int left, int *used,
                        uint8_t *is_given, Text *problem) {
  const char *name = argv[0] + 2;
  size_t n = strcspn(name, "=");
  const OptRow *row = argv[0][1] == '-' ? find_row(name, n) : NULL;
  *used = 1;
  if (strcmp(argv[0], "-h") == 0) row = find_row("help", 4);
  if (!row) return unknown_option(argv[0], problem);
  is_given[row - rows] = 1;
  if (row->kind == KIND_FLAG) {
    if (argv[0][1] == '-' && name[n] == '=') {
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
    if (!is_given[row - rows]) set_number(out, row, preset->value);
  }
}

static bool check_log(const Options *options, Text *problem) {
  for (const char *at = options->log; at && *at;) {
    size_t n = strcspn(at, ","), room = strcspn(at, ":,");
    bool good = room > 0 &&
                (room == n ||
                 (n == room + 2 && at[room + 1] >= '0' && at[room + 1] <= '9'));
    if (!good) {
      text_printf(problem, "--log=%.100s: must be like main:1,frontend:2",
                  options->log);
      return false;
    }
    at += n + (at[n] == ',');
  }
  return true;
}

static bool check_together(const Options *options, Text *problem) {
  const char *wrong = NULL;
  if (options->bits32 && options->bits64)
    wrong = "--32 and --64 exclude each other";
  else if (options->spec && options->property)
    wrong = "--spec and --property exclude each other";
  else if (options->error_function && options->error_label)
    wrong = "--error-function and --error-label exclude each other";
  else if (options->dump_format && options->dump != STAGE_TS)
    wrong = "--dump-format needs --dump=ts";
  else if (options->dump == STAGE_TREE && options->engine != ENGINE_PREDICATE)
    wrong = "--dump=tree needs --engine=predicate";
  else if (options->draw_tree && options->engine != ENGINE_PREDICATE)
    wrong = "--draw-tree needs --engine=predicate";
  else if (options->command == COMMAND_SCAN) {
    if (options->n_files + options->n_flags == 0 && !options->compile_commands)
      wrong = "nothing to scan; try cutpoint scan DIRECTORY, or cutpoint scan "
              "-- make";
    else if (options->n_flags && options->compile_commands)
      wrong = "--compile-commands and a build command exclude each other";
  } else if (options->command == COMMAND_PAQ &&
             (options->n_files == 0 || !options->out == !options->solve))
    wrong = "try cutpoint paq --out=DIRECTORY FILE.c..., or cutpoint paq "
            "--solve --with=METHOD QUERY...";
  else if (options->command == COMMAND_VALIDATE && !options->witness)
    wrong = "no witness; try cutpoint validate --witness=FILE.yml FILE.c";
  else if (options->command == COMMAND_VALIDATE &&
           (options->harness || options->certificate || options->report ||
            options->stop_after))
    wrong = "validate takes no --harness, --certificate, --report and "
            "--stop-after";
  else if (options->n_files == 0)
    wrong = "no input file; try cutpoint FILE.c, or cutpoint --help";
  if (wrong) text_add(problem, wrong);
  return !wrong && check_log(options, problem);
}

bool opt_parse(Options *out, int argc, char **argv, Text *problem) {
  *out = (Options){0};
  for (int i = 0; i < N_ROWS; i++) set_number(out, &rows[i], rows[i].dflt);
  uint8_t is_given[N_ROWS] = {0};
  int i = 1, n_files = 0;
  if (argc > 1 && strcmp(argv[1], "check") == 0) {
    i = 2;
  } else if (argc > 1 && strcmp(argv[1], "scan") == 0) {
    i = 2;
    out->command = COMMAND_SCAN;
    out->timeout = 0; /* a scan can go on another day */
  } else if (argc > 1 && strcmp(argv[1], "paq") == 0) {
    i = 2;
    out->command = COMMAND_PAQ;
    out->timeout = 0; /* each query or file has its own limit */
  } else if (argc > 1 && strcmp(argv[1], "validate") == 0) {
    i = 2;
    out->command = COMMAND_VALIDATE;
  }
  for (int used = 1; i < argc && strcmp(argv[i], "--") != 0; i += used) {
    used = 1;
    if (argv[i][0] == '-' && argv[i][1]) {
      if (!read_option(out, argv + i, argc - i, &used, is_given, problem))
        return false;
      if (out->help || out->version) return true;
    } else {
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
  return check_together(out, problem);
}

int opt_bits(const Options *options) {
  return options->bits32 ? 32 : 64;
}

uint32_t opt_cores(const Options *options) {
  if (options->cores) return (uint32_t)options->cores;
  long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 ? (uint32_t)online : 1;
}

int opt_log_level(const Options *options, const char *room) {
  size_t length = strlen(room);
  for (const char *at = options->log; at && *at;) {
    size_t n = strcspn(at, ","), name = strcspn(at, ":,");
    if (name == length && strncmp(at, room, length) == 0)
      return name < n ? at[name + 1] - '0' : 1;
    at += n + (at[n] == ',');
  }
  return 0;
}

/* ---- help ---- */

static const char first_screen[] =
    "Cutpoint checks C programs: can this error happen?\n"
    "\n"
    "  cutpoint [check] [OPTIONS] FILE... [-- COMPILER FLAGS]\n"
    "  cutpoint validate --witness=FILE.yml [OPTIONS] FILE... [-- COMPILER "
    "FLAGS]\n"
    "  cutpoint scan [OPTIONS] [PATH...] [-- BUILD COMMAND]\n"
    "\n"
    "Examples:\n"
    "  cutpoint lock.c                       can assert fail, reach_error() be "
    "called?\n"
    "  cutpoint --32 --spec=p.prp task.i     a property file, 32-bit C\n"
    "  cutpoint a.c b.c -- -Iinclude -DN=4   two files, with compiler flags\n"
    "  cutpoint --property=no-overflow f.c   signed overflow\n"
    "  cutpoint validate --witness=w.yml f.c is the witness right?\n"
    "  cutpoint scan -- make                 all functions of a code base\n"
    "\n"
    "FILE is C (.c), preprocessed C (.i), LLVM assembly (.ll) or bitcode "
    "(.bc).\n"
    "The last line of the output is VERDICT: true, VERDICT: false(PROPERTY)\n"
    "or VERDICT: unknown (REASON); the exit code says the same:\n"
    "  0 proved, 10 violated, 5 unknown, 124 timeout,\n"
    "  1 wrong usage, 2 the program cannot be read, 6 internal error\n";

static const char *const group_titles[] = {
    [OPT_WHAT] = "What is checked",
    [OPT_HOW] = "How it is checked",
    [OPT_LIMITS] = "Limits, for all processes together",
    [OPT_OUTPUT] = "Output",
    [OPT_SCAN] = "cutpoint scan: whole code bases",
    [OPT_PAQ] = "cutpoint paq: predicate abstraction queries",
    [OPT_INSIDE] = "Looking inside"};

enum { HELP_COLUMN = 32 };

static void help_row(Text *out, const OptRow *row) {
  size_t start = out->n;
  const char *arg = row->kind == KIND_CHOICE ? "WORD" : row->arg;
  text_printf(out, "  --%s%s%s", row->name, *arg ? "=" : "", arg);
  while (out->n - start < HELP_COLUMN) text_char(out, ' ');
  text_add(out, row->help);
  if (row->kind == KIND_NUMBER && row->dflt)
    text_printf(out, "; default %ld", row->dflt);
  text_char(out, '\n');
  if (row->kind == KIND_CHOICE)
    text_printf(out, "%*s%s\n", HELP_COLUMN, "", row->arg);
}

void opt_help(Text *out) {
  text_add(out, first_screen);
  for (int group = OPT_WHAT; group <= OPT_INSIDE; group++) {
    text_printf(out, "\n%s:\n", group_titles[group]);
    for (int i = 0; i < N_ROWS; i++)
      if ((int)rows[i].group == group) help_row(out, &rows[i]);
  }
}
