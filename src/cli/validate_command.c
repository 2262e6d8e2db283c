/* SPDX-License-Identifier: MIT
 *
 * A witness is a hint, and may be wrong in any way.  It is woven into copies of
 * the program (witness/weave.c), each of which is checked like any program, and
 * this is what may be concluded:
 *
 *  - Violation.  The copy ends runs that do not follow the waypoints, and only
 *    errors at the target count.  What is left are runs of the program; an
 * error that is replayed in it is one of the program: false.  That there is
 * none says nothing of the program: unknown, never true.
 *
 *  - Correctness.  First the copy fails where an invariant is false.  Only if
 *    that is proved not to happen, a second copy assumes the invariants, so it
 *    has all runs of the program, and a proof for it is one for the program:
 *    true.  An invariant that may end a run by being evaluated would break
 * this, and is refused (witness/inspect.c). */
#include "cli/validate_command.h"
#include "base/sha256.h"

#include "frontend/property.h"
#include "check/artifacts.h"
#include "cli/pipeline.h"
#include "cli/result.h"
#include "witness/write.h"
#include "witness/witness.h"

#include <errno.h>
#include <stdlib.h>

typedef struct Source {
  Text text;
  CText c;
} Source;

typedef struct Validation {
  const PipelineOrder *order;
  PipelineOrder named; /* the same with what the witness says of `property` */
  Property property;
  const SupLimits *limits;
  Mem *mem;
  Witness witness;
  Source *sources; /* one for each of the user's files */
  uint32_t n;
  PropertyTarget target; /* of a violation */
  double used, cpu; /* seconds on the clock and of CPUs, by the runs so far */
  Text problem;
} Validation;

/* ---- one run ---- */

typedef struct Phase {
  Validation *v;
  const Property *property;
  WitMode mode;
  uint32_t announced; /* see WitWeave */
  double seconds;     /* 0: no limit */
} Phase;

static bool weave_file(const Phase *phase, uint32_t file, Text *out,
                       Text *problem) {
  const Validation *v = phase->v;
  require(file < v->n);
  WitWeave weave = {.witness = &v->witness,
                    .mode = phase->mode,
                    .file = file,
                    .path = v->order->options->files[file],
                    .c = &v->sources[file].c,
                    .announced = phase->announced};
  return wit_weave(out, &weave, problem);
}

/* Writes the copies; the lists get their paths and the compiler's flags. */
static void write_copies(const Phase *phase, const SupLink *link, Arena *texts,
                         const char **files, const char **flags) {
  const Options *options = phase->v->order->options;
  for (uint32_t i = 0; i < phase->v->n; i++) {
    Text text, problem;
    text_init(&text, texts->mem);
    text_init(&problem, texts->mem);
    const char *path = options->files[i], *slash = strrchr(path, '/');
    require(weave_file(phase, i, &text, &problem));
    files[i] = arena_printf(texts, "%s/woven%u%s", link->temp_dir, i,
                            strrchr(path, '.'));
    flags[2 * i] = "-iquote";
    flags[2 * i + 1] =
        slash ? arena_strndup(texts, path, (size_t)(slash - path) + 1) : ".";
    if (!file_write(files[i], text_get(&text), text.n))
      die(EXIT_INTERNAL, "no room in the temporary directory: %s",
          strerror(errno));
    text_done(&text);
    text_done(&problem);
  }
  for (uint32_t i = 0; i < options->n_flags; i++)
    flags[2 * phase->v->n + i] = options->flags[i];
}

/* The worker of one run. */
static ExitCode work(const SupLink *link, void *context) {
  const Phase *phase = context;
  const Validation *v = phase->v;
  Mem mem;
  Arena texts;
  mem_init(&mem, 0);
  arena_init(&texts, &mem);
  uint32_t n_flags = 2 * v->n + v->order->options->n_flags;
  const char **files = ARENA_ARRAY(&texts, const char *, v->n);
  const char **flags = ARENA_ARRAY(&texts, const char *, n_flags);
  write_copies(phase, link, &texts, files, flags);
  Options options = *v->order->options;
  options.files = files;
  options.flags = flags;
  options.n_flags = n_flags;
  options.witness = NULL;
  options.timeout = (long)(phase->seconds + 1);
  PipelineOrder order = *v->order;
  order.options = &options;
  order.property = phase->property;
  order.plan = ask_together(phase->property->kinds);
  if (phase->mode != WIT_RESTRICT) order.witness = &v->witness;
  ExitCode code = pipeline_run(link, &order);
  arena_done(&texts);
  mem_done(&mem);
  return code;
}

