/* SPDX-License-Identifier: MIT
 *
 * Running clang as a child process.
 *
 * Several files are compiled at a time; each compiler's messages go to an
 * anonymous file in memory, so they are not lost when the disk is full, and are
 * shown only when it fails.  The compilers run in our process group: the limits
 * of the run hold for them, and they die with us.
 *
 * Flags: old dialects are accepted (gnu17 with the former warnings-not-errors
 * silenced, GNU inline rules), nothing is optimised, debug information and
 * names are kept.  What the user passes comes last, except flags that would
 * change what is made (-O2, -o, ...): optimisation removes errors that exist,
 * so those flags are dropped.
 *
 * For properties of arithmetic clang's own checks go into the code of the
 * user's files.  A constant initialiser has no code; there clang's
 * warning is all there is.  Where the user may have switched it off, by flags
 * or in the source (pragmas.c), it counts as given. */
#include "frontend/clang/clang.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "frontend/clang/clang_int.h"

typedef Vec(const char *) Arguments;

static const char *const fixed_flags[] = {
    "-std=gnu17",
    "-fbracket-depth=100000",
    "-Wno-implicit-function-declaration",
    "-Wno-implicit-int",
    "-Wno-int-conversion",
    "-Wno-incompatible-function-pointer-types",
    "-g",
    "-gcolumn-info",
    "-fno-discard-value-names",
    "-fno-crash-diagnostics",
    "-fno-color-diagnostics",
    "-ferror-limit=5",
    "-O0",
    "-Xclang",
    "-disable-O0-optnone",
    "-c",
    "-emit-llvm"};

static const char unsequenced[] = "-Wunsequenced";
static const char *const quiet[] = {"-Wno-everything", unsequenced, NULL};
static const char *const tells_undefined[] = {
    "-Wno-everything", "-Wdivision-by-zero", "-Wshift-count-overflow",
    "-Wshift-count-negative", "-Wsystem-headers"};

/* A failed check traps where an operation overflows, else it calls a handler:
 * that tells them apart (frontend/checks.c). */
enum { MOST_CHECK_FLAGS = 6 };
static const struct {
  uint32_t check;
  const char *flags[MOST_CHECK_FLAGS];
} check_flags[] = {
    {FE_CHECK_OVERFLOW,
     {"-fsanitize=signed-integer-overflow,shift-base",
      "-fsanitize-trap=signed-integer-overflow,shift-base",
      "-Winteger-overflow", "-Wshift-overflow", "-Wshift-sign-overflow",
      "-Wshift-negative-value"}},
    {FE_CHECK_DIVISION,
     {"-fsanitize=integer-divide-by-zero", "-fsanitize-minimal-runtime"}},
    {FE_CHECK_SHIFT,
     {"-fsanitize=shift-exponent", "-fsanitize-minimal-runtime"}}};

static const char *const life_marks[] = {
    "-Xclang", "-fsanitize-address-use-after-scope",
    /* a local that is returned is not the caller's object */
    "-Xclang", "-fno-elide-constructors"};

void fe_files_init(FeFiles *files, Mem *mem) {
  *files = (FeFiles){0};
  arena_init(&files->texts, mem);
}

void fe_files_done(FeFiles *files) {
  VEC_DONE(files->texts.mem, &files->list);
  VEC_DONE(files->texts.mem, &files->overflowing);
  VEC_DONE(files->texts.mem, &files->undefined);
  VEC_DONE(files->texts.mem, &files->unchecked);
  VEC_DONE(files->texts.mem, &files->other);
  VEC_DONE(files->texts.mem, &files->unmarked);
  VEC_DONE(files->texts.mem, &files->bodiless);
  VEC_DONE(files->texts.mem, &files->unsequenced);
  arena_done(&files->texts);
}

/* ---- the command line ---- */

/* How many of the user's flags, from this one on, are not used: those that say
 * what to make and for which machine, which is ours to say, those that silence
 * warnings, some of which we need (tells_undefined), and those of code
 * generation. */
