/* SPDX-License-Identifier: MIT
 *
 * Files that stay behind a verdict, and its report. */
#include "check/artifacts.h"

#include "replay/native/native.h"
#include "report/draw.h"
#include "report/html.h"
#include "witness/write.h"

#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* The outcome as reports want it. */
static RepRun report_of(const Checker *checker, const Outcome *outcome,
                        const Program *exact) {
  assert(outcome->program || exact || !outcome->summary.engine);
  RepRun run = checker->report;
  run.program = outcome->program ? outcome->program : exact;
  run.counterexample =
      outcome_has_counterexample(outcome) ? &outcome->counterexample : NULL;
  if (outcome->summary.engine) {
    run.summary = &outcome->summary;
    run.ledger = outcome->ledger;
    run.n_ledger = outcome->n_ledger;
  } else if (run.program) {
    run.ledger = run.program->ledger.at;
    run.n_ledger = run.program->ledger.n;
  }
  return run;
}

/* ---- --harness ---- */

/* The name of the bitcode beside the harness: FILE.bc for FILE.c. */
static char *bitcode_name(Arena *texts, const char *harness) {
  size_t n = strlen(harness);
  if (n > 2 && strcmp(harness + n - 2, ".c") == 0) n -= 2;
  return arena_printf(texts, "%.*s.bc", (int)n, harness);
}

static bool copy_file(Mem *mem, const char *from, const char *to) {
  Text text;
  text_init(&text, mem);
  bool good = file_read(&text, from) && rep_write_file(to, &text);
  text_done(&text);
  return good;
}

typedef Vec(const char *) Paths;

static void add_command(const FeCompile *compile, Text *out,
                        const Paths *files) {
  text_add(out, "  ");
  fe_print_build(out, compile, files->at, files->n, "replay");
  text_add(out, " && ./replay\n");
}

/* Does the user's own source fail with the plain harness? */
static bool fails_plainly(const FeCompile *compile, Arena *texts,
                          const Paths *files) {
  if (compile->runs == FE_RUNS_FORBIDDEN) return false;
  const char *executable = arena_printf(texts, "%s/plain", compile->temp_dir);
  FeDiag diag;
  fe_diag_init(&diag, compile->mem);
  bool good = fe_build_native(compile, files->at, files->n, executable, &diag);
  fe_diag_done(&diag);
  if (!good) return false;
  FeNative end = fe_run_native(executable, 10, SANDBOX_USUAL);
  return (end.end == FE_NATIVE_EXITED && end.status == 42) ||
         (end.end == FE_NATIVE_SIGNAL && end.status == SIGABRT);
}

/* A harness for the user's source, if that is enough; else for the bitcode,
 * which is kept beside it. */
static bool write_harness(const Settings *settings, const FeCompile *compile,
                          Outcome *outcome, Paths *files) {
  assert(outcome->replay.mem && outcome->replay.status == EV_CONFIRMED);
  Mem *mem = compile->mem;
  const char *harness = settings->harness;
  Text text;
  text_init(&text, mem);
  for (uint32_t i = 0; i < settings->n_files; i++)
    VEC_PUSH(mem, files, settings->files[i]);
  VEC_PUSH(mem, files, harness);
  bool plain = ev_plain_print(&text, &outcome->replay) &&
               rep_write_file(harness, &text) &&
               fails_plainly(compile, &outcome->texts, files);
  text_done(&text);
  if (plain) return true;
  const char *bitcode = bitcode_name(&outcome->texts, harness);
  VEC_CLEAR(files);
  VEC_PUSH(mem, files, bitcode);
  VEC_PUSH(mem, files, harness);
  return copy_file(mem, outcome->replay.harness, harness) &&
         copy_file(mem, outcome->replay.bitcode, bitcode);
}

static void keep_harness(const Checker *checker, Outcome *outcome,
                         const Program *exact) {
  const Settings *settings = checker->settings;
  FeCompile compile = checker_native(checker, exact);
  Paths files = {0};
  if (!settings->harness || outcome->verdict.kind != EV_FALSE) return;
  if (write_harness(settings, &compile, outcome, &files))
    add_command(&compile, &outcome->counterexample.reproduce, &files);
  else
    rep_say(REP_WARNING, "cannot write --harness=%s", settings->harness);
  VEC_DONE(checker->mem, &files);
}

