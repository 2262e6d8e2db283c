/* SPDX-License-Identifier: MIT
 *
 * From the rows of the database to findings: where they are now, how they are
 * called in every scan, which belong together, which matter most.
 *
 * Fingerprint: a hash of the check, the file (relative to where the scan was
 * started), the function, the message, and of several such the how-manieth it
 * is.  No line is in it, so edits elsewhere do not change it.
 *
 * Cause: the engine names what a violation starts from ("malloc() in f
 * returns NULL"); findings that share it are reported as one.
 *
 * Confidence: high, if the fault is shown and the way there rests on no state
 * that was assumed; medium, if the way does; low, if the fault is not shown, or
 * if the bad value itself (the pointer, index, divisor) is made of a state that
 * was assumed: a parameter of a function that the program calls, contents of
 * memory at entry.  Such a state is nearly always one that the program never
 * has.  Low is, too, what needs numbers so large that sums of them go round.
 * A run shows a fault, or that a NULL is what a function of the library is
 * documented to give, or that whoever comes to the place fails there, whatever
 * the state (`if (!p) log(p->name)`): then it does not matter what was assumed.
 *
 * Rank: confidence, then what a run showed, then severe checks, then those with
 * the strongest basis (results of library functions before parameters before
 * memory), then short ways (few calls, few steps): they are the easiest to
 * believe and to fix. */
#include "report/scan/findings.h"
#include "base/sha256.h"
#include "scan/scan_int.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct Findings {
  Mem *mem;
  Arena *texts;
  ScanStore *store;
  ScanPlaces places;
  const ScanReport *report;
  Vec(RepFinding) list;
  RepCheck checks[SCAN_CHECK_COUNT];
  ScanWords problems;
  Names seen; /* "fingerprint place": a site in a header occurs once */
  Map same;   /* hash of check, file, function, message -> how many */
  ScanHidden hidden;
  char here[4096];
  Names files;              /* with sites, as reported */
  Vec(RepFileCount) counts; /* by number of the file; in the end by path */
  ScanUndecided undecided;
  uint64_t trivial, weaker;
  unsigned presumes; /* what proofs do: a set of ScanPresumes */
} Findings;

static const char *relative(const Findings *f, const char *path) {
  size_t n = strlen(f->here);
  return n > 1 && strncmp(path, f->here, n) == 0 && path[n] == '/'
             ? path + n + 1
             : path;
}

static void read_steps(Findings *f, RepFinding *finding, const RepPlace *home,
                       const char *text) {
  Vec(RepFindingStep) steps = {0};
  for (const char *at = text; *at;) {
    size_t n = strcspn(at, "\n");
    char *rest;
    RepFindingStep step = {.depth = (uint32_t)strtoul(at, &rest, 10)};
    unsigned long weight = *rest == ' ' ? strtoul(rest, &rest, 10) : 0;
    if (weight <= REP_UNIMPORTANT) step.importance = (RepImportance)weight;
    const char *words = scan_take_place(&step.place, &f->places,
                                        rest + (*rest == '\t'), f->texts);
    step.place.file = relative(f, step.place.file);
    size_t used = (size_t)(words - at);
    const char *said = arena_strndup(f->texts, words, n > used ? n - used : 0);
    step.text = scan_take_lines(&f->places, home, said, f->texts);
    VEC_PUSH(f->mem, &steps, step);
    at += n + (at[n] == '\n');
  }
  RepFindingStep *kept = ARENA_ARRAY(f->texts, RepFindingStep, steps.n);
  if (steps.n) memcpy(kept, steps.at, steps.n * sizeof *kept);
  finding->steps = kept;
  finding->n_steps = steps.n;
  VEC_DONE(f->mem, &steps);
}