static double seconds_left(const Validation *v) {
  double left = v->limits->seconds - v->used;
  return v->limits->seconds == 0 ? 0 : left > 1 ? left : 1;
}

/* Runs a phase and says its verdict; `words` holds it. */
static Verdict run_phase(Phase *phase, SupResult *result, Text *words) {
  Validation *v = phase->v;
  SupLimits limits = *v->limits;
  Verdict verdict;
  require(phase->seconds >= 0 && (phase->seconds > 0) == (limits.seconds > 0));
  limits.seconds = phase->seconds;
  if (limits.cpu_seconds > 0) {
    double left = limits.cpu_seconds - v->cpu;
    limits.cpu_seconds = left > 1 ? left : 1;
  }
  sup_run(result, v->mem, &limits, work, phase);
  result_note_temp(result, &limits);
  v->used += result->wall;
  v->cpu += result->cpu;
  text_clear(words);
  if (result->records.has[SUP_VERDICT])
    text_add(words, text_get(&result->records.text[SUP_VERDICT]));
  if (words->n && verdict_unpack(&verdict, words)) return verdict;
  text_clear(words);
  return result_of_end(result, &limits, words);
}

/* ---- what is said at the end ---- */

static ExitCode report_words(Validation *v, SupResult *result, ExitCode code,
                             const char *format, ...) BASE_PRINTF(4, 5);
static ExitCode report_words(Validation *v, SupResult *result, ExitCode code,
                             const char *format, ...) {
  char reason[900];
  va_list args;
  va_start(args, format);
  vsnprintf(reason, sizeof reason, format, args);
  va_end(args);
  Verdict verdict = result_unknown(code, reason);
  return result_report_as(result, v->order, &verdict, v->mem);
}

/* The verdict of the last run, with a word on the witness above it. */
static ExitCode report_verdict(Validation *v, SupResult *result,
                               const char *word) {
  if (v->order->report.format == REP_TEXT) printf("witness:    %s\n", word);
  return result_report(result, v->limits, v->order, v->mem);
}

/* No run decided it. */
static ExitCode report_undecided(Validation *v, SupResult *result,
                                 const Verdict *verdict, const char *what) {
  bool is_ours =
      verdict->cause == CAUSE_WITNESS || verdict->cause == CAUSE_FRONTEND;
  if (is_ours)
    return report_words(v, result, verdict->code, "%s", verdict->reason);
  return report_words(v, result, verdict->code, "not confirmed: %s: %s", what,
                      verdict->reason);
}

/* The item on whose line the error is; UINT32_MAX: in the program's own text.
 */
static uint32_t item_of_place(const Validation *v, const SupResult *result) {
  const char *place = text_get(&result->records.text[SUP_PLACE]);
  char *file;
  unsigned long line = strtoul(place, &file, 10);
  uint32_t found = UINT32_MAX;
  if (*file != ' ' || strcmp(file + 1, v->witness.path) != 0) return found;
  for (uint32_t i = 0; i < v->witness.items.n; i++)
    if (v->witness.items.at[i].line == line) found = i;
  return found;
}

static ExitCode report_rejected(Validation *v, SupResult *result, uint32_t item,
                                const char *why) {
  Text text;
  text_init(&text, v->mem);
  if (item < v->witness.items.n)
    wit_print_item(&text, &v->witness, item);
  else
    text_add(&text, "one of the invariants");
  ExitCode code = report_words(v, result, EXIT_UNKNOWN,
                               "witness rejected: %s %s", text_get(&text), why);
  text_done(&text);
  return code;
}

/* ---- correctness ---- */

static Property own_error(const Validation *v, const char *function) {
  Property property = *v->order->property;
  property.kinds = 1u << PROPERTY_UNREACH_CALL;
  property.error_label = NULL;
  property.error_function = function;
  return property;
}

