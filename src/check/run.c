/* SPDX-License-Identifier: MIT
 *
 * The bookkeeping of a run: clocks, statistics, dumps, verdicts. */
#include "check/run.h"

#include "report/html.h"

#include <stdlib.h>
#include <sys/resource.h>

void run_init(Run *run, const RunOrder *order, const SupLink *link) {
  *run = (Run){.options = order->options,
               .property = order->property,
               .report = order->report,
               .look = order->look,
               .look_context = order->look_context,
               .link = link};
  mem_init(&run->mem, 0);
  rep_stats_init(&run->stats, &run->mem);
  fe_diag_init(&run->diag, &run->mem);
  fe_files_init(&run->files, &run->mem);
  interp_table_init(&run->trial, &run->mem);
}

void run_done(Run *run) {
  if (run->program) prog_free(run->program);
  if (run->recursive) prog_free(run->recursive);
  if (run->started) prog_free(run->started);
  if (run->rolled) prog_free(run->rolled);
  interp_table_done(&run->trial);
  fe_files_done(&run->files);
  fe_diag_done(&run->diag);
  rep_stats_done(&run->stats);
  mem_done(&run->mem);
}

/* ---- stages ---- */

static double seconds(struct timeval time) {
  return (double)time.tv_sec + (double)time.tv_usec * 1e-6;
}

/* CPU time of this process and the children it waited for. */
static double cpu_with_children(void) {
  struct rusage own, children;
  getrusage(RUSAGE_SELF, &own);
  getrusage(RUSAGE_CHILDREN, &children);
  return seconds(own.ru_utime) + seconds(own.ru_stime) +
         seconds(children.ru_utime) + seconds(children.ru_stime);
}

static void send_stats(Run *run) {
  Text members;
  text_init(&members, &run->mem);
  rep_stats_members(&members, &run->stats);
  sup_send(run->link, SUP_STATS, text_get(&members), members.n);
  text_done(&members);
}

static const double stats_pause = 0.25; /* seconds */

bool run_is_time_to_tell(const Run *run) {
  return clock_now() - run->last_told > stats_pause;
}

void run_tell_stats(Run *run) {
  run->last_told = clock_now();
  send_stats(run);
}

void run_begin_stage(Run *run, const char *name) {
  run->stage_start = clock_now();
  run->stage_cpu = cpu_with_children();
  rep_stats_begin(&run->stats, name);
  send_stats(run);
  if (opt_log_level(run->options, "main") >= 2)
    rep_say(REP_NOTE, "%s ...", name);
}

double run_stage_cpu(const Run *run) {
  return cpu_with_children() - run->stage_cpu;
}

void run_restart_clock(Run *run, double cpu) {
  run->stage_cpu = cpu_with_children() - cpu;
}

void run_end_stage(Run *run, const char *name) {
  double wall = clock_now() - run->stage_start;
  double cpu = run_stage_cpu(run);
  rep_stats_stage(&run->stats, name, wall, cpu);
  rep_stats_count(&run->stats, "memory_peak", run->mem.peak);
  if (opt_log_level(run->options, "main") >= 1)
    rep_say(REP_NOTE, "%s: %.3f s, CPU %.3f s, %.1f MB", name, wall, cpu,
            (double)run->mem.used / (1 << 20));
  send_stats(run);
}

bool run_wants_dump(const Run *run, StageChoice stage) {
  return run->options->dump == (int)stage;
}

bool run_stops_after(Run *run, StageChoice stage) {
  if (run->options->stop_after != (int)stage) return false;
  run->code = EXIT_PROVED;
  return true;
}

void run_count_passes(Run *run, const PassRun *passes) {
  for (uint32_t i = 0; i < passes->n_stats; i++) {
    const PassStat *stat = &passes->stats[i];
    char name[64];
    snprintf(name, sizeof name, "%u.%s.functions", i, stat->pass);
    rep_stats_count(&run->stats, name, stat->functions);
    snprintf(name, sizeof name, "%u.%s.blocks", i, stat->pass);
    rep_stats_count(&run->stats, name, stat->blocks);
    snprintf(name, sizeof name, "%u.%s.insts", i, stat->pass);
    rep_stats_count(&run->stats, name, stat->insts);
    snprintf(name, sizeof name, "%u.%s.microseconds", i, stat->pass);
    rep_stats_count(&run->stats, name, (uint64_t)(stat->seconds * 1e6));
  }
}

/* ---- verdicts ---- */