static void set_fingerprint(Findings *f, RepFinding *finding) {
  assert(finding->check < SCAN_CHECK_COUNT);
  Text text;
  text_init(&text, f->mem);
  text_printf(&text, "%s\n%s\n%s\n%s\n", f->checks[finding->check].name,
              finding->place.file, finding->place.function, finding->message);
  uint64_t hash = hash_bytes(text_get(&text), text.n);
  uint64_t before = map_get(&f->same, hash, 0);
  map_put(&f->same, hash, before + 1);
  text_printf(&text, "%llu", (unsigned long long)before);
  sha256_hex(finding->fingerprint, text_get(&text), text.n);
  text_done(&text);
  assert(strlen(finding->fingerprint) == 64);
}

static uint32_t deepest(const RepFinding *finding) {
  uint32_t depth = 0;
  for (uint32_t i = 0; i < finding->n_steps; i++)
    if (finding->steps[i].depth > depth) depth = finding->steps[i].depth;
  return depth;
}

/* What was never written or freed has no fault that a run could show, and no
 * value that is bad. */
static bool has_value(ScanCheck check) {
  assert(check < SCAN_CHECK_COUNT);
  return check != SCAN_CHECK_UNINIT && check != SCAN_CHECK_LEAK;
}

static void set_rank(RepFinding *finding, uint32_t rests_on) {
  assert(rests_on <= SITE_ON_ALL);
  ScanCheck check = (ScanCheck)finding->check;
  uint32_t steps = finding->n_steps < 99 ? finding->n_steps : 99;
  uint32_t depth = deepest(finding) < 9 ? deepest(finding) : 9;
  uint32_t basis = rests_on & SITE_ON_MEMORY  ? 2
                   : rests_on & SITE_ON_PARAM ? 1
                                              : 0;
  bool is_assumed =
      has_value(check) && !(rests_on & SITE_ALWAYS) &&
      (rests_on & (SITE_FAULT_ON_PARAM | SITE_FAULT_ON_MEMORY)) != 0;
  bool is_inside = finding->replay && strcmp(finding->replay, SITE_INSIDE) == 0;
  bool is_shown = !finding->replay || !has_value(check) || is_inside ||
                  rests_on & (SITE_FAULT_ON_INPUT | SITE_ALWAYS);
  bool is_doubtful = is_assumed || rests_on & (SITE_ON_FAR | SITE_ON_PURPOSE |
                                               SITE_ON_NOTHING);
  /* A NULL, or a failed assertion, that only the library's answers lead to need
   * not be run; and freed memory that leaves the tree cannot be. */
  bool is_clear =
      !basis && (check == SCAN_CHECK_NULL_DEREF || check == SCAN_CHECK_ASSERT ||
                 (check == SCAN_CHECK_USED && finding->replay &&
                  strcmp(finding->replay, SITE_LEAVES_TREE) == 0));
  uint32_t weak =
      (is_doubtful ? 2 : 0) + (basis != 0 || rests_on & SITE_ON_WAY);
  if (!is_shown) weak += is_clear ? 1 : 2;
  if (!weak && rests_on & SITE_ON_HABIT) weak = 1;
  finding->confidence = weak == 0 ? REP_HIGH : weak == 1 ? REP_MEDIUM : REP_LOW;
  finding->rank = finding->answer == REP_VIOLATED
                      ? weak * 100000 + scan_check_severity(check) * 10000 +
                            basis * 1000 + depth * 100 + steps
                      : UINT32_MAX / 2 + (uint32_t)finding->answer;
}

static void count(RepCheck *check, RepSiteAnswer answer, const char *reason) {
  check->sites++;
  switch (answer) {
  case REP_PROVED:
    check->proved++;
    check->presuming += *reason != 0;
    return;
  case REP_VIOLATED: check->violated++; return;
  case REP_BOUNDED:
    check->bounded++;
    check->unknown++;
    return;
  case REP_OPEN: check->unknown++; return;
  }
}