static ExitCode prove_property(Validation *v) {
  Phase phase = {.v = v,
                 .property = v->order->property,
                 .mode = WIT_ASSUME,
                 .seconds = seconds_left(v)};
  SupResult result;
  Text words;
  text_init(&words, v->mem);
  Verdict verdict = run_phase(&phase, &result, &words);
  uint32_t item = item_of_place(v, &result);
  ExitCode code;
  if (verdict.kind == VERDICT_TRUE)
    code =
        report_verdict(v, &result,
                       v->witness.items.n ? "confirmed; its invariants hold"
                                          : "confirmed; it has no invariants");
  else if (verdict.kind == VERDICT_FALSE && item != UINT32_MAX)
    code = report_rejected(v, &result, item, "breaks the rules of C itself");
  else if (verdict.kind == VERDICT_FALSE)
    code = report_verdict(v, &result, "rejected; the property is violated");
  else
    code = report_undecided(v, &result, &verdict,
                            "the property is not proved with the invariants");
  text_done(&words);
  sup_result_done(&result);
  return code;
}

static ExitCode check_correctness(Validation *v) {
  if (v->witness.items.n == 0) return prove_property(v);
  Property property = own_error(v, WIT_REFUTED);
  Phase phase = {.v = v,
                 .property = &property,
                 .mode = WIT_CLAIM,
                 .seconds = seconds_left(v) * 0.6};
  SupResult result;
  Text words;
  text_init(&words, v->mem);
  Verdict verdict = run_phase(&phase, &result, &words);
  ExitCode code;
  if (verdict.kind == VERDICT_TRUE)
    code = prove_property(v);
  else if (verdict.kind == VERDICT_FALSE)
    code = report_rejected(v, &result, item_of_place(v, &result),
                           "does not hold in a run that was replayed");
  else
    code =
        report_undecided(v, &result, &verdict, "the invariants are not proved");
  text_done(&words);
  sup_result_done(&result);
  return code;
}

/* ---- violation ---- */

typedef enum Passing { PASSING_CAN, PASSING_CANNOT, PASSING_UNKNOWN } Passing;

/* Can the waypoint of this segment be followed, after those before? */
static Passing try_segment(Validation *v, uint32_t segment) {
  Property property = own_error(v, WIT_REACHED);
  Phase phase = {.v = v,
                 .property = &property,
                 .mode = WIT_RESTRICT,
                 .announced = segment,
                 .seconds = seconds_left(v) / 2};
  SupResult result;
  Text words;
  text_init(&words, v->mem);
  Verdict verdict = run_phase(&phase, &result, &words);
  Passing passing = verdict.kind == VERDICT_TRUE    ? PASSING_CANNOT
                    : verdict.kind == VERDICT_FALSE ? PASSING_CAN
                                                    : PASSING_UNKNOWN;
  text_done(&words);
  sup_result_done(&result);
  return passing;
}

static uint32_t waypoint_of(const Validation *v, uint32_t segment) {
  uint32_t found = 0;
  assert(segment < v->witness.n_segments);
  for (uint32_t i = 0; i < v->witness.items.n; i++)
    if (v->witness.items.at[i].segment == segment) found = i;
  return found; /* what is to be followed comes last */
}

/* Nothing is wrong with the witness up to some waypoint: which? */
static ExitCode report_first_missed(Validation *v, SupResult *result) {
  require(v->witness.n_segments > 0);
  uint32_t low = 0, high = v->witness.n_segments - 1;
  Passing all = high ? try_segment(v, high - 1) : PASSING_CAN;
  if (all == PASSING_CAN)
    return report_rejected(v, result, wit_target_item(&v->witness),
                           "is not violated in any run that follows the "
                           "waypoints");
  for (high -= 1; all == PASSING_CANNOT && low < high;) {
    uint32_t middle = low + (high - low) / 2;
    Passing passing = try_segment(v, middle);
    if (passing == PASSING_CAN)
      low = middle + 1;
    else if (passing == PASSING_CANNOT)
      high = middle;
    else
      all = PASSING_UNKNOWN;
  }
  if (all == PASSING_CANNOT)
    return report_rejected(v, result, waypoint_of(v, low),
                           "is never passed after the waypoints before it");
  return report_words(v, result, EXIT_UNKNOWN,
                      "witness rejected: no run that follows it violates the "
                      "property");
}

