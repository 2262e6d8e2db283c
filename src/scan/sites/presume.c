/* SPDX-License-Identifier: MIT
 *
 * What holds if the program's data is as the program keeps it.
 *
 * Where a check can fail only in states that nothing in the program makes
 * (encode/function/kept.c), it is proved under the premise that there are no
 * such states, and the premise is told with the result: which member, global,
 * parameter or result has to be what.
 *
 * Idea.  Ask for a counterexample; if one of the variables that it depends on
 * breaks what is kept in its slot, add that this is not so and ask again.  What
 * was added in the end is what the proof rests on; what it does not need is
 * taken out again, as long as there is little of it. */
#include "scan/sites/sites_int.h"

enum { ROUNDS_MOST = 40, TRIED_MOST = 8 };

/* What was added, and the slots it rests on. */
typedef struct Premise {
  Term held;
  uint32_t first, n; /* in `slots` */
} Premise;

typedef struct Presuming {
  Session *session;
  Term formula;
  Budget *budget;
  EncSlots slots;
  Vec(Premise) all;
} Presuming;

/* What goes round a loop of a function is judged by what the function is
 * passed, too. */
static void note_entry(Session *session, const EncLeaf *leaf) {
  if (leaf->kind == ENC_LEAF_LOOP && !leaf->is_memory)
    sites_use(session->sites,
              enc_exec_activation(session->exec, leaf->activation)->func,
              SITE_USED_ENTRY);
}

/* Something that the assignment breaks; false: there is nothing. */
static bool add_broken(Presuming *p) {
  Session *session = p->session;
  const TermList *support = struct_support(session->engine);
  for (uint32_t i = 0; i < support->n; i++) {
    const EncLeaf *leaf = enc_exec_leaf(session->exec, support->at[i]);
    if (!leaf || struct_meaning(session->engine, support->at[i]).id) continue;
    Premise made = {.first = p->slots.n};
    note_entry(session, leaf);
    made.held = enc_exec_kept(session->exec, leaf, &p->slots);
    made.n = p->slots.n - made.first;
    if (!term_is_true(made.held) &&
        !struct_value(session->engine, made.held).bits) {
      VEC_PUSH(session->sites->mem, &p->all, made);
      return true;
    }
    p->slots.n = made.first;
  }
  return false;
}

/* The question under all premises but one. */
static Term question(const Presuming *p, uint32_t without) {
  Term all = p->formula;
  for (uint32_t i = 0; i < p->all.n; i++)
    if (i != without && p->all.at[i].held.id)
      all = term_and(p->session->store, all, p->all.at[i].held);
  return all;
}

static StructAnswer ask(Presuming *p, uint32_t without) {
  return struct_check(p->session->engine, question(p, without), p->budget);
}

static bool find_premises(Presuming *p) {
  for (uint32_t round = 0; round < ROUNDS_MOST; round++) {
    StructAnswer answer = ask(p, UINT32_MAX);
    if (answer.status == STRUCT_IMPOSSIBLE) return p->all.n > 0;
    if (answer.status == STRUCT_UNKNOWN && !answer.open.id) return false;
    if (!add_broken(p)) return false;
  }
  return false;
}

/* The last one was needed, or it would not have been added. */
static void drop_needless(Presuming *p) {
  assert(p->all.n > 0);
  if (p->all.n > TRIED_MOST) return;
  for (uint32_t i = 0; i + 1 < p->all.n; i++)
    if (ask(p, i).status == STRUCT_IMPOSSIBLE) p->all.at[i].held = TERM_NONE;
}

/* Adds a line that is not there yet. */
static void add_line(Text *out, const char *line) {
  size_t n = strlen(line);
  assert(n > 0 && !strchr(line, '\n'));
  for (const char *at = text_get(out); *at; at = strchr(at, '\n') + 1)
    if (strncmp(at, line, n) == 0 && at[n] == '\n') return;
  text_printf(out, "%s\n", line);
}

static void put_premises(Presuming *p, Text *out) {
  Text line;
  text_init(&line, p->session->sites->mem);
  for (uint32_t i = 0; i < p->all.n; i++)
    for (uint32_t k = 0; p->all.at[i].held.id && k < p->all.at[i].n; k++) {
      text_clear(&line);
      enc_put_slot(&line, p->session->sites->facts,
                   p->slots.at[p->all.at[i].first + k]);
      add_line(out, text_get(&line));
    }
  text_done(&line);
}

void sites_set_proved(SiteResult *result) {
  result->status = SITE_PROVED;
  result->cause = SITE_CAUSE_NONE;
  result->reason = result->presumes = "";
  result->by = SITE_BY_SOLVER;
  result->steps = NULL;
  result->plan = NULL;
  result->subject = (SiteSubject){0};
  result->n_steps = 0;
}

bool sites_presume(Session *session, Term formula, Budget *budget,
                   SiteResult *result) {
  require(term_is_bool(session->store, formula));
  Sites *s = session->sites;
  Presuming p = {.session = session, .formula = formula, .budget = budget};
  double start = clock_cpu();
  session->budget = budget;
  bool is_found = find_premises(&p);
  assert(!is_found || p.slots.n > 0);
  if (is_found) {
    Text words;
    text_init(&words, s->mem);
    drop_needless(&p);
    put_premises(&p, &words);
    sites_set_proved(result);
    result->presumes = arena_strdup(&s->arena, text_get(&words));
    text_done(&words);
  }
  session->budget = NULL;
  VEC_DONE(s->mem, &p.slots);
  VEC_DONE(s->mem, &p.all);
  result->seconds += clock_cpu() - start;
  return is_found;
}