static void count_in_file(Findings *f, const RepFinding *finding) {
  uint32_t number = names_add(&f->files, finding->place.file);
  if (number == f->counts.n) {
    RepFileCount fresh = {.file = names_text(&f->files, number)};
    VEC_PUSH(f->mem, &f->counts, fresh);
  }
  RepFileCount *file = &f->counts.at[number];
  file->sites++;
  file->proved += finding->answer == REP_PROVED;
  file->violated += finding->answer == REP_VIOLATED;
  file->unknown +=
      finding->answer == REP_OPEN || finding->answer == REP_BOUNDED;
}

/* Was the same place of a header reported for another file before? */
static bool is_repeated(Findings *f, const RepFinding *finding, uint32_t site) {
  char text[4300];
  snprintf(text, sizeof text, "%u %u %s:%u:%u:%s", finding->check, site,
           finding->place.file, finding->place.line, finding->place.col,
           finding->place.function);
  if (names_find(&f->seen, text) != UINT32_MAX) return true;
  names_add(&f->seen, text);
  return false;
}

/* Not shown; of the violated it is counted why. */
static bool is_hidden(Findings *f, const RepFinding *finding) {
  ScanHiding how = scan_is_hidden(&f->hidden, finding);
  RepCheck *check = &f->checks[finding->check];
  uint64_t one = finding->answer == REP_VIOLATED;
  switch (how) {
  case SCAN_SHOWN: return false;
  case SCAN_IN_BASELINE: check->known += one; return true;
  case SCAN_ACCEPTED: check->accepted += one; return true;
  case SCAN_OLD: check->old += one; return true;
  }
  unreachable_case();
}

/* Where a reason says that what it depends on is met; no file: nowhere. */
static RepPlace place_of_reason(Findings *f, const char *reason) {
  RepPlace at = {.file = "", .function = ""};
  size_t n = strcspn(reason, "\t");
  if (reason[n]) scan_take_place(&at, &f->places, reason + n + 1, f->texts);
  at.file = relative(f, at.file);
  return at;
}

/* In words, with the place as it is now. */
static const char *read_reason(Findings *f, const char *reason) {
  RepPlace at = place_of_reason(f, reason);
  int n = (int)strcspn(reason, "\t");
  if (!*at.file || !at.line) return arena_strndup(f->texts, reason, (size_t)n);
  const char *words =
      arena_printf(f->texts, "%.*s at %s:%u", n, reason, at.file, at.line);
  return at.col ? arena_printf(f->texts, "%s:%u", words, at.col) : words;
}

/* "'p' is NULL (result of malloc(), line 12)" behind what is wrong. */
static const char *read_headline(Findings *f, const RepPlace *home,
                                 const char *message) {
  assert(home->file != NULL);
  size_t n = strcspn(message, "\t");
  const char *plain = arena_strndup(f->texts, message, n);
  plain = scan_take_lines(&f->places, home, plain, f->texts);
  if (!message[n]) return plain;
  const char *about = message + n + 1;
  size_t m = strcspn(about, "\t");
  plain = arena_printf(f->texts, "%s: %.*s", plain, (int)m, about);
  if (!about[m]) return plain;
  const char *from = about + m + 1;
  size_t k = strcspn(from, "\t");
  RepPlace at;
  scan_take_place(&at, &f->places, from + k + (from[k] == '\t'), f->texts);
  if (!at.line) return plain;
  const char *place =
      strcmp(at.file, home->file) == 0
          ? arena_printf(f->texts, "line %u", at.line)
          : arena_printf(f->texts, "%s:%u", relative(f, at.file), at.line);
  return arena_printf(f->texts, "%s (%.*s%s%s)", plain, (int)k, from,
                      k ? ", " : "", place);
}