static uint32_t unused_flags(const char *flag) {
  static const char *const prefixes[] = {
      "-O", "-flto",     "-fprofile", "-fsanitize", "-fcoverage",
      "-M", "--target=", "-emit-",    "-Wno-"};
  static const char *const words[] = {
      "-c", "-S", "-E", "-w", "--no-warnings", "-m32", "-m64", "-mx32"};
  static const char *const pairs[] = {"-o", "-MF", "-MT", "-MQ", "-target"};
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
    if (strcmp(flag, pairs[i]) == 0) return 2;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strcmp(flag, words[i]) == 0) return 1;
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (text_starts_with(flag, prefixes[i])) return 1;
  /* clang stops at what it does not know of these, as -fanalyzer */
  return text_starts_with(flag, "-f") && fe_flag_use(flag) == FE_FLAG_DROP;
}

/* Is it for another machine than the one that was asked for? */
static bool is_of_another(const char *flag, int bits) {
  return strcmp(flag, bits == 32 ? "-m64" : "-m32") == 0 ||
         strcmp(flag, "-mx32") == 0 || strcmp(flag, "-target") == 0 ||
         text_starts_with(flag, "--target=");
}

/* False: one changes the program in a way that is not followed. */
static bool check_flags_of(const FeCompile *setup, FeDiag *diag) {
  bool good = true;
  for (uint32_t i = 0; i < setup->n_flags; i++) {
    const char *flag = setup->flags[i];
    if (flag[0] != '-' || !flag[1]) continue;
    bool is_refused = fe_flag_use(flag) == FE_FLAG_REFUSE;
    if (!is_refused && !is_of_another(flag, setup->bits)) continue;
    fe_diag_add(diag, NULL, 0, 0, "compiler flag '%s' %s", flag,
                is_refused ? "changes what the program does, which is not "
                             "followed: leave it out to check the program "
                             "without it"
                           : "is for another machine: say --32 or --64 before "
                             "the --");
    good = false;
  }
  return good;
}

/* Did the user say that signed numbers wrap? */
static bool is_wrapping(const FeCompile *setup) {
  bool wraps = false;
  for (uint32_t i = 0; i < setup->n_flags; i++) {
    if (strcmp(setup->flags[i], "-fwrapv") == 0 ||
        strcmp(setup->flags[i], "-fno-strict-overflow") == 0)
      wraps = true;
    if (strcmp(setup->flags[i], "-fno-wrapv") == 0) wraps = false;
  }
  return wraps;
}

/* May the user's flags have switched warnings off by ways that we do not look
 * into: files of flags, and flags for a part of the compiler? */
static bool may_hide_warnings(const FeCompile *setup) {
  static const char *const prefixes[] = {"@", "--config", "-Xclang", "-Wp,",
                                         "-Xpreprocessor"};
  for (uint32_t i = 0; i < setup->n_flags; i++)
    for (size_t k = 0; k < sizeof prefixes / sizeof *prefixes; k++)
      if (text_starts_with(setup->flags[i], prefixes[k])) return true;
  return false;
}

/* Nothing is left out silently. */
static void tell_unused_flags(FeDiag *diag, const FeCompile *setup) {
  for (uint32_t i = 0; i < setup->n_flags;) {
    uint32_t n = unused_flags(setup->flags[i]);
    bool is_same = setup->bits == 32 ? strcmp(setup->flags[i], "-m32") == 0
                                     : strcmp(setup->flags[i], "-m64") == 0;
    if (n && !is_same)
      fe_diag_add(diag, NULL, 0, 0, "note: compiler flag '%s' is not used",
                  setup->flags[i]);
    i += n ? n : 1;
  }
}

static void add_list_of_files(Arguments *out, Mem *mem, const char *path) {
  VEC_PUSH(mem, out, "-MD");
  VEC_PUSH(mem, out, "-MF");
  VEC_PUSH(mem, out, path);
}

/* Names of files are told whole. */
#define NAMES_WHOLE "-fdebug-compilation-dir=/"

static void add_unit_flags(Arguments *out, Mem *mem, const FeUnit *unit) {
  VEC_PUSH(mem, out, unit->names ? unit->names : NAMES_WHOLE);
  for (uint32_t i = 0; i < unit->n_flags; i++)
    VEC_PUSH(mem, out, unit->flags[i]);
  if (unit->depfile) add_list_of_files(out, mem, unit->depfile);
}

