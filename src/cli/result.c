/* SPDX-License-Identifier: MIT
 *
 * After the work: the result is printed by the process the user started,
 * whatever the end of the worker was. */
#include "cli/result.h"

#include "check/artifacts.h"
#include "report/answers.h"
#include "report/html.h"

#include <errno.h>
#include <stdio.h>

Verdict result_unknown(ExitCode code, const char *reason) {
  require(reason && code != EXIT_VIOLATED);
  return (Verdict){.kind = VERDICT_UNKNOWN,
                   .code = code,
                   .cause = CAUSE_LIMIT,
                   .property = "",
                   .reason = reason};
}

Verdict result_of_end(const SupResult *result, const SupLimits *limits,
                      Text *words) {
  require(words->n == 0);
  switch (result->end) {
  case SUP_TIMEOUT: return result_unknown(EXIT_TIMEOUT, "timeout");
  case SUP_MEMORY: return result_unknown(EXIT_UNKNOWN, "memory");
  case SUP_INTERRUPTED: return result_unknown(EXIT_UNKNOWN, "interrupted");
  case SUP_NO_TEMP:
    rep_say(REP_ERROR, "%s", text_get(&result->problem));
    return result_unknown(EXIT_USAGE, text_get(&result->problem));
  case SUP_NO_START:
    rep_say(REP_ERROR, "%s", text_get(&result->problem));
    text_printf(words, "internal error: %s", text_get(&result->problem));
    return result_unknown(EXIT_INTERNAL, text_get(words));
  case SUP_CRASHED:
    text_printf(words, "internal error: the worker died of signal %d (%s)",
                result->status, strsignal(result->status));
    return result_unknown(EXIT_INTERNAL, text_get(words));
  case SUP_EXITED: break;
  }
  bool is_full = limits->memory && result->peak_memory > limits->memory / 4 * 3;
  if (result->status == EXIT_UNKNOWN || /* base/mem.c */
      (result->status == EXIT_INTERNAL && is_full))
    return result_unknown(EXIT_UNKNOWN, "memory");
  text_printf(words, "internal error: the worker ended with code %d",
              result->status);
  return result_unknown(EXIT_INTERNAL, text_get(words));
}

void result_note_temp(const SupResult *result, const SupLimits *limits) {
  if (limits->temp == SUP_KEEP_TEMP && result->temp_dir[0])
    rep_say(REP_NOTE, "temporary files are in %s", result->temp_dir);
}

static void write_stats(const char *path, Mem *mem, const SupResult *result,
                        const Verdict *verdict) {
  Text text;
  RepUse use = {result->wall, result->cpu, result->peak_memory};
  text_init(&text, mem);
  rep_stats_file(&text, verdict, &use,
                 text_get(&result->records.text[SUP_STATS]));
  if (!rep_write_file(path, &text))
    rep_say(REP_WARNING, "cannot write --stats=%s: %s", path, strerror(errno));
  text_done(&text);
}

static void write_report(const PipelineOrder *order, const Verdict *verdict,
                         const RepAnswers *answers, Mem *mem) {
  assert(order->options->report);
  const char *path = order->options->report;
  Text page;
  text_init(&page, mem);
  rep_html(&page, &order->report, verdict, answers);
  if (!rep_write_file(path, &page))
    rep_say(REP_WARNING, "cannot write --report=%s: %s", path, strerror(errno));
  text_done(&page);
}

/* Files that were asked for and are not written. */
static void note_missing(const Options *options, const Verdict *verdict) {
  if (options->witness && options->command == COMMAND_CHECK &&
      verdict->kind == VERDICT_UNKNOWN)
    rep_say(REP_NOTE, "no witness is written: there is no verdict to witness");
}

ExitCode result_print(const Text *out, ExitCode code) {
  bool good = fwrite(text_get(out), 1, out->n, stdout) == out->n;
  if (fflush(stdout) == 0 && good) return code;
  rep_say(REP_ERROR, "cannot write to standard output: %s", strerror(errno));
  return EXIT_USAGE;
}