void run_pack_verdict(Text *out, const Verdict *verdict) {
  text_printf(out, "%d %d\n%s\n%s", (int)verdict->kind, (int)verdict->code,
              verdict->property, verdict->reason);
}

bool run_unpack_verdict(Verdict *out, Text *text) {
  if (text->n == 0) return false;
  char *at = text->text;
  out->kind = (VerdictKind)strtol(at, &at, 10);
  out->code = (ExitCode)strtol(at, &at, 10);
  if (*at != '\n') return false;
  char *property = at + 1, *reason = strchr(property, '\n');
  if (!reason) return false;
  *reason++ = 0;
  out->property = property;
  out->reason = reason;
  return true;
}

/* Where the error is that the story ends with. */
static void send_place(Run *run) {
  const RepStory *story = run->report.story;
  if (!story || !story->steps.n) return;
  LocId loc = VEC_LAST(&story->steps).loc;
  const SrcLoc *at = prog_loc_get(story->program, loc);
  if (at->file >= story->program->files.n) return;
  Text place;
  text_init(&place, &run->mem);
  text_printf(&place, "%u %s", at->line, story->program->files.at[at->file]);
  sup_send(run->link, SUP_PLACE, text_get(&place), place.n);
  text_done(&place);
}

static void send_verdict(Run *run, const Verdict *verdict) {
  Text body, packed;
  text_init(&body, &run->mem);
  text_init(&packed, &run->mem);
  run->report.program = run->program;
  if (run->program && !run->report.ledger) {
    run->report.ledger = run->program->ledger.at;
    run->report.n_ledger = run->program->ledger.n;
  }
  rep_body(&body, &run->report, verdict);
  run_pack_verdict(&packed, verdict);
  sup_send(run->link, SUP_BODY, text_get(&body), body.n);
  if (run->options->report) {
    text_clear(&body);
    rep_html(&body, &run->report, verdict);
    sup_send(run->link, SUP_PAGE, text_get(&body), body.n);
  }
  if (verdict->kind == VERDICT_FALSE) send_place(run);
  sup_send(run->link, SUP_VERDICT, text_get(&packed), packed.n);
  text_done(&body);
  text_done(&packed);
}

bool run_conclude(Run *run, VerdictKind kind, ExitCode code, const char *format,
                  ...) {
  char words[1024];
  va_list args;
  va_start(args, format);
  vsnprintf(words, sizeof words, format, args);
  va_end(args);
  Verdict verdict = {.kind = kind, .code = code, .property = "", .reason = ""};
  if (kind == VERDICT_FALSE) verdict.property = words;
  if (kind == VERDICT_UNKNOWN) verdict.reason = words;
  send_verdict(run, &verdict);
  run->code = code;
  return false;
}

bool run_look(Run *run) {
  Text reason;
  text_init(&reason, &run->mem);
  bool on = !run->look || run->look(run->program, run->look_context, &reason);
  if (!on)
    run_conclude(run, VERDICT_UNKNOWN, EXIT_UNKNOWN, "%s", text_get(&reason));
  text_done(&reason);
  return on;
}

void run_show_notes(Run *run) {
  Text text;
  text_init(&text, &run->mem);
  fe_diag_print(&text, &run->diag);
  fputs(text_get(&text), stderr);
  text_done(&text);
  VEC_CLEAR(&run->diag.list);
}

/* What is wrong with what a witness says: the first message with a place. */
static void conclude_witness(Run *run) {
  const FeMessage *found = &run->diag.list.at[0];
  for (uint32_t i = run->diag.list.n; i > 0; i--)
    if (run->diag.list.at[i - 1].line) found = &run->diag.list.at[i - 1];
  run_conclude(run, VERDICT_UNKNOWN, EXIT_FRONTEND,
               "program and witness do not compile: %s:%u: %.*s", found->file,
               found->line, (int)strcspn(found->text, "\n"), found->text);
}

bool run_fail_frontend(Run *run) {
  Text text;
  text_init(&text, &run->mem);
  fe_diag_print(&text, &run->diag);
  size_t first = strcspn(text_get(&text), "\n");
  rep_say(REP_ERROR, "%.*s", (int)first, text_get(&text));
  if (first < text.n) fputs(text_get(&text) + first + 1, stderr);
  if (run->options->command == COMMAND_VALIDATE)
    conclude_witness(run);
  else
    run_conclude(run, VERDICT_UNKNOWN, EXIT_FRONTEND, "front end: %.*s",
                 first < 300 ? (int)first : 300, text_get(&text));
  text_done(&text);
  return false;
}