static void take_row(void *context, const ScanView *view, uint32_t site,
                     const ScanRow *row) {
  Findings *f = context;
  if (row->check >= SCAN_CHECK_COUNT || row->answer > SITE_BOUNDED) return;
  RepFinding finding = {.check = row->check,
                        .answer = (RepSiteAnswer)row->answer,
                        .reason = "",
                        .steps = NULL};
  (void)view;
  scan_take_place(&finding.place, &f->places, row->place, f->texts);
  RepPlace home = finding.place;
  finding.place.file = relative(f, finding.place.file);
  if (is_repeated(f, &finding, site)) return;
  count(&f->checks[row->check], finding.answer, row->reason);
  if (finding.answer == REP_PROVED) f->presumes |= scan_presumed(row->reason);
  count_in_file(f, &finding);
  if (finding.answer == REP_OPEN) {
    RepPlace met = place_of_reason(f, row->reason);
    scan_undecided_add(&f->undecided, row->cause, &met);
  }
  f->trivial += row->queries == 0;
  if (finding.answer != REP_VIOLATED && f->report->show != SCAN_SHOW_ALL)
    return;
  finding.message =
      arena_strndup(f->texts, row->message, strcspn(row->message, "\t"));
  finding.reason = read_reason(f, row->reason);
  finding.root = arena_strdup(f->texts, row->root);
  if (strcmp(row->replay, SCAN_REPLAYED) != 0)
    finding.replay = *row->replay ? arena_strdup(f->texts, row->replay)
                                  : "the scan ended before";
  set_fingerprint(f, &finding);
  finding.message = read_headline(f, &home, row->message);
  if (row->rests_on & SITE_ON_NOTHING)
    finding.message =
        arena_printf(f->texts, "%s, with 0 bytes", finding.message);
  read_steps(f, &finding, &home, row->steps);
  if (is_hidden(f, &finding)) return;
  set_rank(&finding, row->rests_on);
  VEC_PUSH(f->mem, &f->list, finding);
}

/* ---- order ---- */

static int compare_places(const RepFinding *a, const RepFinding *b) {
  int files = strcmp(a->place.file, b->place.file);
  if (files) return files;
  if (a->place.line != b->place.line)
    return a->place.line < b->place.line ? -1 : 1;
  if (a->place.col != b->place.col) return a->place.col < b->place.col ? -1 : 1;
  return strcmp(a->fingerprint, b->fingerprint);
}

static int compare_ranks(const void *a, const void *b) {
  const RepFinding *x = a, *y = b;
  if (x->rank != y->rank) return x->rank < y->rank ? -1 : 1;
  return compare_places(x, y);
}

/* The best of each cause leads; the others come right behind it. */
static void group_by_cause(Findings *f) {
  uint32_t n = f->list.n;
  if (n) qsort(f->list.at, n, sizeof *f->list.at, compare_ranks);
  Names roots;
  Vec(Vec(uint32_t)) members = {0};
  names_init(&roots, f->mem);
  for (uint32_t i = 0; i < n; i++) {
    const RepFinding *finding = &f->list.at[i];
    char name[2048];
    snprintf(name, sizeof name, "%u\n%s\n%s", finding->check,
             *finding->root ? finding->root : "alone",
             *finding->root ? "" : finding->fingerprint);
    uint32_t root = names_add(&roots, name);
    if (root == members.n) {
      VEC_RESERVE(f->mem, &members, members.n + 1);
      memset(&members.at[members.n++], 0, sizeof *members.at);
    }
    VEC_PUSH(f->mem, &members.at[root], i);
  }
  RepFinding *sorted = MEM_ARRAY(f->mem, RepFinding, n);
  uint32_t next = 0;
  for (uint32_t r = 0; r < members.n; r++) {
    uint32_t leader = next;
    for (uint32_t i = 0; i < members.at[r].n; i++) {
      sorted[next] = f->list.at[members.at[r].at[i]];
      sorted[next++].leader = leader;
    }
    VEC_DONE(f->mem, &members.at[r]);
  }
  assert(next == n);
  if (n) memcpy(f->list.at, sorted, n * sizeof *sorted);
  MEM_FREE_ARRAY(f->mem, sorted, n);
  VEC_DONE(f->mem, &members);
  names_done(&roots);
}

/* Violated, and worth reading; the others of a cause stay with their first. */
static bool is_confident(const Findings *f, const RepFinding *finding) {
  assert(finding->leader < f->list.n);
  return finding->answer == REP_VIOLATED &&
         f->list.at[finding->leader].confidence != REP_LOW;
}