static void make_arguments(Arguments *out, const FeCompile *setup,
                           const FeJob *job) {
  Mem *mem = setup->mem;
  VEC_PUSH(mem, out, fe_compiler());
  int bits = job->unit ? job->unit->bits : setup->bits;
  VEC_PUSH(mem, out, bits == 32 ? "-m32" : "-m64");
  /* No excess precision, wherever clang is from (docs/SEMANTICS.md, Floats). */
  if (bits == 32) VEC_PUSH(mem, out, "-msse2");
  for (size_t i = 0; i < sizeof fixed_flags / sizeof *fixed_flags; i++)
    VEC_PUSH(mem, out, fixed_flags[i]);
  /* A build says itself which dialect it is written in. */
  bool is_old = !job->unit && job->inlines == FE_INLINE_GNU89;
  VEC_PUSH(mem, out, is_old ? "-fgnu89-inline" : "-fno-gnu89-inline");
  const char *const *warnings = job->warnings ? job->warnings : quiet;
  for (; *warnings; warnings++) VEC_PUSH(mem, out, *warnings);
  if (setup->assumptions == FE_PURE_ASSUMPTIONS)
    VEC_PUSH(mem, out, "-Werror=assume");
  if (job->unit) add_unit_flags(out, mem, job->unit);
  if (job->read) add_list_of_files(out, mem, job->read);
  for (uint32_t i = 0; job->origin == FE_USER && i < setup->n_flags;) {
    uint32_t n = unused_flags(setup->flags[i]);
    if (n == 0) VEC_PUSH(mem, out, setup->flags[i]);
    i += n ? n : 1;
  }
  if (job->source != job->input) { /* "..." includes: beside the original */
    VEC_PUSH(mem, out, "-iquote");
    VEC_PUSH(mem, out, job->directory);
  }
  if (bits == 32) VEC_PUSH(mem, out, FE_LAST_HEADERS_32);
  VEC_PUSH(mem, out, "-o");
  VEC_PUSH(mem, out, job->output);
  VEC_PUSH(mem, out, job->source);
  VEC_PUSH(mem, out, NULL);
}

/* ---- the processes ---- */

/* clang recurses over what it compiles: it gets a large stack. */
static const ChildLimit large_stack = {RLIMIT_STACK, 1u << 30,
                                       CHILD_LIMIT_SOFT};

bool fe_start_compiler(FeCompiler *out, const FeCompile *setup,
                       const char *const *arguments, const char *directory) {
  const CommandVariable variables[] = {{"TMPDIR", setup->temp_dir},
                                       {"LC_ALL", "C"}};
  out->pid = -1;
  out->messages = memfd_create("messages", MFD_CLOEXEC);
  if (out->messages < 0) return false;
  Arena texts;
  arena_init(&texts, setup->mem);
  Command command = {.arguments = arguments,
                     .file = fe_quick_compiler(&texts, setup, arguments[0]),
                     .kind = CHILD_HELPER,
                     .directory = directory,
                     .descriptors = {COMMAND_KEEPS, out->messages,
                                     out->messages, COMMAND_KEEPS},
                     .variables = variables,
                     .n_variables = 2,
                     .limits = &large_stack,
                     .n_limits = 1};
  out->pid = command_start(&command);
  arena_done(&texts);
  return out->pid > 0;
}

static void start_job(const FeCompile *setup, FeJob *job) {
  Arguments arguments = {0};
  make_arguments(&arguments, setup, job);
  if (!fe_start_compiler(&job->compiler, setup, arguments.at,
                         job->unit ? job->unit->directory : NULL))
    die(EXIT_INTERNAL, "cannot start %s: %s", fe_compiler(), strerror(errno));
  VEC_DONE(setup->mem, &arguments);
}

static void wait_for_one(FeJob *jobs, uint32_t n) {
  ChildEnd end;
  pid_t pid = child_wait_any(&end);
  for (uint32_t i = 0; i < n; i++)
    if (jobs[i].compiler.pid == pid) jobs[i].end = end;
}

static bool succeeded(const FeJob *job) {
  struct stat made;
  return job->end.code == 0 && stat(job->output, &made) == 0 &&
         made.st_size > 0;
}

/* What the compiler said, the first megabyte of it. */
static void read_messages(Text *out, int messages) {
  enum { MOST = 1 << 20 };
  char part[4096];
  ssize_t got;
  while (out->n < MOST &&
         (got = pread(messages, part, sizeof part, (off_t)out->n)) > 0)
    text_add_n(out, part, (size_t)got);
}

