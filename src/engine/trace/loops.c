/* SPDX-License-Identifier: MIT
 *
 * Closing loops: parent-child subsumption with path-based invariants.
 *
 * A frame c reaches a loop head whose point is already on the path, at frame
 * h.  The facts of h's state are the candidates.  Over the one path from h to
 * c, those that do not survive are deleted (marked min), by Houdini: as long as
 * the rest, with the path, leaves some of them open at c, delete what the model
 * falsifies.  What is left is individually invariant on this path, and is the
 * strongest such subset.  Candidates that slacken or add up facts are there
 * from the start; when an equality goes, its halves may stay.
 *
 * h then becomes abstract: its state is the invariant and nothing more, and it
 * starts again.  A later path that falsifies more starts it again with less.
 * Only when every path closes without a change is h done; so what was memoised
 * below it always belongs to its final invariant.  A fact that is locked
 * (marked max) may not be deleted: then c does not close and the loop is
 * unrolled there. */
#include "engine/shared/literal.h"
#include "engine/trace/walk.h"

enum {
  MOST_SUMMED = 8, /* facts that are added up in pairs */
  MOST_FACTS = 120,
  MOST_TRIED = 3, /* heads above that may become weaker for one frame */
  OFTEN = 2       /* locks of a variable before it is locked at once */
};

static bool has_fact(const TraceHead *head, Term term) {
  for (uint32_t i = 0; i < head->facts.n; i++)
    if (term_same(head->facts.at[i].term, term)) return true;
  return false;
}

typedef enum Origin { FROM_STATE, FROM_FACTS } Origin;

static void add_fact(Trace *t, TraceHead *head, Term term, Origin origin) {
  if (term_is_true(term) || has_fact(head, term)) return;
  TraceFact fact = {.term = term, .derived = origin == FROM_FACTS};
  VEC_PUSH(t->mem, &head->facts, fact);
}

/* ---- candidates ---- */

static void try_candidate(Trace *t, Term candidate) {
  TraceFrame *f = trace_top(t);
  if (has_fact(f->head, candidate)) return;
  if (trace_entails(t, trace_apply(t, f, candidate)))
    add_fact(t, f->head, candidate, FROM_FACTS);
}

/* a <= b, weakened by one: a <= b + 1. */
static void weaken_by_one(Trace *t, Term literal, TermList *out) {
  TermKind kind = term_kind(t->store, literal);
  if ((kind != TERM_SLT && kind != TERM_ULT) || !term_is_negated(literal))
    return;
  Term b = term_child(t->store, literal, 0),
       a = term_child(t->store, literal, 1);
  Term more =
      term_add(t->store, b, term_u64(t->store, 1, term_width(t->store, b)));
  trace_list_add(t, out,
                 kind == TERM_SLT ? term_sle(t->store, a, more)
                                  : term_ule(t->store, a, more));
}

/* The condition of the loop, made weaker by one, often bounds what the loop
 * counts. */
static void try_guards(Trace *t) {
  TraceFrame *f = trace_top(t);
  const TracePoint *point = trace_point(t, f);
  TermList parts = {0}, weak = {0};
  for (uint32_t o = 0; o < point->out.n; o++) {
    const TraceStep *step = &t->all->steps.at[point->out.at[o]];
    VEC_CLEAR(&parts);
    term_conjuncts(t->store, step->guard, &parts);
    for (uint32_t i = 0; i < parts.n; i++) {
      if (trace_has_input(t->all, step, parts.at[i])) continue;
      trace_slacken(t, parts.at[i], &weak);
      trace_slacken(t, term_not(parts.at[i]), &weak);
      weaken_by_one(t, parts.at[i], &weak);
    }
  }
  for (uint32_t i = 0; i < weak.n && !t->stopped; i++)
    try_candidate(t, weak.at[i]);
  VEC_DONE(t->mem, &parts);
  VEC_DONE(t->mem, &weak);
}

void trace_enter_head(Trace *t) {
  require(trace_point(t, trace_top(t))->is_head);
  TraceFrame *f = trace_top(t);
  if (f->head) return;
  f->head = MEM_NEW(t->mem, TraceHead);
  f->head->floor = f->floor;
  f->head->n_constraints = f->n_constraints;
  const TermList *hints = &t->hints[f->point];
  for (uint32_t i = 0; i < hints->n && !t->stopped; i++)
    try_candidate(t, hints->at[i]);
  try_guards(t);
}