/* Text for people shows what is worth reading. */
static void drop_weak(Findings *f) {
  uint32_t kept = 0;
  assert(f->report && !f->weaker);
  if (f->report->show != SCAN_SHOW_BEST || f->report->style.format != REP_TEXT)
    return;
  for (uint32_t i = 0; i < f->list.n; i++) {
    const RepFinding *finding = &f->list.at[i];
    if (f->list.at[finding->leader].confidence == REP_LOW) {
      f->weaker++;
      continue;
    }
    f->list.at[kept] = *finding;
    f->list.at[kept].leader = kept - (i - finding->leader);
    kept++;
  }
  f->list.n = kept;
}

/* ---- the whole ---- */

static void take_problem(void *context, const char *text) {
  Findings *f = context;
  const char *kept = arena_strdup(f->texts, text);
  VEC_PUSH(f->mem, &f->problems, kept);
}

static uint64_t hidden(const RepCheck *check) {
  return check->known + check->accepted + check->old;
}

/* Never "true": what is proved was not proved again by anybody else, rests on
 * premises about the rest of the program, and is about sites alone. */
static Verdict verdict_of(const Findings *f, uint64_t left,
                          const char *interrupted, uint64_t sites) {
  assert(!interrupted || *interrupted);
  uint64_t unknown = 0;
  for (uint32_t i = 0; i < SCAN_CHECK_COUNT; i++)
    if (f->checks[i].violated > hidden(&f->checks[i]))
      return (Verdict){VERDICT_FALSE, EXIT_VIOLATED, CAUSE_NONE,
                       f->checks[i].name, ""};
  for (uint32_t i = 0; i < SCAN_CHECK_COUNT; i++)
    unknown += f->checks[i].unknown + hidden(&f->checks[i]);
  Verdict verdict = {VERDICT_UNKNOWN, EXIT_UNKNOWN, CAUSE_ENGINE, "", ""};
  if (interrupted)
    verdict.reason = interrupted;
  else if (left || unknown)
    verdict.reason = arena_printf(f->texts, "%llu of %llu sites are undecided",
                                  (unsigned long long)(unknown + left),
                                  (unsigned long long)(sites + left));
  else if (f->problems.n)
    verdict.reason = "not everything could be looked at";
  else
    verdict.reason = arena_printf(
        f->texts,
        "%llu sites proved under the premises, by one solver only; accesses "
        "whose bounds no function tells have no site",
        (unsigned long long)sites);
  return verdict;
}

static void findings_init(Findings *f, const ScanReport *report, Arena *texts,
                          ScanStore *store) {
  *f = (Findings){
      .mem = texts->mem, .texts = texts, .store = store, .report = report};
  for (uint32_t i = 0; i < SCAN_CHECK_COUNT; i++)
    f->checks[i] = (RepCheck){.name = scan_check_name((ScanCheck)i),
                              .help = scan_check_help((ScanCheck)i),
                              .cwe = scan_check_cwe((ScanCheck)i)};
  if (!getcwd(f->here, sizeof f->here)) f->here[0] = 0;
  names_init(&f->seen, f->mem);
  names_init(&f->files, f->mem);
  map_init(&f->same, f->mem);
  scan_places_init(&f->places, store, f->mem);
  scan_undecided_init(&f->undecided, texts);
  scan_hidden_init(&f->hidden, report, &f->places, texts);
}

static void findings_done(Findings *f) {
  scan_hidden_done(&f->hidden);
  scan_undecided_done(&f->undecided);
  scan_places_done(&f->places);
  map_done(&f->same);
  names_done(&f->seen);
  names_done(&f->files);
  VEC_DONE(f->mem, &f->counts);
  VEC_DONE(f->mem, &f->problems);
  VEC_DONE(f->mem, &f->list);
}