/* Is there a warning that one of the flags asked for? */
static bool warns(const char *said, const char *const *flags, size_t n) {
  for (size_t i = 0; i < n && flags[i]; i++) {
    char name[64];
    snprintf(name, sizeof name, "[%s]", flags[i]);
    if (strstr(said, name)) return true;
  }
  return false;
}

/* Ends a job; false when it failed, which is explained. */
static bool finish_job(const FeCompile *setup, FeJob *job, FeDiag *diag) {
  bool good = succeeded(job);
  Text said;
  text_init(&said, setup->mem);
  read_messages(&said, job->compiler.messages);
  if (!good)
    fe_explain_failure(diag, setup, job, fe_compiler(), text_get(&said));
  for (size_t i = 0; i < sizeof check_flags / sizeof *check_flags; i++)
    job->said.overflow |=
        warns(text_get(&said), check_flags[i].flags, MOST_CHECK_FLAGS);
  job->said.undefined = warns(text_get(&said), tells_undefined,
                              sizeof tells_undefined / sizeof *tells_undefined);
  job->said.unsequenced =
      warns(text_get(&said), (const char *[]){unsequenced}, 1);
  if (good && job->read && setup->memory == FE_CHECK_MEMORY)
    job->has_comma_member =
        fe_has_comma_member(setup->mem, job->read, job->source);
  if (good && job->read && setup->checks) {
    FeSays says = fe_files_say(setup->mem, job->read, job->source);
    if (says.hides_warnings || may_hide_warnings(setup))
      job->said.overflow = job->said.undefined = true;
    job->said.overflow |= says.divides_by_minus_one;
    job->asks_for_checks = says.asks_for_checks;
    job->leaves_checks_out = says.leaves_checks_out;
  }
  text_done(&said);
  close(job->compiler.messages);
  return good;
}

static void run_all(const FeCompile *setup, FeJob *jobs, uint32_t n) {
  uint32_t started = 0, running = 0;
  require(setup->cores >= 1);
  while (started < n || running > 0) {
    if (started < n && running < setup->cores) {
      start_job(setup, &jobs[started++]);
      running++;
    } else {
      wait_for_one(jobs, started);
      running--;
    }
  }
}

bool fe_run_jobs(const FeCompile *setup, FeJob *jobs, uint32_t n,
                 FeDiag *diag) {
  bool good = true;
  run_all(setup, jobs, n);
  for (uint32_t i = 0; i < n; i++)
    good = finish_job(setup, &jobs[i], diag) && good;
  return good;
}

/* ---- files of a code base ---- */

/* The line that says what is wrong: the first located one, else the first. */
static void keep_problem(FeUnit *unit, const FeDiag *diag, Arena *texts) {
  const FeMessage *best = &diag->list.at[0];
  for (uint32_t i = diag->list.n; i > 0; i--)
    if (diag->list.at[i - 1].line) best = &diag->list.at[i - 1];
  unit->problem = arena_strdup(texts, best->text);
  unit->where = arena_strdup(texts, best->file);
  unit->line = best->line;
  unit->col = best->col;
}

void fe_compile_units(const FeCompile *setup, FeUnit *units, uint32_t n,
                      Arena *texts) {
  FeJob *jobs = MEM_ARRAY(setup->mem, FeJob, n);
  for (uint32_t i = 0; i < n; i++) {
    /* Clang cuts off what a name shares with the directory, but for "/"; names
     * in `#line` begin with the directory. */
    units[i].names = arena_printf(
        texts, "-fdebug-compilation-dir=" FE_ROOT "%s", units[i].directory);
    jobs[i] = (FeJob){.input = units[i].source,
                      .source = units[i].source,
                      .output = units[i].output,
                      .origin = FE_USER,
                      .unit = &units[i]};
  }
  run_all(setup, jobs, n);
  for (uint32_t i = 0; i < n; i++) {
    FeDiag diag;
    fe_diag_init(&diag, setup->mem);
    units[i].problem = NULL;
    if (!finish_job(setup, &jobs[i], &diag))
      keep_problem(&units[i], &diag, texts);
    fe_diag_done(&diag);
  }
  MEM_FREE_ARRAY(setup->mem, jobs, n);
}

/* ---- the user's files ---- */