/* Prints once and gives the exit code. */
static ExitCode print(SupResult *result, const PipelineOrder *order,
                      const Text *out, const Verdict *verdict) {
  require((verdict->kind == VERDICT_FALSE) == (verdict->code == EXIT_VIOLATED));
  require(verdict->kind != VERDICT_TRUE || verdict->code == EXIT_PROVED);
  if (order->options->stats)
    write_stats(order->options->stats, out->mem, result, verdict);
  note_missing(order->options, verdict);
  rep_progress_wipe(); /* of a worker that had no time to */
  return result_print(out, verdict->code);
}

/* What nobody answered is undecided, for the reason why the run ended. */
static void close_answers(RepAnswers *answers, const Verdict *ended) {
  assert(ended->kind == VERDICT_UNKNOWN);
  for (uint32_t i = 0; i < answers->n; i++) {
    RepAnswer *answer = &answers->at[i];
    if (answer->state != ANSWER_OPEN) continue;
    answer->state = ANSWER_UNDECIDED;
    answer->code = ended->code;
    answer->reason = ended->reason;
  }
}

/* The verdict on all questions; `words` and `texts` hold it. */
static Verdict conclude(SupResult *result, const SupLimits *limits,
                        RepAnswers *answers, Arena *texts, Text *words) {
  Verdict verdict;
  bool answered =
      result->records.has[SUP_ANSWERS] &&
      rep_answers_unpack(answers, texts, &result->records.text[SUP_ANSWERS]);
  if (result->records.has[SUP_VERDICT] &&
      verdict_unpack(&verdict, &result->records.text[SUP_VERDICT])) {
    bool is_open = answers->n != 1 || answers->at[0].state == ANSWER_OPEN;
    if (is_open) VEC_CLEAR(answers); /* it ended before there were any */
    return verdict;
  }
  Verdict ended = {.kind = VERDICT_UNKNOWN};
  bool is_whole = result->end == SUP_EXITED && answered;
  for (uint32_t i = 0; i < answers->n; i++)
    is_whole = is_whole && answers->at[i].state != ANSWER_OPEN;
  if (!is_whole) {
    ended = result_of_end(result, limits, words);
    ended.reason = arena_strdup(texts, ended.reason);
    if (!answered) return ended;
    close_answers(answers, &ended);
  }
  return rep_answers_verdict(answers, words);
}

ExitCode result_report(SupResult *result, const SupLimits *limits,
                       const PipelineOrder *order, Mem *mem) {
  Text words, out;
  Arena texts;
  RepAnswers answers = {0};
  text_init(&words, mem);
  text_init(&out, mem);
  arena_init(&texts, mem);
  Verdict verdict;
  bool stopped = order->options->stop_after && result->end == SUP_EXITED &&
                 result->status == 0 && !result->records.has[SUP_VERDICT];
  if (stopped) {
    verdict = result_unknown(EXIT_PROVED, "stopped");
  } else {
    verdict = conclude(result, limits, &answers, &texts, &words);
    rep_document(&out, &order->report, &verdict, &answers);
    rep_tell_verdict(&out, order->report.format, &verdict);
  }
  if (order->options->report && !stopped)
    write_report(order, &verdict, &answers, mem);
  ExitCode code = print(result, order, &out, &verdict);
  VEC_DONE(mem, &answers);
  arena_done(&texts);
  text_done(&words);
  text_done(&out);
  return code;
}

ExitCode result_report_as(SupResult *result, const PipelineOrder *order,
                          const Verdict *verdict, Mem *mem) {
  Text out;
  RepAnswers none = {0};
  text_init(&out, mem);
  rep_document(&out, &order->report, verdict, &none);
  rep_tell_verdict(&out, order->report.format, verdict);
  ExitCode code = print(result, order, &out, verdict);
  text_done(&out);
  return code;
}