/* ---- --certificate ---- */

/* Makes the directory and the one it stands in: of several questions each has
 * one of its own in that of the run. */
static bool make_directory(const char *path, Arena *texts) {
  require(*path);
  const char *slash = strrchr(path, '/');
  if (slash && slash > path)
    (void)mkdir(arena_printf(texts, "%.*s", (int)(slash - path), path), 0777);
  return mkdir(path, 0777) == 0 || errno == EEXIST;
}

/* What an earlier run left there is no part of this one's proof. */
static void drop_obligations(const char *path, Arena *texts) {
  DIR *directory = opendir(path);
  const struct dirent *entry;
  while (directory && (entry = readdir(directory)) != NULL) {
    ArenaMark mark = arena_mark(texts);
    if (fnmatch("obligation-*.smt2", entry->d_name, 0) == 0)
      (void)unlink(arena_printf(texts, "%s/%s", path, entry->d_name));
    arena_release(texts, mark);
  }
  if (directory) closedir(directory);
}

static bool copy_obligations(const Checker *checker, Outcome *outcome) {
  assert(outcome->verdict.kind == EV_TRUE);
  Arena *texts = &outcome->texts;
  const char *draft = attempt_certificate_draft(checker, texts);
  const char *directory = checker->settings->certificate;
  if (!make_directory(directory, texts)) return false;
  bool good = true;
  for (uint32_t i = 1; i <= outcome->n_obligations && good; i++) {
    ArenaMark mark = arena_mark(texts);
    const char *from = arena_printf(texts, "%s/obligation-%04u.smt2", draft, i);
    const char *to =
        arena_printf(texts, "%s/obligation-%04u.smt2", directory, i);
    good = copy_file(checker->mem, from, to);
    arena_release(texts, mark);
  }
  return good;
}

static void keep_certificate(const Checker *checker, Outcome *outcome) {
  if (!checker->settings->certificate) return;
  drop_obligations(checker->settings->certificate, &outcome->texts);
  if (outcome->verdict.kind != EV_TRUE) return;
  if (copy_obligations(checker, outcome)) return;
  outcome_set_unknown(outcome, CAUSE_FILES, "cannot write the certificate: %s",
                      strerror(errno));
}

/* ---- --witness ---- */

static void keep_witness(const Checker *checker, const Outcome *outcome,
                         const Program *exact) {
  const char *path = checker->settings->witness;
  if (!path || outcome_is_unknown(outcome)) return;
  char now[32];
  time_t seconds = time(NULL);
  struct tm parts;
  strftime(now, sizeof now, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&seconds, &parts));
  RepRun run = report_of(checker, outcome, exact);
  WitOutput witness = {&run, checker->property, now};
  Text text;
  text_init(&text, checker->mem);
  wit_write(&text, &witness);
  if (!rep_write_file(path, &text))
    rep_say(REP_WARNING, "cannot write --witness=%s: %s", path,
            strerror(errno));
  text_done(&text);
}

/* ---- --draw-tree, --dump=tree ---- */

static void keep_tree(const Checker *checker, const Outcome *outcome) {
  if (outcome->tree.n == 0) return;
  if (checker->settings->dumps_tree) {
    fwrite(text_get(&outcome->tree), 1, outcome->tree.n, stdout);
    fflush(stdout);
  }
  rep_draw(&outcome->tree, checker->settings->draw_tree, checker->temp_dir);
}

void artifacts_write(Checker *checker, Outcome *outcome, const Program *exact) {
  require(outcome->mem && exact);
  keep_tree(checker, outcome);
  keep_harness(checker, outcome, exact);
  keep_certificate(checker, outcome);
  keep_witness(checker, outcome, exact);
}

/* ---- the report ---- */

void verdict_pack(Text *out, const Verdict *verdict) {
  require(verdict->property && verdict->reason);
  require(!strchr(verdict->property, '\n'));
  text_printf(out, "%d %d %d\n%s\n%s", (int)verdict->kind, (int)verdict->code,
              (int)verdict->cause, verdict->property, verdict->reason);
}