static bool has_ending(const char *path, const char *ending) {
  size_t n = strlen(path), m = strlen(ending);
  return n > m && strcmp(path + n - m, ending) == 0;
}

/* By its name. */
static bool is_llvm(const char *path) {
  return has_ending(path, ".ll") || has_ending(path, ".bc");
}

static bool is_cplusplus(const char *path) {
  static const char *const endings[] = {".cc",  ".cpp", ".cxx",
                                        ".c++", ".C",   ".ii"};
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
    if (has_ending(path, endings[i])) return true;
  return false;
}

static bool check_input(const char *path, FeDiag *diag) {
  struct stat found;
  if (stat(path, &found) != 0) {
    fe_diag_add(diag, NULL, 0, 0, "cannot read '%s': %s", path,
                strerror(errno));
  } else if (S_ISDIR(found.st_mode)) {
    fe_diag_add(diag, NULL, 0, 0,
                "'%s' is a directory: name the C files in it, as in "
                "cutpoint %s/*.c",
                path, path);
  } else if (access(path, R_OK) != 0) {
    fe_diag_add(diag, NULL, 0, 0, "cannot read '%s': %s", path,
                strerror(errno));
  } else if (is_cplusplus(path)) {
    fe_diag_add(diag, NULL, 0, 0,
                "'%s' is C++, which is not supported: only C (.c, .i) is",
                path);
  } else if (!is_llvm(path) && !has_ending(path, ".c") &&
             !has_ending(path, ".i")) {
    fe_diag_add(diag, NULL, 0, 0,
                "'%s' is no kind of file that can be checked: its name must "
                "end in .c, .i, .ll or .bc",
                path);
  } else {
    return true;
  }
  return false;
}

/* In place of the flag that silences all warnings; NULL: nothing is. */
static const char *const *more_flags(const FeCompile *setup, Arena *texts) {
  bool marks = setup->lives == FE_LIVES_MARKED;
  uint32_t unasked = is_wrapping(setup) ? FE_CHECK_OVERFLOW : 0;
  Arguments flags = {0};
  if (!setup->checks && !marks) return NULL;
  for (size_t i = 0; i < sizeof tells_undefined / sizeof *tells_undefined; i++)
    VEC_PUSH(setup->mem, &flags, tells_undefined[i]);
  VEC_PUSH(setup->mem, &flags, unsequenced);
  for (size_t i = 0; i < sizeof check_flags / sizeof *check_flags; i++)
    for (size_t k = 0; k < MOST_CHECK_FLAGS && check_flags[i].flags[k]; k++)
      if (setup->checks & check_flags[i].check & ~unasked)
        VEC_PUSH(setup->mem, &flags, check_flags[i].flags[k]);
  for (size_t i = 0; marks && i < sizeof life_marks / sizeof *life_marks; i++)
    VEC_PUSH(setup->mem, &flags, life_marks[i]);
  VEC_PUSH(setup->mem, &flags, NULL);
  const char **kept = ARENA_ARRAY(texts, const char *, flags.n);
  memcpy(kept, flags.at, flags.n * sizeof *kept);
  VEC_DONE(setup->mem, &flags);
  return kept;
}

static void copy_names(Mem *mem, FeNames *to, const FeNames *from) {
  assert(to != from);
  for (uint32_t i = 0; i < from->n; i++) VEC_PUSH(mem, to, from->at[i]);
}

void fe_files_view(FeFiles *files, const FeFiles *of, FeView view) {
  require(files->list.n == 0);
  Mem *mem = files->texts.mem;
  for (uint32_t i = 0; i < of->list.n; i++) {
    FeInput input = of->list.at[i];
    input.kept = input.made & view.checks;
    if (input.origin == FE_USER && view.init) input.init = FE_INIT_MATTERS;
    if (input.origin == FE_USER && view.memory)
      input.memory = FE_MEMORY_MATTERS;
    VEC_PUSH(mem, &files->list, input);
  }
  copy_names(mem, &files->overflowing, &of->overflowing);
  copy_names(mem, &files->undefined, &of->undefined);
  copy_names(mem, &files->unchecked, &of->unchecked);
  copy_names(mem, &files->other, &of->other);
  copy_names(mem, &files->unmarked, &of->unmarked);
  copy_names(mem, &files->bodiless, &of->bodiless);
  copy_names(mem, &files->unsequenced, &of->unsequenced);
}