static RepScan describe(Findings *f, const ScanOrder *order, uint64_t left,
                        const ScanWords *premises) {
  return (RepScan){.version = order->version,
                   .checks = f->checks,
                   .n_checks = SCAN_CHECK_COUNT,
                   .findings = f->list.at,
                   .n_findings = f->list.n,
                   .counts = f->counts.at,
                   .n_counts = f->counts.n,
                   .problems = f->problems.at,
                   .n_problems = f->problems.n,
                   .premises = premises->at,
                   .n_premises = premises->n,
                   .interrupted = f->report->interrupted,
                   .files = (uint64_t)scan_store_figure(f->store, "files"),
                   .lines = (uint64_t)scan_store_figure(f->store, "lines"),
                   .functions =
                       (uint64_t)scan_store_figure(f->store, "functions"),
                   .left = left,
                   .weaker = f->weaker,
                   .fresh = (uint64_t)scan_store_figure(f->store, SCAN_FRESH),
                   .trivial = f->trivial,
                   .rounds = order->settings.unroll};
}

static int compare_files(const void *a, const void *b) {
  const RepFileCount *x = a, *y = b;
  return strcmp(x->file, y->file);
}

/* A directory gets an index.html. */
static void write_page(const Findings *f, const RepScan *scan,
                       const Verdict *verdict) {
  char path[4096];
  struct stat info;
  Text page, words;
  text_init(&page, f->mem);
  text_init(&words, f->mem);
  rep_verdict_text(&words, verdict);
  rep_scan_page(&page, scan, text_get(&words));
  bool is_directory =
      stat(f->report->page, &info) == 0 && S_ISDIR(info.st_mode);
  snprintf(path, sizeof path, "%s%s", f->report->page,
           is_directory ? "/index.html" : "");
  if (!rep_write_file(path, &page))
    rep_say(REP_WARNING, "cannot write --report=%s: %s", path, strerror(errno));
  text_done(&words);
  text_done(&page);
}

static void write_report(Text *out, Findings *f, const ScanOrder *order,
                         const Verdict *verdict, uint64_t left) {
  ScanWords premises = {0};
  scan_add_premises(&premises, f->mem, &order->settings, f->presumes);
  if (f->counts.n)
    qsort(f->counts.at, f->counts.n, sizeof *f->counts.at, compare_files);
  RepScan scan = describe(f, order, left, &premises);
  scan_undecided_describe(&f->undecided, &scan);
  if (f->report->page) write_page(f, &scan, verdict);
  drop_weak(f);
  scan.findings = f->list.at;
  scan.n_findings = f->list.n;
  scan.weaker = f->weaker;
  rep_scan(out, &scan, f->report->style);
  VEC_DONE(f->mem, &premises);
}

uint64_t scan_report(Text *out, Verdict *verdict, const ScanOrder *order,
                     const ScanReport *report, Arena *texts) {
  require(order->database && texts);
  Text problem;
  text_init(&problem, texts->mem);
  ScanStore *store = scan_store_open(texts->mem, order->database, &problem);
  if (!store) {
    rep_say(REP_ERROR, "%s", text_get(&problem));
    *verdict = (Verdict){VERDICT_UNKNOWN, EXIT_INTERNAL, CAUSE_INTERNAL, "",
                         "database"};
    text_done(&problem);
    return 0;
  }
  Findings f;
  findings_init(&f, report, texts, store);
  scan_store_each_problem(store, &f, take_problem);
  scan_store_each_row(store, &f, take_row);
  group_by_cause(&f);
  uint64_t left = scan_store_left(store), sites = 0, confident = 0;
  for (uint32_t i = 0; i < f.list.n; i++)
    confident += is_confident(&f, &f.list.at[i]);
  for (uint32_t i = 0; i < SCAN_CHECK_COUNT; i++) sites += f.checks[i].sites;
  *verdict = verdict_of(&f, left, report->interrupted, sites);
  write_report(out, &f, order, verdict, left);
  findings_done(&f);
  scan_store_close(store);
  text_done(&problem);
  return confident;
}