void trace_head_free(Trace *t, TraceFrame *f) {
  TraceHead *head = f->head;
  if (!head) return;
  if (head->arrival)
    MEM_FREE_ARRAY(t->mem, head->arrival, trace_point(t, f)->n_vars);
  VEC_DONE(t->mem, &head->facts);
  VEC_DONE(t->mem, &head->kept);
  MEM_DELETE(t->mem, head);
  f->head = NULL;
}

/* The variable that the fact equates with a constant, or none. */
static Term constant_var(const Trace *t, Term fact) {
  if (term_kind(t->store, fact) != TERM_EQ || term_is_negated(fact))
    return TERM_NONE;
  Term a = term_child(t->store, fact, 0), b = term_child(t->store, fact, 1);
  if (term_is_const(t->store, a) && term_is_var(t->store, b)) return b;
  if (term_is_const(t->store, b) && term_is_var(t->store, a)) return a;
  return TERM_NONE;
}

uint64_t *trace_needed(Trace *t, uint32_t point, Term equality) {
  assert(point < t->all->points.n && term_is_bool(t->store, equality));
  Term var = constant_var(t, equality);
  if (!var.id) return NULL;
  uint64_t key = (uint64_t)point << 32 | var.id;
  uint64_t *count = map_find(&t->needed, key);
  return count ? count : map_put(&t->needed, key, 0);
}

/* A variable whose constant had to be locked again and again at this point is
 * locked from the start. */
static void lock_needed(Trace *t, const TraceFrame *f) {
  for (uint32_t i = 0; i < f->head->facts.n; i++) {
    TraceFact *fact = &f->head->facts.at[i];
    const uint64_t *count = trace_needed(t, f->point, fact->term);
    if (count && *count >= OFTEN) fact->mark = TRACE_MAX;
  }
}

static void make_facts(Trace *t, TraceFrame *f) {
  TraceHead *head = f->head;
  assert(head && !head->abstract == !head->arrival);
  if (head->made) return;
  head->made = true;
  const TermList *facts = trace_facts(t, f);
  TermList weak = {0};
  for (uint32_t i = 0; i < facts->n; i++) {
    add_fact(t, head, facts->at[i], FROM_STATE);
    trace_slacken(t, facts->at[i], &weak);
  }
  for (uint32_t i = 0; i < weak.n; i++)
    add_fact(t, head, weak.at[i], FROM_FACTS);
  lock_needed(t, f);
  VEC_DONE(t->mem, &weak);
}

static bool is_equality(const Trace *t, Term term) {
  return term_kind(t->store, term) == TERM_EQ && !term_is_negated(term);
}

static bool is_inequality(const Trace *t, Term term) {
  TermKind kind = term_kind(t->store, term);
  return kind == TERM_SLT || kind == TERM_ULT || kind == TERM_LIN_LE;
}

/* Facts of the state about variables that the path changes. */
static void choose_facts(Trace *t, const TraceFrame *h, const Term *before,
                         const Term *after, TermList *chosen) {
  const TracePoint *point = trace_point(t, h);
  TermList changed = {0};
  for (uint32_t i = 0; i < point->n_vars; i++)
    if (!term_same(before[i], after[i]))
      VEC_PUSH(t->mem, &changed, point->vars[i]);
  for (uint32_t i = 0; i < h->head->facts.n && chosen->n < MOST_SUMMED; i++) {
    Term fact = h->head->facts.at[i].term;
    TermList vars = {0};
    bool touched = false;
    if (h->head->facts.at[i].derived) continue;
    if (is_equality(t, fact) || is_inequality(t, fact))
      term_vars(t->store, fact, &vars);
    for (uint32_t k = 0; k < vars.n; k++)
      touched |= trace_list_has(&changed, vars.at[k]);
    if (touched) VEC_PUSH(t->mem, chosen, fact);
    VEC_DONE(t->mem, &vars);
  }
  VEC_DONE(t->mem, &changed);
  assert(chosen->n <= MOST_SUMMED);
}

