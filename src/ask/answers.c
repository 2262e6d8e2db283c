/* SPDX-License-Identifier: MIT
 *
 * Answers: one for each property that is asked about.
 *
 * A proof says that no run violates its property before something else ends
 * the run.  What ends a run: a division by zero (the processor traps), for the
 * properties that are not of memory a bad access (their proofs have the premise
 * that there is none), for accesses a bad free and the other way round.  If
 * those properties are proved, too, then none of them is violated first, in no
 * run: all proofs hold in every run.  Otherwise the proof holds up to the first
 * violation of what is not proved, and says so. */
#include "ask/answers.h"

#include "check/artifacts.h"

static bool verdict_of(const Question *q, Verdict *out, Text *room) {
  if (!q->records.has[SUP_VERDICT]) return false;
  text_clear(room);
  text_add(room, text_get(&q->records.text[SUP_VERDICT]));
  return verdict_unpack(out, room);
}

PropertyKind answers_violated(const Question *q) {
  Text room;
  Verdict verdict;
  text_init(&room, q->records.text[0].mem);
  PropertyKind kind = PROPERTY_COUNT;
  if (verdict_of(q, &verdict, &room) && verdict.kind == VERDICT_FALSE)
    kind = prog_property_by_name(verdict.property);
  text_done(&room);
  return kind;
}

/* ---- states ---- */

/* Nothing in the program could violate it, whatever becomes of what it is
 * asked together with. */
static bool is_idle(const Question *q, PropertyKind kind) {
  const ProgChecks *checks = &q->snapshots.checks;
  return q->snapshots.resolved && !(checks->kinds >> kind & 1) &&
         !checks->is_unsupported && !checks->is_partial;
}

/* The question that answers for the property: the last one that was asked. */
static const Question *asked_last(const Answers *a, PropertyKind kind) {
  const Question *first = NULL;
  for (uint32_t i = 0; i < a->n; i++) {
    const Question *q = &a->questions[i];
    if (!(q->property.kinds >> kind & 1)) continue;
    if (answers_violated(q) == kind) return q;
    first = q;
  }
  return first;
}

/* What became of the question for it. */
static RepState state_asked(const Answers *a, PropertyKind kind) {
  const Question *q = asked_last(a, kind);
  Text room;
  Verdict verdict;
  RepState state = ANSWER_OPEN;
  text_init(&room, a->order->mem);
  if (q->state == QUESTION_ENDED) {
    state = ANSWER_UNDECIDED;
    bool has = verdict_of(q, &verdict, &room);
    if (has && verdict.kind == VERDICT_TRUE) state = ANSWER_PROVED;
    if (has && verdict.kind == VERDICT_FALSE)
      state = answers_violated(q) == kind ? ANSWER_VIOLATED : ANSWER_OPEN;
  }
  text_done(&room);
  return state;
}

static RepState state_of(const Answers *a, PropertyKind kind) {
  return is_idle(asked_last(a, kind), kind) ? ANSWER_PROVED
                                            : state_asked(a, kind);
}

/* ---- what ends a run ---- */

static const uint32_t memory =
    1u << PROPERTY_VALID_DEREF | 1u << PROPERTY_VALID_FREE;

/* A division may overflow, which traps, too. */
static bool divides(const Answers *a) {
  for (uint32_t i = 0; i < a->n; i++) {
    const SiteList *sites = &a->questions[i].snapshots.sites;
    for (uint32_t k = 0; k < sites->n; k++)
      if (sites->at[k].property == PROPERTY_NO_OVERFLOW &&
          strstr(sites->at[k].message, "division"))
        return true;
  }
  return false;
}

/* Violations of other properties that end a run before this one is. */
static uint32_t enders(const Answers *a, const Question *q) {
  uint32_t kinds = memory | 1u << PROPERTY_NO_DIV_ZERO;
  if (divides(a)) kinds |= 1u << PROPERTY_NO_OVERFLOW;
  return kinds & ~q->property.kinds & ask_kinds(a->order->plan);
}

