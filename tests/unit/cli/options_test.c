/* SPDX-License-Identifier: MIT
 *
 * The command line: every row of the table, mistakes, and odd orders. */
#include "cli/options.h"
#include "unit/unit.h"

typedef struct Line {
  char *argv[16];
  int argc;
  Mem mem;
  Text problem;
  Options options;
  bool good;
} Line;

/* Parses up to 14 arguments, NULL-terminated. */
static void parse(Line *line, const char *const *arguments) {
  static char name[] = "cutpoint";
  *line = (Line){.argv = {name}, .argc = 1};
  for (; arguments[line->argc - 1]; line->argc++)
    line->argv[line->argc] = (char *)(uintptr_t)arguments[line->argc - 1];
  mem_init(&line->mem, 0);
  text_init(&line->problem, &line->mem);
  line->good =
      opt_parse(&line->options, line->argc, line->argv, &line->problem);
}

static void done(Line *line) {
  text_done(&line->problem);
  mem_done(&line->mem);
}

#define PARSE(line, ...)                                                       \
  Line line;                                                                   \
  parse(&line, (const char *const[]){__VA_ARGS__, NULL})

static void refuses(const char *const *arguments, const char *words) {
  Line line;
  parse(&line, arguments);
  CHECK(!line.good);
  if (!strstr(text_get(&line.problem), words))
    unit_fail(__FILE__, __LINE__, "\"%s\" lacks \"%s\"",
              text_get(&line.problem), words);
  done(&line);
}
#define REFUSES(words, ...)                                                    \
  refuses((const char *const[]){__VA_ARGS__, NULL}, words)

TEST(main_options_defaults) {
  PARSE(line, "a.c");
  CHECK(line.good);
  CHECK_INT(line.options.timeout, 900);
  CHECK_INT(line.options.engine, ENGINE_AUTO);
  CHECK_INT(opt_bits(&line.options), 64);
  CHECK(!line.options.spec && !line.options.help);
  CHECK_INT(line.options.n_files, 1);
  CHECK_INT(line.options.n_flags, 0);
  done(&line);
}

TEST(main_options_values_in_both_forms) {
  PARSE(line, "check", "--32", "--spec=p.prp", "a.c", "--engine", "pdr",
        "--timeout", "7", "b.c", "--", "-Iinc", "--stats=x");
  CHECK(line.good);
  CHECK_INT(opt_bits(&line.options), 32);
  CHECK_TEXT(line.options.spec, "p.prp");
  CHECK_INT(line.options.engine, ENGINE_PDR);
  CHECK_INT(line.options.timeout, 7);
  CHECK_INT(line.options.n_files, 2);
  CHECK_TEXT(line.options.files[0], "a.c");
  CHECK_TEXT(line.options.files[1], "b.c");
  CHECK_INT(line.options.n_flags, 2);
  CHECK_TEXT(line.options.flags[1], "--stats=x");
  CHECK(!line.options.stats);
  done(&line);
}

TEST(main_options_choices_follow_their_lists) {
  PARSE(line, "--engine=bounded", "--preset=cutset", "--dump=passes",
        "--stop-after=frontend", "a.c");
  CHECK(line.good);
  CHECK_INT(line.options.engine, ENGINE_BOUNDED);
  CHECK_INT(line.options.preset, PRESET_CUTSET);
  CHECK_INT(line.options.dump, STAGE_PASSES);
  CHECK_INT(line.options.stop_after, STAGE_FRONTEND);
  done(&line);
}

TEST(main_options_mistakes) {
  REFUSES("did you mean --engine?", "--enigne=pdr", "a.c");
  REFUSES("did you mean --timeout?", "-timeout=3", "a.c");
  REFUSES("unknown option", "--completely-different-thing", "a.c");
  REFUSES("unknown option", "-x", "a.c");
  REFUSES("must be one of auto|", "--engine=", "a.c");
  REFUSES("must be one of auto|", "--engine=pd", "a.c");
  REFUSES("whole number from 0", "--timeout=-1", "a.c");
  REFUSES("whole number from 0", "--timeout=1x", "a.c");
  REFUSES("whole number from 0", "--timeout=", "a.c");
  REFUSES("whole number from 0", "--timeout=99999999999999999999", "a.c");
  REFUSES("whole number from 0 to 2", "--check=3", "a.c");
  REFUSES("takes no value", "--32=1", "a.c");
  REFUSES("needs a value", "a.c", "--spec");
  REFUSES("needs a value", "--spec", "--", "a.c");
  REFUSES("needs FILE.prp", "--spec=", "a.c");
  REFUSES("exclude each other", "--32", "--64", "a.c");
  REFUSES("exclude each other", "--spec=a", "--property=b", "a.c");
  REFUSES("no input file", "--32");
  REFUSES("no input file", "--", "a.c");
  REFUSES("no witness", "validate", "a.c");
  REFUSES("try cutpoint paq", "paq", "a.c");
  REFUSES("try cutpoint paq", "paq", "--solve");
  REFUSES("try cutpoint paq", "paq", "--solve", "--out=d", "a.c");
  REFUSES("needs --dump=ts", "--dump-format=horn", "a.c");
  REFUSES("must be like", "--log=main:x", "a.c");
}

TEST(main_options_log_levels) {
  PARSE(line, "--log=main:2,smt,frontend:0", "a.c");
  CHECK(line.good);
  CHECK_INT(opt_log_level(&line.options, "main"), 2);
  CHECK_INT(opt_log_level(&line.options, "smt"), 1);
  CHECK_INT(opt_log_level(&line.options, "frontend"), 0);
  CHECK_INT(opt_log_level(&line.options, "mai"), 0);
  done(&line);
}

TEST(main_options_help_names_every_row) {
  Mem mem;
  mem_init(&mem, 0);
  Text help;
  text_init(&help, &mem);
  opt_help(&help);
#define X(kind, field, name, dflt, low, high, arg, group, words)               \
  CHECK(strstr(text_get(&help), "--" name));                                   \
  CHECK(strstr(text_get(&help), words));
  MAIN_OPTIONS(X)
#undef X
  text_done(&help);
  mem_done(&mem);
}

/* Random lines of plausible pieces: never a crash; a refusal has a reason. */
TEST(main_options_random_lines) {
  static const char *const pieces[] = {
      "--32",   "--64",  "a.c",          "--", "--timeout=5", "--timeout",
      "5",      "--log", "--log=a:1,b",  "",   "-",           "--=",
      "--spec", "check", "--engine=pdr", "-h", "--dump=ts",   "---"};
  Rng rng = {7};
  for (int round = 0; round < 20000; round++) {
    const char *arguments[10] = {0};
    uint32_t n = rng_below(&rng, 9);
    for (uint32_t i = 0; i < n; i++)
      arguments[i] = pieces[rng_below(&rng, sizeof pieces / sizeof *pieces)];
    Line line;
    parse(&line, arguments);
    CHECK(line.good == (line.problem.n == 0));
    done(&line);
  }
}

TEST(main_options_scan) {
  PARSE(line, "scan", "--checks=div", "src", "--", "make", "-j2");
  CHECK(line.good);
  CHECK_INT(line.options.command, COMMAND_SCAN);
  CHECK_INT(line.options.timeout, 0);
  CHECK_INT(line.options.n_files, 1);
  CHECK_INT(line.options.n_flags, 2);
  CHECK(strcmp(line.options.files[0], "src") == 0);
  CHECK(strcmp(line.options.flags[0], "make") == 0);
  done(&line);
  REFUSES("nothing to scan", "scan");
  REFUSES("exclude each other", "scan", "--compile-commands=c.json", "--",
          "make");
}
