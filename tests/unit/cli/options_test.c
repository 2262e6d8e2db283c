/* SPDX-License-Identifier: MIT
 *
 * The command line: every row of the table, mistakes, and odd orders. */
#include "cli/help.h"
#include "cli/options.h"
#include "cli/spell.h"
#include "ir/property.h"
#include "unit/unit.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

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

/* Former values mean the present ones, and --help does not offer them. */
TEST(main_options_former_values) {
  static const struct {
    const char *old, *now;
  } rows[] = {
#define X(option, old, now) {"--" option "=" old, "--" option "=" now},
      CLI_FORMER_VALUES(X)
#undef X
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    PARSE(old, rows[i].old, "a.c");
    PARSE(now, rows[i].now, "a.c");
    CHECK(old.good && now.good);
    CHECK_INT(old.options.engine, now.options.engine);
    CHECK_INT(old.options.without, now.options.without);
    CHECK(now.options.engine != ENGINE_AUTO || now.options.without != 0);
    done(&old);
    done(&now);
  }
  REFUSES("auto|predicate|pdr|trace|structural|bounded|guided|equations|cells",
          "--engine=prob", "a.c");
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
  REFUSES("must be some of all,unreach-call,", "--property=", "a.c");
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
  REFUSES("exclude each other", "--spec=a", "--property=null-deref", "a.c");
  REFUSES("no input file", "--32");
  REFUSES("no input file", "--", "a.c");
  REFUSES("no witness", "validate", "a.c");
  REFUSES("try cutpoint paq", "paq", "a.c");
  REFUSES("try cutpoint paq", "paq", "--solve");
  REFUSES("try cutpoint paq", "paq", "--solve", "--out=d", "a.c");
  REFUSES("needs --dump=ts", "--dump-format=horn", "a.c");
  REFUSES("must be main:LEVEL", "--log=main:x", "a.c");
  REFUSES("only the stages of main are logged", "--log=smt:1", "a.c");
  REFUSES("must be main:LEVEL", "--log=main:1,smt:1", "a.c");
}

static void expect_level(const char *option, int level) {
  PARSE(line, option, "a.c");
  CHECK(line.good);
  CHECK_INT(opt_log_level(&line.options), level);
  done(&line);
}

TEST(main_options_log_levels) {
  expect_level("--log=main:2", 2);
  expect_level("--log=main", 1);
  expect_level("--log=main:0", 0);
  expect_level("--32", 0);
}

/* Blanks and line ends as one blank each, for help is broken into lines. */
static void flatten(Text *out, const char *text) {
  for (; *text; text++) {
    bool is_blank = *text == ' ' || *text == '\n';
    if (!is_blank)
      text_char(out, *text);
    else if (out->n && out->text[out->n - 1] != ' ')
      text_char(out, ' ');
  }
}

static void fits_a_terminal(const char *text) {
  for (const char *at = text; *at; at += *at == '\n') {
    size_t n = strcspn(at, "\n");
    if (n > 79) unit_fail(__FILE__, __LINE__, "too long: %.*s", (int)n, at);
    at += n;
  }
}

/* Does help tell of the option, by its name as a word? */
static bool tells_of(const char *help, const char *name) {
  char word[64];
  snprintf(word, sizeof word, " --%s", name);
  size_t n = strlen(word);
  for (const char *at = help; (at = strstr(at, word)); at += n)
    if (strchr(" =", at[n])) return true;
  return false;
}

static void check_help(const Text *help, CommandChoice command) {
  Text flat;
  text_init(&flat, help->mem);
  flatten(&flat, text_get(help));
  for (const OptRow *row = opt_rows; row->name; row++) {
    OptRow seen = opt_row_for(row, command);
    bool is_used = row->users >> command & 1;
    bool is_named = tells_of(text_get(&flat), row->name);
    bool is_told = strstr(text_get(&flat), seen.help) != NULL;
    if (is_named != is_used || (is_used && !is_told))
      unit_fail(__FILE__, __LINE__, "help of %s and --%s",
                opt_commands[command].word, row->name);
  }
  text_done(&flat);
}

TEST(main_options_help_tells_what_a_command_uses) {
  Mem mem;
  mem_init(&mem, 0);
  Text help;
  text_init(&help, &mem);
  for (int i = 0; i < COMMAND_COUNT; i++) {
    text_clear(&help);
    help_command(&help, (CommandChoice)i);
    fits_a_terminal(text_get(&help));
    check_help(&help, (CommandChoice)i);
  }
  text_done(&help);
  mem_done(&mem);
}

TEST(main_options_help_leads_to_every_command) {
  Mem mem;
  mem_init(&mem, 0);
  Text help;
  text_init(&help, &mem);
  help_overview(&help);
  fits_a_terminal(text_get(&help));
#define X(command, word, about, usage)                                         \
  CHECK(strstr(text_get(&help), "  " word "  "));                              \
  CHECK(strstr(text_get(&help), about));
  CLI_COMMANDS(X)
#undef X
  CHECK(strstr(text_get(&help), "cutpoint COMMAND --help"));
  text_done(&help);
  mem_done(&mem);
}

TEST(main_options_letters) {
  static const char *const lines[] = {"-v", "-V", "--version"};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    PARSE(line, lines[i]);
    CHECK(line.good && line.options.version && !line.options.help);
    done(&line);
  }
  PARSE(all, "-h");
  CHECK(all.good && all.options.help && all.options.is_bare);
  done(&all);
  PARSE(one, "scan", "-h");
  CHECK(one.good && one.options.help && !one.options.is_bare);
  CHECK_INT(one.options.command, COMMAND_SCAN);
  done(&one);
  REFUSES("unknown option '-vh'", "-vh");
}