static ExitCode check_violation(Validation *v) {
  Property property = *v->order->property;
  property.target = &v->target;
  Phase phase = {.v = v,
                 .property = &property,
                 .mode = WIT_RESTRICT,
                 .announced = v->witness.n_segments,
                 .seconds = seconds_left(v)};
  SupResult result;
  Text words;
  text_init(&words, v->mem);
  Verdict verdict = run_phase(&phase, &result, &words);
  ExitCode code;
  if (verdict.kind == VERDICT_FALSE)
    code = report_verdict(v, &result, "confirmed; a run that follows it fails");
  else if (verdict.kind == VERDICT_TRUE)
    code = report_first_missed(v, &result);
  else
    code = report_undecided(v, &result, &verdict,
                            "no violation is found that follows the witness");
  text_done(&words);
  sup_result_done(&result);
  return code;
}

/* ---- is it a witness for this task? ---- */

static bool check_hashes(Validation *v) {
  for (uint32_t i = 0; i < v->witness.hashes.n; i++) {
    const WitHash *named = &v->witness.hashes.at[i];
    require(named->index < v->n);
    const Text *text = &v->sources[named->index].text;
    char hex[65];
    sha256_hex(hex, text_get(text), text->n);
    if (strcasecmp(hex, named->hash) == 0) continue;
    text_printf(
        &v->problem,
        "%s: the witness is for another version of %s (SHA-256 %.16s..., "
        "this file has %.16s...): make a new witness",
        v->witness.path, named->file, named->hash, hex);
    return false;
  }
  return true;
}

static bool check_data_model(Validation *v) {
  const char *named = v->witness.data_model;
  const char *ours = v->order->report.bits == 32 ? "ILP32" : "LP64";
  if (!named || strcmp(named, ours) == 0) return true;
  bool is_known = strcmp(named, "ILP32") == 0 || strcmp(named, "LP64") == 0;
  text_printf(&v->problem, "%s: the witness is for data model %s; %s",
              v->witness.path, named,
              !is_known                     ? "ILP32 and LP64 are known"
              : strcmp(named, "ILP32") == 0 ? "say --32"
                                            : "say --64");
  return false;
}

static bool same_name(const char *a, const char *b) {
  return !a || !b || strcmp(a, b) == 0;
}

/* Do both mean the same calls? */
static bool same_error(const Property *a, const Property *b) {
  const char *name = a->error_function ? a->error_function : b->error_function;
  if (!name) return true;
  return prog_property_of_call(a, name) == prog_property_of_call(b, name);
}

/* Nobody said which errors count: those of the witness do. */
static void take_property(Validation *v, const Property *told) {
  const Options *options = v->order->options;
  bool is_own = (told->kinds & ~(uint32_t)PROPERTY_OWN_ERRORS) == 0 &&
                !told->error_label &&
                same_name(told->error_function, "reach_error");
  if (!is_own || options->spec || options->property ||
      options->error_function || options->error_label)
    return;
  v->property = *v->order->property;
  v->property.kinds = told->kinds;
  v->named = *v->order;
  v->named.property = &v->property;
  if (told->kinds != PROPERTY_OWN_ERRORS)
    v->named.report.property = prog_property_name(
        told->kinds >> PROPERTY_ASSERTION & 1 ? PROPERTY_ASSERTION
                                              : PROPERTY_UNREACH_CALL);
  v->order = &v->named;
}

/* Lines of LTL, or of a property file. */
static bool means_the_same(Validation *v, Arena *names,
                           const char *specification) {
  const Property *ours = v->order->property;
  Property named;
  Text lines, problem;
  text_init(&lines, v->mem);
  text_init(&problem, v->mem);
  wit_specification(&lines, ours);
  bool good = strcmp(text_get(&lines), specification) == 0;
  text_clear(&lines);
  for (const char *at = specification; *at; at += *at == '\n') {
    at += strspn(at, " \t\r");
    size_t n = strcspn(at, "\n");
    bool is_check = text_starts_with(at, "CHECK");
    text_printf(&lines,
                is_check || !n ? "%.*s\n"
                               : "CHECK( init(main()), LTL(%.*s) )\n",
                (int)n, at);
    at += n;
  }
  if (!good && fe_property_parse(&named, names, text_get(&lines), &problem) ==
                   FE_PROPERTY_OK) {
    take_property(v, &named);
    ours = v->order->property;
    good = named.kinds == ours->kinds && same_error(&named, ours) &&
           same_error(ours, &named) &&
           !named.error_label == !ours->error_label &&
           same_name(named.error_label, ours->error_label);
  }
  text_done(&lines);
  text_done(&problem);
  return good;
}