/* The file by the other rule of inline functions: which of them is meant? */
static bool try_other_rule(const FeCompile *setup, FeJob *jobs, uint32_t n,
                           FeJob *job, Arena *texts, FeDiag *diag) {
  FeJob other = *job;
  FeBodies missing;
  other.inlines =
      job->inlines == FE_INLINE_C99 ? FE_INLINE_GNU89 : FE_INLINE_C99;
  other.output = arena_printf(texts, "%s.other.bc", job->output);
  if (!fe_run_jobs(setup, &other, 1, diag)) return false;
  if (!fe_compare_bodies(setup->mem, jobs, n, job, other.output, &missing)) {
    fe_diag_add(diag, job->input, 0, 0, "what clang made cannot be read");
    return false;
  }
  job->lacks_body = missing.in_first && missing.in_other;
  if (!missing.in_first || missing.in_other) return true;
  if (rename(other.output, job->output) != 0) {
    fe_diag_add(diag, job->input, 0, 0, "what clang made cannot be renamed: %s",
                strerror(errno));
    return false;
  }
  other.output = job->output;
  *job = other;
  return true;
}

static bool find_bodies(const FeCompile *setup, FeJob *jobs, uint32_t n,
                        Arena *texts, FeDiag *diag) {
  bool good = true;
  if (fe_inline_is_chosen(setup)) return true;
  for (uint32_t i = 0; i < n && good; i++)
    if (!jobs[i].unit && fe_may_be_inline(setup->mem, &jobs[i]))
      good = try_other_rule(setup, jobs, n, &jobs[i], texts, diag);
  return good;
}

bool fe_compile(FeFiles *files, const FeCompile *setup,
                const char *const *inputs, uint32_t n_inputs, FeDiag *diag) {
  Vec(FeJob) jobs = {0};
  bool good = fe_check_compiler(diag) && check_flags_of(setup, diag);
  if (!good) return false;
  const char *const *flags = more_flags(setup, &files->texts);
  for (uint32_t i = 0; i < n_inputs; i++) {
    if (!check_input(inputs[i], diag)) {
      good = false;
      continue;
    }
    FeInput input = {.path = arena_strdup(&files->texts, inputs[i]),
                     .origin = FE_USER};
    if (!is_llvm(inputs[i])) {
      FeJob job = {.input = input.path,
                   .origin = FE_USER,
                   .inlines = fe_first_inline(setup, n_inputs),
                   .unit = setup->units ? &setup->units[i] : NULL};
      job.warnings = flags;
      input.made = input.kept = setup->checks;
      job.output = input.path =
          arena_printf(&files->texts, "%s/user%u.bc", setup->temp_dir, i);
      good = fe_choose_source(&job, &files->texts, setup, diag) && good;
      job.read = arena_printf(&files->texts, "%s.d", job.output);
      VEC_PUSH(setup->mem, &jobs, job);
    } else {
      VEC_PUSH(setup->mem, &files->unchecked, input.path);
    }
    VEC_PUSH(setup->mem, &files->list, input);
  }
  good = good && fe_run_jobs(setup, jobs.at, jobs.n, diag) &&
         find_bodies(setup, jobs.at, jobs.n, &files->texts, diag);
  for (uint32_t i = 0; i < jobs.n; i++) {
    if (jobs.at[i].said.overflow)
      VEC_PUSH(setup->mem, &files->overflowing, jobs.at[i].input);
    if (jobs.at[i].said.undefined)
      VEC_PUSH(setup->mem, &files->undefined, jobs.at[i].input);
    if (jobs.at[i].has_comma_member)
      VEC_PUSH(setup->mem, &files->unmarked, jobs.at[i].input);
    if (jobs.at[i].said.unsequenced)
      VEC_PUSH(setup->mem, &files->unsequenced, jobs.at[i].input);
    if (jobs.at[i].lacks_body)
      VEC_PUSH(setup->mem, &files->bodiless, jobs.at[i].input);
    if (jobs.at[i].asks_for_checks || jobs.at[i].leaves_checks_out)
      VEC_PUSH(setup->mem, &files->other, jobs.at[i].input);
    files->asks_for_checks |= jobs.at[i].asks_for_checks;
  }
  tell_unused_flags(diag, setup);
  VEC_DONE(setup->mem, &jobs);
  return good;
}