/* Sums of two facts, one an equality, about variables that the path changes:
 * so x = n, y = 0 gives x + y = n, and n <= x, y = 0 gives n <= x + y. */
static void add_sums(Trace *t, const TraceFrame *h, const Term *before,
                     const Term *after) {
  TermList chosen = {0};
  choose_facts(t, h, before, after, &chosen);
  for (uint32_t i = 0; i < chosen.n; i++)
    for (uint32_t k = i + 1; k < chosen.n; k++) {
      bool first = is_equality(t, chosen.at[i]);
      bool second = is_equality(t, chosen.at[k]);
      if (!first && !second) continue;
      Term sums[LITERAL_MOST_SUMS];
      uint32_t n = literal_sums(t->store, chosen.at[i], chosen.at[k], sums);
      for (uint32_t s = 0; s < n && h->head->facts.n < MOST_FACTS; s++)
        if (first && second ? is_equality(t, sums[s])
                            : is_inequality(t, sums[s]))
          add_fact(t, h->head, sums[s], FROM_FACTS);
    }
  VEC_DONE(t->mem, &chosen);
}

/* What a path that adds constants to x and y keeps: dy*x - dx*y. */
static void add_slope(Trace *t, const TraceFrame *h, const Term *arrival,
                      const Term *deltas, uint32_t x, uint32_t y) {
  assert(x != y);
  const TracePoint *point = trace_point(t, h);
  TermStore *store = t->store;
  Term kept = term_sub(store, term_mul(store, deltas[y], point->vars[x]),
                       term_mul(store, deltas[x], point->vars[y]));
  Term was = term_sub(store, term_mul(store, deltas[y], arrival[x]),
                      term_mul(store, deltas[x], arrival[y]));
  if (!term_is_const(store, was)) return;
  Term fact = literal_normal(store, term_eq(store, kept, was));
  add_fact(t, h->head, fact, FROM_FACTS);
}

static void add_slopes(Trace *t, const TraceFrame *h, const Term *before,
                       const Term *after) {
  const TracePoint *point = trace_point(t, h);
  const Term *arrival = h->head->arrival ? h->head->arrival : h->values;
  uint32_t chosen[MOST_SUMMED], n = 0;
  Term *deltas = MEM_ARRAY(t->mem, Term, point->n_vars);
  for (uint32_t i = 0; i < point->n_vars && n < MOST_SUMMED; i++) {
    Sort sort = term_sort(t->store, before[i]);
    if (term_same(before[i], after[i]) || sort_kind(sort) != SORT_BV ||
        sort_width(sort) > 64)
      continue;
    deltas[i] = term_sub(t->store, after[i], before[i]);
    if (term_is_const(t->store, deltas[i])) chosen[n++] = i;
  }
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = i + 1; k < n; k++)
      if (sort_same(term_sort(t->store, before[chosen[i]]),
                    term_sort(t->store, before[chosen[k]])))
        add_slope(t, h, arrival, deltas, chosen[i], chosen[k]);
  MEM_FREE_ARRAY(t->mem, deltas, point->n_vars);
}

/* ---- which facts survive the path ---- */

/* How the state at c depends on the one at h. */
typedef struct Passage {
  TermList base; /* constraints, without the facts at h */
  Term *before;  /* symbols at h; NULL: c does not depend on h */
  Term *after;   /* values at c */
  TraceWalk walk;
} Passage;

/* Is there an abstract head between, where all that h said was forgotten? */
static bool is_cut_off(const Trace *t, uint32_t h, uint32_t c) {
  for (uint32_t i = h + 1; i < c; i++)
    if (t->stack.at[i].head && t->stack.at[i].head->abstract) return true;
  return false;
}

static void passage_init(Trace *t, Passage *p, uint32_t h, uint32_t c) {
  assert(h < c && c < t->stack.n &&
         t->stack.at[h].point == t->stack.at[c].point);
  *p = (Passage){0};
  TraceFrame *from = &t->stack.at[h], *to = &t->stack.at[c];
  if (is_cut_off(t, h, c)) {
    for (uint32_t i = to->floor; i < to->n_constraints; i++)
      VEC_PUSH(t->mem, &p->base, t->constraints.at[i]);
    p->after = to->values;
    return;
  }
  trace_walk_fresh(t, &p->walk, from->point);
  trace_walk_frames(t, &p->walk, h, c);
  VEC_PUSH(t->mem, &p->base, trace_seed(t, from->point, p->walk.start));
  for (uint32_t i = 0; i < p->walk.guards.n; i++)
    VEC_PUSH(t->mem, &p->base, p->walk.guards.at[i]);
  p->before = p->walk.start;
  p->after = p->walk.values;
}

