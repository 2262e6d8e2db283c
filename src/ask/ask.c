/* SPDX-License-Identifier: MIT
 *
 * The questions of a run, from the files to the answers.
 *
 * 1. Each question is prepared: its program, its passes, its system.  The files
 *    are read once for each kind of the compiler's checks.
 * 2. Each question is decided (check/decide.c) in a process of its own, all of
 *    them at the same time: concrete runs first, then engines in turns that are
 *    short at first and become longer.  Whoever works needs one of as many
 *    permits as there are cores, and who had them least goes first, so no
 *    question waits for a hard one.  What was
 *    proved of one is a candidate for the others, proved again there
 *    (check/invariants/facts.c).
 * 3. Where one of several properties of a question is violated, the others are
 *    asked again without it, beside the questions that are still open.
 *
 * What is known so far is sent each time a question ends, so that a limit that
 * strikes takes nothing away. */
#include "ask/ask.h"

#include "ask/answers.h"
#include "ask/question.h"

enum { FIRST_TURN = 1000 }; /* ticks, before its engines race */

typedef struct Inquiry {
  const AskOrder *order;
  Arena texts;
  Question questions[2 * ASK_MOST]; /* those asked again stand behind */
  uint32_t n;
  Program *reads[ASK_VIEWS]; /* by ask_view_number; or NULL */
} Inquiry;

/* ---- questions ---- */

/* The program as compiled so, a copy; NULL: it cannot be read. */
static Program *read_program(Inquiry *inquiry, uint32_t view) {
  require(view < ASK_VIEWS);
  const AskOrder *order = inquiry->order;
  const FeFiles *files = &order->files[view];
  Program **read = &inquiry->reads[view];
  if (!*read && !fe_read_modules(read, order->mem, files->list.at,
                                 files->list.n, order->diag))
    return NULL;
  return prog_clone(*read);
}

static bool prepare(Inquiry *inquiry, Question *q) {
  uint32_t view = ask_view_number(ask_view(q->property.kinds));
  monitor_begin(&q->monitor, "program");
  Program *read = read_program(inquiry, view);
  monitor_end(&q->monitor, "program");
  if (!read) {
    inquiry->order->fail(inquiry->order->context);
    return false;
  }
  q->files = &inquiry->order->files[view];
  return question_prepare(q, inquiry->order, read);
}

/* The answers so far go to the supervisor. */
static void send_answers(const Inquiry *inquiry) {
  Answers answers = {.order = inquiry->order,
                     .questions = inquiry->questions,
                     .n = inquiry->n};
  answers_send(&answers);
}

/* ---- deciding ---- */

/* The questions that are decided at the same time. */
typedef struct Round {
  Inquiry *inquiry;
  Question *open[ASK_MOST];
  uint32_t n;                /* of those that are open from the start */
  uint32_t behind[ASK_MOST]; /* of one that is not: which one it is a rest of */
  double last_sent;          /* clock_now() of the newest answers */
} Round;

static void decide_question(Question *q) {
  Contest contest = {
      .checker = &q->checker, .snapshots = &q->snapshots, .system = &q->system};
  decide(&contest);
}

/* In a process of its own. */
static void work(RaceSeat *seat, uint32_t which, void *context) {
  const Round *round = context;
  Question *q = round->open[which];
  const SupLink *link = race_link(seat);
  monitor_move(&q->monitor, link, 0);
  q->checker.temp_dir = link->temp_dir;
  q->checker.budget.turn = race_turn(seat);
  decide_question(q);
}

/* How far a question is stands in its answer. */
static void heard(void *context, uint32_t which, SupRecord kind,
                  const RaceResult *so_far) {
  Round *round = context;
  if (kind != SUP_TRIED) return;
  const Text *tried = &so_far->ends[which].records.text[kind];
  sup_records_put(&round->open[which]->records, kind, text_get(tried),
                  tried->n);
  static const double pause = 0.2; /* seconds */
  if (clock_now() - round->last_sent <= pause) return;
  round->last_sent = clock_now();
  send_answers(round->inquiry);
}

static void told(void *context) {
  send_answers(context);
}

static void settled(void *context, uint32_t task, RaceResult *so_far) {
  Round *round = context;
  Question *q = round->open[task];
  if (!q) return; /* nothing was left to ask */
  const SupRecords *sent = &so_far->ends[task].records;
  for (int kind = 0; kind < SUP_RECORDS; kind++)
    if (sent->has[kind])
      sup_records_put(&q->records, (SupRecord)kind, text_get(&sent->text[kind]),
                      sent->text[kind].n);
  q->state = QUESTION_ENDED;
  send_answers(round->inquiry);
}

/* Asks about these kinds, too. */
static Question *add_question(Inquiry *inquiry, uint32_t kinds) {
  require(inquiry->n < 2 * ASK_MOST);
  Question *q = &inquiry->questions[inquiry->n++];
  question_init(q, inquiry->order, kinds, inquiry->order->plan->n,
                &inquiry->texts);
  return q;
}

/* What is left of a question of which one property is violated; what the
 * program has no place for is not. */
static uint32_t left_of(const Question *q) {
  PropertyKind violated = answers_violated(q);
  const ProgChecks *checks = &q->snapshots.checks;
  uint32_t kinds = q->property.kinds;
  if (!checks->is_unsupported && !checks->is_partial) kinds &= checks->kinds;
  if (violated == PROPERTY_COUNT) return 0;
  return kinds & ~(1u << violated);
}