/* The set of properties up to whose first violation each is proved. */
static void find_limits(const Answers *a, uint32_t limits[PROPERTY_COUNT]) {
  uint32_t asked = ask_kinds(a->order->plan);
  bool changed = true;
  memset(limits, 0, sizeof *limits * PROPERTY_COUNT);
  while (changed) {
    changed = false;
    for (int kind = 0; kind < PROPERTY_COUNT; kind++) {
      if (!(asked >> kind & 1)) continue;
      const Question *q = asked_last(a, (PropertyKind)kind);
      uint32_t ends = enders(a, q), more = 0;
      for (int other = 0; other < PROPERTY_COUNT; other++)
        if (ends >> other & 1)
          more |= state_of(a, (PropertyKind)other) == ANSWER_PROVED
                      ? limits[other]
                      : 1u << other;
      more &= ~(1u << kind);
      changed |= (more & ~limits[kind]) != 0;
      limits[kind] |= more;
    }
  }
}

/* ---- one answer ---- */

static const char *names_in(Arena *texts, uint32_t kinds) {
  Text names;
  text_init(&names, texts->mem);
  for (int kind = 0; kind < PROPERTY_COUNT; kind++)
    if (kinds >> kind & 1)
      text_printf(&names, "%s%s", names.n ? ", " : "",
                  prog_property_name((PropertyKind)kind));
  const char *copy = arena_strdup(texts, text_get(&names));
  text_done(&names);
  return copy;
}

static const char *site_verdict(const RepAnswer *answer, const char *place) {
  if (answer->state == ANSWER_PROVED) return "proved";
  if (answer->state == ANSWER_VIOLATED && strcmp(place, answer->place) == 0)
    return "violated";
  return answer->state == ANSWER_VIOLATED ? "not decided beside the violation"
                                          : "undecided";
}

static const char *list_sites(Arena *texts, const Question *q,
                              PropertyKind kind, const RepAnswer *answer) {
  Text lines, place;
  text_init(&lines, texts->mem);
  text_init(&place, texts->mem);
  for (uint32_t i = 0; i < q->snapshots.sites.n; i++) {
    const Site *site = &q->snapshots.sites.at[i];
    if (site->property != kind) continue;
    text_clear(&place);
    prog_print_loc(&place, q->snapshots.program, site->loc);
    text_printf(&lines, "    %s  %s  (%s)\n", text_get(&place),
                site_verdict(answer, text_get(&place)), site->message);
  }
  const char *copy = arena_strdup(texts, text_get(&lines));
  text_done(&lines);
  text_done(&place);
  return copy;
}

static const char *record(const Question *q, SupRecord kind, Arena *texts) {
  return arena_strdup(
      texts, q->records.has[kind] ? text_get(&q->records.text[kind]) : "");
}

static void set_error(RepAnswer *answer, const Question *q, Arena *texts) {
  char *error = (char *)record(q, SUP_ERROR, texts);
  char *message = strchr(error, '\n');
  if (!message) return;
  *message++ = 0;
  answer->place = error;
  answer->message = message;
}

static void set_reason(RepAnswer *answer, const Question *q, Arena *texts) {
  Text room;
  Verdict verdict;
  text_init(&room, texts->mem);
  bool has = verdict_of(q, &verdict, &room);
  answer->code = has ? verdict.code : EXIT_INTERNAL;
  answer->reason = has ? arena_strdup(texts, verdict.reason)
                       : "its engines ended without a word";
  text_done(&room);
}

static RepAnswer answer_for(const Answers *a, PropertyKind kind,
                            const uint32_t limits[PROPERTY_COUNT],
                            Arena *texts) {
  const Question *q = asked_last(a, kind);
  RepAnswer answer = {.state = state_of(a, kind),
                      .weight = a->order->plan->warns >> kind & 1
                                    ? ANSWER_WARNS
                                    : ANSWER_MATTERS,
                      .n_sites = prog_count_sites(&q->snapshots.sites, kind),
                      .property = prog_property_name(kind),
                      .until = "",
                      .place = "",
                      .message = "",
                      .reason = "",
                      .part = "",
                      .page = "",
                      .premises = "",
                      .tried = "",
                      .sites = ""};
  if (answer.state == state_asked(a, kind) && answer.state != ANSWER_OPEN) {
    answer.part = record(q, SUP_BODY, texts);
    answer.page = record(q, SUP_PAGE, texts);
    answer.premises = record(q, SUP_PREMISES, texts);
  }
  if (answer.state == ANSWER_PROVED)
    answer.until = names_in(texts, limits[kind]);
  if (answer.state == ANSWER_VIOLATED) set_error(&answer, q, texts);
  if (answer.state == ANSWER_UNDECIDED) set_reason(&answer, q, texts);
  if (answer.state == ANSWER_UNDECIDED || answer.state == ANSWER_OPEN)
    answer.tried = record(q, SUP_TRIED, texts);
  if (a->order->lists_sites && q->snapshots.program)
    answer.sites = list_sites(texts, q, kind, &answer);
  return answer;
}

