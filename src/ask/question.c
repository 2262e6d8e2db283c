/* SPDX-License-Identifier: MIT
 *
 * One question: its settings, its view of the program, its passes.
 *
 * Where there are several, each writes files of its own: w.yml becomes
 * w.no-overflow.yml; a directory gets one of that name. */
#include "ask/question.h"

#include "check/artifacts.h"
#include "check/decide.h"
#include "check/runs.h"

static const char *name_of(Arena *texts, uint32_t kinds) {
  Text name;
  text_init(&name, texts->mem);
  for (int kind = 0; kind < PROPERTY_COUNT; kind++)
    if (kinds >> kind & 1)
      text_printf(&name, "%s%s", name.n ? "+" : "",
                  prog_property_name((PropertyKind)kind));
  const char *copy = arena_strdup(texts, text_get(&name));
  text_done(&name);
  return copy;
}

/* ---- files ---- */

/* NULL stays NULL. */
static const char *file_for(Arena *texts, const char *path, const char *name) {
  if (!path) return NULL;
  const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
  if (!dot || (slash && dot < slash)) dot = path + strlen(path);
  return arena_printf(texts, "%.*s.%s%s", (int)(dot - path), path, name, dot);
}

static Settings settings_for(const AskOrder *order, const char *name,
                             uint32_t among, Arena *texts) {
  Settings s = *order->settings;
  if (among == 1) return s;
  s.witness = file_for(texts, s.witness, name);
  s.harness = file_for(texts, s.harness, name);
  s.draw_tree = file_for(texts, s.draw_tree, name);
  s.draw_graph = file_for(texts, s.draw_graph, name);
  if (s.certificate)
    s.certificate = arena_printf(texts, "%s/%s", s.certificate, name);
  return s;
}

/* ---- life ---- */

static const uint32_t accesses =
    1u << PROPERTY_VALID_DEREF | 1u << PROPERTY_VALID_FREE;

void question_init(Question *q, const AskOrder *order, uint32_t kinds,
                   uint32_t among, Arena *texts) {
  require(kinds && among > 0);
  *q = (Question){.property = *order->property, .name = name_of(texts, kinds)};
  q->property.kinds = kinds;
  if ((ask_kinds(order->plan) & accesses) == accesses)
    q->property.dead = DEAD_ENDS;
  q->settings = settings_for(order, q->name, among, texts);
  sup_records_init(&q->records, order->mem);
  q->link = *order->link;
  q->link.kept = &q->records;
  q->link.tells_stats = among == 1; /* of several: an object for each */
  monitor_init(&q->monitor, order->mem, &q->link, order->log_level);
  rep_stats_stage(&q->monitor.stats, order->frontend->name,
                  order->frontend->wall, order->frontend->cpu);
  q->checker = (Checker){.mem = order->mem,
                         .settings = &q->settings,
                         .property = &q->property,
                         .report = order->report,
                         .temp_dir = order->link->temp_dir,
                         .monitor = &q->monitor,
                         .row = "",
                         .store = term_store_new(order->mem),
                         .pool = smt_pool_new(order->mem),
                         .budget = {.tick_limit = q->settings.inject_tick}};
  q->checker.report.property = among == 1 ? order->report.property : q->name;
  q->checker.report.among = among == 1 ? REP_ALONE : REP_AMONG;
  rep_progress_init(&q->checker.progress);
  q->checker.progress.start = order->started;
  if (q->settings.seconds > 0)
    q->checker.budget.deadline = clock_now() + q->settings.seconds;
}

void question_done(Question *q) {
  if (q->system.ts) system_done(&q->system, &q->checker);
  if (q->snapshots.program) snapshots_done(&q->snapshots);
  if (q->read) prog_free(q->read);
  term_store_free(q->checker.store);
  smt_pool_free(q->checker.pool);
  monitor_done(&q->monitor);
  sup_records_done(&q->records);
}

/* ---- stages ---- */

/* A large program may fail, or be proved, before its passes are through. */
static bool is_decided_early(void *question, Snapshots *snapshots) {
  Question *q = question;
  if (snapshots->resolved) {
    Contest contest = {.checker = &q->checker, .snapshots = snapshots};
    q->checker.report.functions = snapshots->resolved;
    return decide_early(&contest);
  }
  q->checker.report.functions = snapshots->entered;
  return runs_early(&q->checker, snapshots);
}

static bool run_passes(Question *q) {
  monitor_begin(&q->monitor, "passes");
  Program *read = q->read;
  q->read = NULL;
  PassResult result =
      snapshots_make(&q->snapshots, read, &q->property, &q->settings,
                     &q->monitor, is_decided_early, q);
  monitor_end(&q->monitor, "passes");
  if (q->snapshots.is_decided) {
    q->state = QUESTION_ENDED;
    return false;
  }
  q->checker.report.functions = q->snapshots.resolved;
  if (result.status != PASS_UNSUPPORTED) return true;
  artifacts_send_end(&q->checker, q->snapshots.program, EXIT_UNKNOWN,
                     CAUSE_UNSUPPORTED, "unsupported: %s", result.message);
  q->state = QUESTION_ENDED;
  return false;
}

static void encode(Question *q) {
  Task exact = attempt_task(&q->checker, q->snapshots.program, &variant_exact);
  monitor_begin(&q->monitor, "ts");
  system_encode(&q->system, &q->checker, &exact);
  monitor_end(&q->monitor, "ts");
}

/* What neither our checks nor clang's can see goes into the ledger. */
static void note_unseen(Question *q) {
  uint32_t kinds = q->property.kinds;
  uint32_t operands = 1u << PROPERTY_NO_DIV_ZERO | 1u << PROPERTY_NO_BAD_SHIFT;
  if (kinds >> PROPERTY_NO_OVERFLOW & 1)
    fe_note_unseen_overflows(q->read, q->files);
  fe_note_unseen_orders(q->read, q->files);
  fe_note_unseen_bodies(q->read, q->files);
  if (kinds & operands) fe_note_unseen_operands(q->read, q->files);
  if (prog_property_is_memory(&q->property))
    fe_note_unseen_deaths(q->read, q->files);
}

bool question_prepare(Question *q, const AskOrder *order, Program *read) {
  require(!q->read && !q->snapshots.program && q->files);
  q->read = read;
  q->checker.files = q->files;
  note_unseen(q);
  if (!order->leave(order->context, q, ASK_READ)) return false;
  if (!run_passes(q)) return true;
  if (!order->leave(order->context, q, ASK_PASSED)) return false;
  if (q->state == QUESTION_ENDED) return true;
  encode(q);
  return order->leave(order->context, q, ASK_ENCODED);
}