/* Every option is refused by every command that does not use it, with a line
 * that names those that do. */
TEST(main_options_of_other_commands) {
  for (const OptRow *row = opt_rows; row->name; row++)
    for (int i = 0; i < COMMAND_COUNT; i++) {
      if (row->users >> i & 1) continue;
      char option[64], words[96];
      snprintf(option, sizeof option, "--%s", row->name);
      snprintf(words, sizeof words, "--%s is not used by %s; it belongs to ",
               row->name, opt_commands[i].word);
      REFUSES(words, opt_commands[i].word, option);
    }
  REFUSES("--property is not used by scan; it belongs to check and validate",
          "scan", "--property=no-overflow", "src");
  REFUSES("--harness is not used by scan; it belongs to check", "scan",
          "--harness=x.c", "src");
  REFUSES("--budget is not used by check; it belongs to scan", "--budget=3",
          "a.c");
  REFUSES("belongs to check, scan and validate", "paq", "--cores=2");
  REFUSES("--with needs --solve", "paq", "--out=q", "--with=ldd", "a.c");
  REFUSES("need --out", "paq", "--solve", "--32", "q.smt2");
  REFUSES("need --out", "paq", "--solve", "q.smt2", "--", "-DN=1");
}

TEST(main_options_mistyped_words) {
  REFUSES("no command and no file 'scna'; did you mean scan?", "scna", "src");
  REFUSES("did you mean validate?", "vaildate", "--32", "a.c");
  REFUSES("did you mean check?", "chek", "a.c");
  REFUSES("did you mean --help?", "help");
  REFUSES("a command comes first: cutpoint scan", "--32", "scan", "src");
  REFUSES("did you mean --budget?", "scan", "--bugdet=3", "src");
  REFUSES("did you mean --budget?", "--bugdet=3", "a.c");
  REFUSES("did you mean --compile-commands?", "scan", "--compile", "src");
  REFUSES("did you mean pdr?", "--engine=prd", "a.c");
  REFUSES("did you mean structural?", "--engine=struct", "a.c");
  REFUSES("did you mean no-overflow?", "--property=no-overlow", "a.c");
  REFUSES("must be some of", "--property=valid-free,", "a.c");
  REFUSES("did you mean bounds?", "scan", "--checks=div,bound", "src");
  PARSE(near, "scna.c");
  CHECK(near.good);
  done(&near);
  PARSE(path, "./scna");
  CHECK(path.good);
  done(&path);
  PARSE(far, "program");
  CHECK(far.good);
  done(&far);
}

/* A file is a file, whatever it is called. */
TEST(main_options_file_with_the_name_of_a_mistake) {
  char directory[] = "/tmp/options-test-XXXXXX";
  int here = open(".", O_RDONLY);
  CHECK(here >= 0 && mkdtemp(directory) && chdir(directory) == 0);
  CHECK(file_write("scna", "", 0));
  PARSE(line, "scna");
  CHECK(line.good);
  CHECK_INT(line.options.command, COMMAND_CHECK);
  CHECK_TEXT(line.options.files[0], "scna");
  done(&line);
  CHECK(unlink("scna") == 0 && fchdir(here) == 0 && rmdir(directory) == 0);
  close(here);
}

static unsigned mistakes(const char *word, const char *name) {
  Spell spell = spell_start(word, strlen(word));
  spell_offer(&spell, name, strlen(name));
  return spell.best ? spell.mistakes : 99;
}

TEST(main_spell_distances) {
  CHECK_INT(mistakes("scan", "scan"), 0);
  CHECK_INT(mistakes("scna", "scan"), 1);  /* swapped */
  CHECK_INT(mistakes("scn", "scan"), 1);   /* dropped */
  CHECK_INT(mistakes("scaan", "scan"), 1); /* inserted */
  CHECK_INT(mistakes("scam", "scan"), 1);  /* changed */
  CHECK_INT(mistakes("nacs", "scan"), 99);
  CHECK_INT(mistakes("a", "b"), 99);
  CHECK_INT(mistakes("", ""), 0);
  CHECK_INT(mistakes("pro", "property"), 1);
  Spell spell = spell_start("strutcural", 10);
  spell_offer_list(&spell, "trace|structural|bounded");
  CHECK_INT(spell.best_n, 10);
  CHECK(strncmp(spell.best, "structural", 10) == 0);
}

/* The names in the table are those that are understood. */
TEST(main_options_property_names) {
  const OptRow *row = opt_rows;
  while (strcmp(row->name, "property") != 0) row++;
  uint32_t n = 1;
  for (const char *at = row->arg; *at; at++) n += *at == '|';
  CHECK_INT(n, PROPERTY_COUNT + 2); /* all, valid-memsafety */
  for (int i = 0; i < PROPERTY_COUNT; i++) {
    PARSE(line, "--property", prog_property_name((PropertyKind)i), "a.c");
    CHECK(line.good);
    done(&line);
  }
}

/* Random lines of plausible pieces: never a crash; a refusal has a reason. */
TEST(main_options_random_lines) {
  static const char *const pieces[] = {
      "--32",      "--64",        "a.c",          "--",          "--timeout=5",
      "--timeout", "5",           "--log",        "--log=a:1,b", "",
      "-",         "--=",         "--spec",       "check",       "--engine=pdr",
      "-h",        "--dump=ts",   "---",          "scan",        "paq",
      "sacn",      "--property=", "--checks=div,"};
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
  REFUSES("exclude each other", "scan", "--compile-commands=c.json", "--",
          "make");
}