/* A question alone is answered under the user's name for it. */
static RepAnswer answer_together(const Answers *a, Arena *texts) {
  const Question *q = &a->questions[0];
  PropertyKind violated = answers_violated(q), kind = PROPERTY_UNREACH_CALL;
  uint32_t limits[PROPERTY_COUNT] = {0}, n = 0;
  for (int k = 0; k < PROPERTY_COUNT; k++)
    if (q->property.kinds >> k & 1) {
      if (!n) kind = (PropertyKind)k;
      n += prog_count_sites(&q->snapshots.sites, (PropertyKind)k);
    }
  RepAnswer answer =
      answer_for(a, violated < PROPERTY_COUNT ? violated : kind, limits, texts);
  if (violated == PROPERTY_COUNT) answer.property = a->order->report.property;
  answer.n_sites = n;
  return answer;
}

/* ---- all of them ---- */

static void collect(const Answers *a, RepAnswers *out, Arena *texts) {
  uint32_t limits[PROPERTY_COUNT];
  const AskPlan *plan = a->order->plan;
  if (plan->n == 1) {
    VEC_PUSH(texts->mem, out, answer_together(a, texts));
    return;
  }
  find_limits(a, limits);
  for (uint32_t i = 0; i < plan->n; i++)
    for (int kind = 0; kind < PROPERTY_COUNT; kind++)
      if (plan->kinds[i] >> kind & 1)
        VEC_PUSH(texts->mem, out,
                 answer_for(a, (PropertyKind)kind, limits, texts));
}

static void send_list(const Answers *a, const RepAnswers *list) {
  Text packed;
  text_init(&packed, a->order->mem);
  rep_answers_pack(&packed, list);
  sup_send(a->order->link, SUP_ANSWERS, text_get(&packed), packed.n);
  text_done(&packed);
}

void answers_send(const Answers *a) {
  Arena texts;
  RepAnswers list = {0};
  arena_init(&texts, a->order->mem);
  collect(a, &list, &texts);
  send_list(a, &list);
  VEC_DONE(texts.mem, &list);
  arena_done(&texts);
}

/* Of a single question all that it sent. */
static void forward(const Answers *a) {
  const Question *q = &a->questions[0];
  for (int kind = 0; kind < SUP_RECORDS; kind++)
    if (q->records.has[kind])
      sup_send(a->order->link, (SupRecord)kind,
               text_get(&q->records.text[kind]), q->records.text[kind].n);
}

/* Of several the statistics, an object for each. */
static void send_stats(const Answers *a) {
  Text members;
  Json json;
  text_init(&members, a->order->mem);
  json_init_members(&json, &members);
  json_line(&json, 2);
  json_key_object(&json, "properties");
  for (uint32_t i = 0; i < a->n; i++) {
    const Question *q = &a->questions[i];
    if (!q->records.has[SUP_STATS]) continue;
    json_line(&json, 4);
    json_key_object(&json, q->name);
    json_members(&json, text_get(&q->records.text[SUP_STATS]));
    json_close(&json);
  }
  json_close(&json);
  json_done(&json);
  sup_send(a->order->link, SUP_STATS, text_get(&members), members.n);
  text_done(&members);
}

ExitCode answers_end(const Answers *a) {
  Arena texts;
  Text words;
  RepAnswers list = {0};
  arena_init(&texts, a->order->mem);
  text_init(&words, a->order->mem);
  collect(a, &list, &texts);
  send_list(a, &list);
  if (a->order->plan->n == 1)
    forward(a);
  else
    send_stats(a);
  for (uint32_t i = 0; i < list.n; i++)
    if (list.at[i].state == ANSWER_OPEN) list.at[i].state = ANSWER_UNDECIDED;
  ExitCode code = rep_answers_verdict(&list, &words).code;
  VEC_DONE(texts.mem, &list);
  text_done(&words);
  arena_done(&texts);
  return code;
}