static bool check_specification(Validation *v) {
  if (!v->witness.specification) return true;
  Arena names;
  arena_init(&names, v->mem);
  bool good = means_the_same(v, &names, v->witness.specification);
  arena_done(&names);
  if (good) return true;
  text_printf(&v->problem,
              "%s: the witness is for the property '%.200s', not for %s: name "
              "it with --spec or --property",
              v->witness.path, v->witness.specification,
              v->order->report.property);
  return false;
}

/* ---- the whole ---- */

static bool read_witness(Validation *v) {
  Text text;
  text_init(&text, v->mem);
  bool good = file_read(&text, v->witness.path);
  if (!good)
    text_printf(&v->problem, "cannot read --witness=%s: %s", v->witness.path,
                strerror(errno));
  good =
      good && wit_read(&v->witness, &text, &v->problem) &&
      wit_match_files(&v->witness, v->order->options->files, v->n, &v->problem);
  text_done(&text);
  return good;
}

static bool read_sources(Validation *v) {
  for (uint32_t i = 0; i < v->n; i++) {
    const char *path = v->order->options->files[i], *dot = strrchr(path, '.');
    Source *source = &v->sources[i];
    if (!dot || (strcmp(dot, ".c") != 0 && strcmp(dot, ".i") != 0)) {
      text_printf(
          &v->problem,
          "%s: witnesses speak of C text; its name must end in .c or .i", path);
      return false;
    }
    if (!file_read(&source->text, path)) {
      text_printf(&v->problem, "cannot read '%s': %s", path, strerror(errno));
      return false;
    }
    ctext_init(&source->c, v->mem, text_get(&source->text), source->text.n);
  }
  return true;
}

/* Everything has a place in the text. */
static bool check_places(Validation *v) {
  bool is_violation = v->witness.kind == WIT_VIOLATION;
  Phase phase = {.v = v, .mode = is_violation ? WIT_RESTRICT : WIT_CLAIM};
  for (uint32_t i = 0; i < v->n; i++) {
    Text text;
    text_init(&text, v->mem);
    bool good = weave_file(&phase, i, &text, &v->problem);
    text_done(&text);
    if (!good) return false;
  }
  if (!is_violation) return true;
  uint32_t file = v->witness.items.at[wit_target_item(&v->witness)].place.file;
  require(file < v->n);
  return wit_target(&v->target, &v->witness, &v->sources[file].c,
                    v->order->options->files[file], &v->problem);
}

static ExitCode report_problem(Validation *v) {
  SupResult none = {0};
  rep_say(REP_ERROR, "%s", text_get(&v->problem));
  return report_words(v, &none, EXIT_FRONTEND, "witness: %s",
                      text_get(&v->problem));
}

ExitCode validate_command(const PipelineOrder *order, const SupLimits *limits,
                          Mem *mem) {
  Validation v = {.order = order,
                  .limits = limits,
                  .mem = mem,
                  .n = order->options->n_files};
  text_init(&v.problem, mem);
  wit_init(&v.witness, mem, order->options->witness);
  v.sources = MEM_ARRAY(mem, Source, v.n);
  for (uint32_t i = 0; i < v.n; i++) {
    text_init(&v.sources[i].text, mem);
    v.sources[i].c.mem = mem;
  }
  bool good = read_witness(&v) && read_sources(&v) && check_hashes(&v) &&
              check_data_model(&v) && check_specification(&v) &&
              check_places(&v);
  ExitCode code = !good                               ? report_problem(&v)
                  : v.witness.kind == WIT_CORRECTNESS ? check_correctness(&v)
                                                      : check_violation(&v);
  for (uint32_t i = 0; i < v.n; i++) {
    ctext_done(&v.sources[i].c);
    text_done(&v.sources[i].text);
  }
  MEM_FREE_ARRAY(mem, v.sources, v.n);
  wit_done(&v.witness);
  text_done(&v.problem);
  return code;
}