/* What is left of a question in which something is violated is asked at once,
 * beside the others. */
static bool wanted(void *context, uint32_t task) {
  Round *round = context;
  assert(task >= round->n && !round->open[task]);
  Question *whole = round->open[round->behind[task]];
  uint32_t left = left_of(whole);
  whole->is_followed = true;
  if (!left) return false;
  Question *rest = add_question(round->inquiry, left);
  if (!prepare(round->inquiry, rest) || rest->state != QUESTION_OPEN)
    return false;
  rest->checker.share = (Share){whole->checker.share.permits, task};
  rest->checker.board = whole->checker.board;
  round->open[task] = rest;
  return true;
}

static bool has_parts(const Question *q) {
  return (q->property.kinds & (q->property.kinds - 1)) != 0;
}

/* False: the machine has no room for it. */
static bool decide_beside(Round *round, Permits *permits) {
  if (!permits) return false;
  const AskOrder *order = round->inquiry->order;
  RaceRunner runners[ASK_MOST];
  bool is_alone = order->settings->cores == 1; /* then ticks decide all */
  Board *board = is_alone ? NULL : board_new();
  for (uint32_t i = 0; i < round->n; i++) {
    runners[i] = (RaceRunner){.name = round->open[i]->name,
                              .first = FIRST_TURN,
                              .share = {permits, i},
                              .task = i};
    round->open[i]->checker.share = runners[i].share;
    round->open[i]->checker.board = board;
  }
  uint32_t n = round->n;
  for (uint32_t i = 0; i < round->n && n < ASK_MOST; i++) {
    if (!has_parts(round->open[i])) continue;
    const char *name = arena_printf(&round->inquiry->texts, "rest-%u", i);
    round->behind[n] = i;
    runners[n] = (RaceRunner){.name = name,
                              .first = FIRST_TURN,
                              .share = {permits, n},
                              .task = n,
                              .behind = i + 1};
    n++;
  }
  RacePlan plan = {.mem = order->mem,
                   .temp_dir = order->link->temp_dir,
                   .runners = runners,
                   .n = n,
                   .n_tasks = n,
                   .cores = n,
                   .work = work,
                   .heard = heard,
                   .settled = settled,
                   .wanted = wanted,
                   .context = round};
  RaceResult result;
  race_run(&result, &plan);
  race_result_done(&result);
  permits_free(permits);
  if (board) board_free(board);
  for (uint32_t i = 0; i < n; i++)
    if (round->open[i]) round->open[i]->checker.board = NULL;
  return true;
}

/* Decides the questions from number `first` on. */
static void decide_from(Inquiry *inquiry, uint32_t first) {
  Round round = {.inquiry = inquiry};
  for (uint32_t i = first; i < inquiry->n; i++)
    if (inquiry->questions[i].state == QUESTION_OPEN)
      round.open[round.n++] = &inquiry->questions[i];
  if (round.n == 0) return;
  uint32_t cores = inquiry->order->settings->cores;
  if (round.n > 1 && decide_beside(&round, permits_new(cores))) return;
  for (uint32_t i = 0; i < round.n; i++) {
    round.open[i]->monitor.told = told;
    round.open[i]->monitor.told_context = inquiry;
    decide_question(round.open[i]);
    round.open[i]->state = QUESTION_ENDED;
    send_answers(inquiry);
  }
}

/* ---- all of it ---- */

static bool prepare_from(Inquiry *inquiry, uint32_t first) {
  for (uint32_t i = first; i < inquiry->n; i++)
    if (!prepare(inquiry, &inquiry->questions[i])) return false;
  return true;
}

static bool run(Inquiry *inquiry) {
  const AskPlan *plan = inquiry->order->plan;
  for (uint32_t i = 0; i < plan->n; i++)
    (void)add_question(inquiry, plan->kinds[i]);
  send_answers(inquiry);
  if (!prepare_from(inquiry, 0)) return false;
  send_answers(inquiry);
  decide_from(inquiry, 0);
  if (plan->n == 1) return true;
  uint32_t first = inquiry->n;
  for (uint32_t i = 0; i < first; i++) {
    uint32_t left = left_of(&inquiry->questions[i]);
    if (left && !inquiry->questions[i].is_followed)
      (void)add_question(inquiry, left);
  }
  if (inquiry->n == first) return true;
  if (!prepare_from(inquiry, first)) return false;
  decide_from(inquiry, first);
  return true;
}

bool ask_run(const AskOrder *order, ExitCode *code) {
  require(order->plan->n > 0 && order->plan->n <= ASK_MOST);
  Inquiry inquiry = {.order = order};
  arena_init(&inquiry.texts, order->mem);
  bool good = run(&inquiry);
  if (good) {
    Answers answers = {
        .order = order, .questions = inquiry.questions, .n = inquiry.n};
    *code = answers_end(&answers);
  }
  for (uint32_t i = 0; i < inquiry.n; i++) question_done(&inquiry.questions[i]);
  for (uint32_t i = 0; i < ASK_VIEWS; i++)
    if (inquiry.reads[i]) prog_free(inquiry.reads[i]);
  arena_done(&inquiry.texts);
  return good;
}