bool verdict_unpack(Verdict *out, Text *text) {
  if (text->n == 0) return false;
  char *at = text->text;
  out->kind = (VerdictKind)strtol(at, &at, 10);
  out->code = (ExitCode)strtol(at, &at, 10);
  out->cause = (Cause)strtol(at, &at, 10);
  if (*at != '\n') return false;
  char *property = at + 1, *reason = strchr(property, '\n');
  if (!reason) return false;
  *reason++ = 0;
  out->property = property;
  out->reason = reason;
  return true;
}

/* Where the error is that the counterexample ends with. */
static void send_place(const Checker *checker,
                       const RepCounterexample *counterexample) {
  if (!counterexample || !counterexample->steps.n) return;
  LocId loc = VEC_LAST(&counterexample->steps).loc;
  const SrcLoc *at = prog_loc_get(counterexample->program, loc);
  if (at->file >= counterexample->program->files.n) return;
  Text place;
  text_init(&place, checker->mem);
  text_printf(&place, "%u %s", at->line,
              counterexample->program->files.at[at->file]);
  sup_send(checker->monitor->link, SUP_PLACE, text_get(&place), place.n);
  text_clear(&place);
  prog_print_loc(&place, counterexample->program, loc);
  text_printf(&place, "\n%s", VEC_LAST(&counterexample->steps).note);
  sup_send(checker->monitor->link, SUP_ERROR, text_get(&place), place.n);
  text_done(&place);
}

static ExitCode send_report(const Checker *checker, const RepRun *run,
                            const Verdict *verdict) {
  require(verdict->kind != VERDICT_UNKNOWN || verdict->cause != CAUSE_NONE);
  const SupLink *link = checker->monitor->link;
  Text body, packed;
  text_init(&body, checker->mem);
  text_init(&packed, checker->mem);
  rep_part(&body, run, verdict);
  sup_send(link, SUP_BODY, text_get(&body), body.n);
  if (verdict->kind == VERDICT_TRUE) {
    text_clear(&body);
    rep_premises(&body, run);
    sup_send(link, SUP_PREMISES, text_get(&body), body.n);
  }
  if (checker->settings->wants_page) {
    text_clear(&body);
    rep_html_part(&body, run, verdict);
    sup_send(link, SUP_PAGE, text_get(&body), body.n);
  }
  if (verdict->kind == VERDICT_FALSE) send_place(checker, run->counterexample);
  verdict_pack(&packed, verdict);
  sup_send(link, SUP_VERDICT, text_get(&packed), packed.n);
  text_done(&body);
  text_done(&packed);
  return verdict->code;
}

static Verdict verdict_of(const Outcome *outcome) {
  const EvVerdict *v = &outcome->verdict;
  Verdict verdict = {.property = "", .reason = "", .cause = outcome->cause};
  switch (v->kind) {
  case EV_TRUE:
    verdict.kind = VERDICT_TRUE;
    verdict.code = EXIT_PROVED;
    return verdict;
  case EV_FALSE:
    verdict.kind = VERDICT_FALSE;
    verdict.code = EXIT_VIOLATED;
    verdict.property = v->property;
    return verdict;
  case EV_UNKNOWN:
    verdict.kind = VERDICT_UNKNOWN;
    verdict.code = EXIT_UNKNOWN;
    verdict.reason = v->reason;
    return verdict;
  }
  unreachable_case();
}

ExitCode artifacts_send(Checker *checker, const Outcome *outcome,
                        const Program *exact) {
  require(outcome->mem && exact);
  RepRun run = report_of(checker, outcome, exact);
  Verdict verdict = verdict_of(outcome);
  return send_report(checker, &run, &verdict);
}

ExitCode artifacts_send_end(Checker *checker, const Program *program,
                            ExitCode code, Cause cause, const char *format,
                            ...) {
  require(cause != CAUSE_NONE && code != EXIT_PROVED && code != EXIT_VIOLATED);
  char words[1024];
  va_list args;
  va_start(args, format);
  vsnprintf(words, sizeof words, format, args);
  va_end(args);
  Outcome none = {.verdict = {.kind = EV_UNKNOWN}};
  RepRun run = report_of(checker, &none, program);
  Verdict verdict = {.kind = VERDICT_UNKNOWN,
                     .code = code,
                     .cause = cause,
                     .property = "",
                     .reason = words};
  return send_report(checker, &run, &verdict);
}