static void passage_done(Trace *t, Passage *p) {
  VEC_DONE(t->mem, &p->base);
  trace_walk_done(t, &p->walk);
}

/* A fact at h, and at c, over symbols. */
typedef struct Images {
  TermList at_head, at_child; /* by fact */
} Images;

static void images_init(Trace *t, Images *images, uint32_t point,
                        const TraceHead *head, const Passage *p) {
  *images = (Images){0};
  TermMap *child = trace_point_map(t, point, p->after);
  TermMap *parent = p->before ? trace_point_map(t, point, p->before) : NULL;
  for (uint32_t i = 0; i < head->facts.n; i++) {
    Term term = head->facts.at[i].term;
    VEC_PUSH(t->mem, &images->at_child, term_map_apply(child, term));
    VEC_PUSH(t->mem, &images->at_head,
             parent ? term_map_apply(parent, term) : term_true());
  }
  term_map_free(child);
  if (parent) term_map_free(parent);
  assert(images->at_head.n == head->facts.n &&
         images->at_child.n == head->facts.n);
}

static void images_done(Trace *t, Images *images) {
  VEC_DONE(t->mem, &images->at_head);
  VEC_DONE(t->mem, &images->at_child);
}

/* Ask once whether all facts in force follow at c; if not, the model's values
 * delete some.  SMT_UNSAT: they follow. */
static SmtResult ask_facts(Trace *t, const Passage *p, const Images *images,
                           uint8_t *in_force, uint32_t n) {
  assert(n == images->at_head.n);
  TermList open = {0}, query = {0};
  for (uint32_t i = 0; i < n; i++)
    if (in_force[i]) {
      VEC_PUSH(t->mem, &query, images->at_head.at[i]);
      VEC_PUSH(t->mem, &open, images->at_child.at[i]);
    }
  for (uint32_t i = 0; i < p->base.n; i++)
    VEC_PUSH(t->mem, &query, p->base.at[i]);
  Term goal = term_and_n(t->store, open.at, open.n);
  VEC_PUSH(t->mem, &query, term_not(goal));
  SmtResult result = SMT_UNSAT;
  if (!term_is_true(goal)) result = trace_check(t, &t->path, query.at, query.n);
  if (result == SMT_SAT)
    for (uint32_t i = 0; i < n; i++)
      if (in_force[i] && !smt_is_true(t->path.smt, images->at_child.at[i]))
        in_force[i] = 0;
  VEC_DONE(t->mem, &open);
  VEC_DONE(t->mem, &query);
  return result;
}

static bool keeps_locked(const TraceHead *head, const uint8_t *in_force) {
  for (uint32_t i = 0; i < head->facts.n; i++)
    if (head->facts.at[i].mark == TRACE_MAX && !in_force[i]) return false;
  return true;
}

/* The largest set of facts that follows at c from itself at h; false: it does
 * not contain what is locked. */
static bool houdini(Trace *t, const TraceHead *head, const Passage *p,
                    const Images *images, uint8_t *in_force) {
  for (uint32_t i = 0; i < head->facts.n; i++)
    in_force[i] = head->facts.at[i].mark != TRACE_MIN;
  for (;;) {
    SmtResult result = ask_facts(t, p, images, in_force, head->facts.n);
    if (result == SMT_UNSAT) return true;
    if (result == SMT_UNKNOWN || !keeps_locked(head, in_force)) return false;
  }
}

/* ---- becoming abstract ---- */

/* Facts that the others imply are spared: later candidates first. */
static void find_spare(Trace *t, TraceHead *head) {
  for (uint32_t i = head->facts.n; i-- > 0;) {
    TraceFact *fact = &head->facts.at[i];
    fact->spare = false;
    if (fact->mark == TRACE_MIN) continue;
    TermList query = {0};
    for (uint32_t k = 0; k < head->facts.n; k++) {
      const TraceFact *other = &head->facts.at[k];
      if (k != i && other->mark != TRACE_MIN && !(k > i && other->spare))
        VEC_PUSH(t->mem, &query, other->term);
    }
    VEC_PUSH(t->mem, &query, term_not(fact->term));
    fact->spare = trace_check(t, &t->local, query.at, query.n) == SMT_UNSAT;
    VEC_DONE(t->mem, &query);
    if (t->stopped) return;
  }
}

static void make_abstract(Trace *t, uint32_t h, const uint8_t *in_force) {
  assert(h < t->stack.n && t->stack.at[h].head);
  TraceHead *head = t->stack.at[h].head;
  for (uint32_t i = 0; i < head->facts.n; i++)
    if (!in_force[i]) head->facts.at[i].mark = TRACE_MIN;
  find_spare(t, head);
  VEC_CLEAR(&head->kept);
  for (uint32_t i = 0; i < head->facts.n; i++)
    if (head->facts.at[i].mark != TRACE_MIN && !head->facts.at[i].spare)
      VEC_PUSH(t->mem, &head->kept, head->facts.at[i].term);
  head->abstract = true;
  if (!t->stopped) trace_restart(t, h);
}

/* ---- closing ---- */

/* Does the top frame's state entail the invariant of an abstract head? */
static bool entails_invariant(Trace *t, const TraceHead *head) {
  TraceFrame *c = trace_top(t);
  for (uint32_t i = 0; i < head->kept.n; i++)
    if (!trace_entails(t, trace_apply(t, c, head->kept.at[i]))) return false;
  return !t->stopped;
}

/* Close over h by giving up facts of h. */
static TraceClosed try_to_close(Trace *t, uint32_t h) {
  assert(h + 1 < t->stack.n);
  uint32_t c = t->stack.n - 1;
  TraceFrame *from = &t->stack.at[h];
  TraceHead *head = from->head;
  Passage p;
  Images images;
  passage_init(t, &p, h, c);
  if (p.before) {
    add_sums(t, from, p.before, p.after);
    add_slopes(t, from, p.before, p.after);
  }
  images_init(t, &images, from->point, head, &p);
  uint8_t *in_force = MEM_ARRAY(t->mem, uint8_t, head->facts.n);
  uint32_t n = head->facts.n;
  assert(images.at_head.n == n);
  bool closed = houdini(t, head, &p, &images, in_force);
  images_done(t, &images);
  passage_done(t, &p);
  if (closed && !t->stopped) make_abstract(t, h, in_force);
  MEM_FREE_ARRAY(t->mem, in_force, n);
  return closed ? TRACE_RESTART : TRACE_OPEN;
}

/* Does the top frame's own state already break a locked fact of the head? */
static bool breaks_locked(Trace *t, const TraceHead *head) {
  TraceFrame *c = trace_top(t);
  for (uint32_t i = 0; i < head->facts.n; i++) {
    const TraceFact *fact = &head->facts.at[i];
    uint64_t truth = 1;
    if (fact->mark != TRACE_MAX) continue;
    Term here = trace_apply(t, c, fact->term);
    if (term_is_false(here) || (trace_value(t, here, &truth) && !truth))
      return true;
  }
  return false;
}

TraceClosed trace_close(Trace *t, const TermList **invariant) {
  require(trace_point(t, trace_top(t))->is_head);
  uint32_t c = t->stack.n - 1, point = t->stack.at[c].point;
  for (uint32_t h = c; h-- > 0 && !t->stopped;) {
    const TraceFrame *f = &t->stack.at[h];
    assert(f->point != point || f->head);
    if (f->point != point || !f->head->abstract) continue;
    if (!entails_invariant(t, f->head)) continue;
    *invariant = &f->head->kept;
    return TRACE_CLOSED;
  }
  uint32_t tried = 0;
  for (uint32_t h = c; h-- > 0 && tried < MOST_TRIED && !t->stopped;) {
    const TraceFrame *f = &t->stack.at[h];
    if (f->point != point || f->head->concrete) continue;
    make_facts(t, &t->stack.at[h]);
    if (breaks_locked(t, f->head)) continue;
    if (try_to_close(t, h) == TRACE_RESTART) return TRACE_RESTART;
    tried++;
  }
  return TRACE_OPEN;
}
