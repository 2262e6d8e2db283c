/* SPDX-License-Identifier: MIT
 *
 * What the rounds of a loop keep.
 *
 * Problem.  Where the head of a loop forgets what the loop changes, a proof
 * that needs a fact about all rounds is lost: that one number stays below
 * another, that what a search narrows stays between its ends, that a cell is
 * what it was before, since what is written leads elsewhere.
 *
 * Idea [FL01].  Guess facts about the variables of the head, from a few
 * templates over these, what they were before the loop, and what the loop
 * compares.  Then take away what is not so, until what is left holds together:
 * it holds on each edge into the loop, and on each edge back if all that is
 * left held at the heads passed before.  Edges and values are those of the
 * function's own execution (encode/function/heads/heads.c), so that calls,
 * aliases and inner loops mean in these proofs what they mean in the questions
 * that rest on them.  All loops of an activation are taken together: what an
 * inner one keeps may be what the outer one needs.
 *
 * At an edge, facts are presumed of heads before it alone, and of the head
 * itself on its edges back; otherwise they would show themselves.
 *
 * What was proved joins the axioms of the variables it speaks of, for the rest
 * of the session.  That is tried for the loops that an undecided question
 * depends on, with a part of its work.
 *
 * Invariant: what is learnt holds whenever the head is reached; debug builds
 * ask for each fact once more, alone, in a fresh solver. */
#include "scan/sites/sites_int.h"

enum {
  VARS_MOST = 24,   /* of a head */
  FACTS_MOST = 160, /* of a head */
  HEADS_MOST = 12,  /* of a question */
  COMPARED_MOST = 24,
  PASSES_MOST = 24,
  GROWTH_ROUNDS = 3, /* a cell may be read behind an inner loop, and so on */
  ASK_LEAST = 32,    /* work of a question */
  STAGE_WORK = SITE_WORK_A_SECOND / 100,
  EXPANDED_MOST = 6,
  PATIENCE = 2
};

typedef enum Shape {
  FACT_SAME,      /* a is as it was before */
  FACT_NOT_BELOW, /* ... or more, unsigned */
  FACT_NOT_ABOVE,
  FACT_NOT_BELOW_SIGNED,
  FACT_NOT_ABOVE_SIGNED,
  FACT_NOT_NULL, /* a is not */
  FACT_ORDER,    /* a <= b, unsigned */
  FACT_ORDER_SIGNED,
  FACT_DISTANCE,   /* a - b is as it was before */
  FACT_OR_SET,     /* a is as before, or b is not NULL */
  FACT_OR_CHANGED, /* a is not as before, or b is */
  FACT_COMPARED    /* a term over any variables */
} Shape;

typedef struct Fact {
  Shape shape;
  uint32_t head; /* index in heads */
  uint32_t a, b; /* index in its vars */
  Term term;     /* FACT_COMPARED */
  bool is_dropped;
} Fact;

/* A head with its variables, and what they are on its edges. */
typedef struct Head {
  uint32_t number; /* of the execution */
  TermList vars;
  Vec(TermList) values; /* by edge, parallel to vars */
  uint32_t first;       /* the only edge from outside; UINT32_MAX: several */
} Head;

/* What is guessed together: cheap facts first, which others may rest on. */
typedef enum Stage { STAGE_KEPT, STAGE_ALONE, STAGE_PAIRS, STAGES } Stage;

typedef struct Learner {
  Session *session;
  Budget *budget; /* of the stage */
  uint32_t first; /* of its facts; those before are proved, or dropped */
  Struct *engine;
  TermList asked; /* variables that the question depends on */
  Head heads[HEADS_MOST];
  uint32_t n_heads;
  Vec(Fact) facts;
} Learner;

static EncHead head_of(const Learner *l, uint32_t head) {
  assert(head < l->n_heads);
  return enc_exec_head(l->session->exec, l->heads[head].number);
}

/* ---- which loops ---- */

static bool has_head(const Learner *l, uint32_t number) {
  for (uint32_t i = 0; i < l->n_heads; i++)
    if (l->heads[i].number == number) return true;
  return false;
}

static void add_head(Learner *l, uint32_t number) {
  if (l->n_heads == HEADS_MOST || has_head(l, number)) return;
  Head *head = &l->heads[l->n_heads++];
  *head = (Head){.number = number, .first = UINT32_MAX};
  EncHead h = enc_exec_head(l->session->exec, number);
  uint32_t n_outside = 0;
  for (uint32_t e = 0; e < h.n_edges; e++) {
    VEC_PUSH(l->session->sites->mem, &head->values, (TermList){0});
    if (enc_exec_edge(l->session->exec, &h, e).is_back) continue;
    n_outside++;
    head->first = e;
  }
  if (n_outside != 1) head->first = UINT32_MAX;
}

/* Loops that the question depends on, and those around and inside of them, in
 * the activation of the first that was not looked at yet.  false: there is
 * none. */
static bool find_heads(Learner *l) {
  Session *session = l->session;
  const TermList *support = struct_support(session->engine);
  uint32_t activation = UINT32_MAX;
  for (uint32_t i = 0; i < support->n; i++) {
    Term var = support->at[i];
    const EncLeaf *leaf = enc_exec_leaf(session->exec, var);
    uint32_t head = leaf ? enc_leaf_head(session->exec, leaf) : UINT32_MAX;
    if (head == UINT32_MAX || map_find(&session->tried, term_node(var)))
      continue;
    uint32_t of = enc_exec_head(session->exec, head).activation;
    if (activation == UINT32_MAX) activation = of;
    if (of != activation) continue;
    map_put(&session->tried, term_node(var), 1);
    VEC_PUSH(term_store_mem(session->store), &l->asked, var);
    add_head(l, head);
  }
  for (uint32_t i = 0, n = l->n_heads; i < n; i++)
    for (uint32_t k = 0; k < enc_exec_n_heads(session->exec); k++) {
      EncHead head = head_of(l, i), other = enc_exec_head(session->exec, k);
      if (enc_head_is_inside(session->exec, &head, &other) ||
          enc_head_is_inside(session->exec, &other, &head))
        add_head(l, k);
    }
  return l->n_heads > 0;
}

/* ---- their variables ---- */

static bool is_small(const Session *session, Term var) {
  return !term_is_bool(session->store, var) &&
         term_width(session->store, var) <= 64;
}

static bool has_term(const TermList *list, Term t) {
  for (uint32_t i = 0; i < list->n; i++)
    if (term_same(list->at[i], t)) return true;
  return false;
}

static void add_var(Learner *l, Head *head, Term var) {
  Session *session = l->session;
  Mem *mem = term_store_mem(session->store);
  EncHead h = enc_exec_head(session->exec, head->number);
  if (head->vars.n == VARS_MOST || has_term(&head->vars, var)) return;
  VEC_PUSH(mem, &head->vars, var);
  for (uint32_t e = 0; e < head->values.n; e++)
    VEC_PUSH(mem, &head->values.at[e],
             enc_head_value(session->exec, &h, e, var));
}

/* Adds the variable, if it is of one of the heads. */
static void consider(Learner *l, uint32_t leaf) {
  EncExec *exec = l->session->exec;
  Term var = enc_exec_leaf_at(exec, leaf)->var;
  uint32_t number = enc_leaf_head(exec, enc_exec_leaf_at(exec, leaf));
  if (number == UINT32_MAX || !is_small(l->session, var)) return;
  EncHead h = enc_exec_head(exec, number);
  for (uint32_t k = 0; k < l->n_heads; k++)
    if (l->heads[k].number == number &&
        enc_head_has(exec, &h, enc_exec_leaf_at(exec, leaf)))
      add_var(l, &l->heads[k], var);
}

/* What the question depends on, and all that is no memory.  What is read at the
 * edges may be variables of inner loops, which join these. */
static void find_vars(Learner *l) {
  EncExec *exec = l->session->exec;
  uint32_t n = enc_exec_n_leaves(exec), seen = n;
  for (uint32_t i = 0; i < n; i++) {
    const EncLeaf *leaf = enc_exec_leaf_at(exec, i);
    if (leaf->kind == ENC_LEAF_LOOP &&
        (!leaf->is_memory || has_term(&l->asked, leaf->var)))
      consider(l, i);
  }
  for (uint32_t round = 0; round < GROWTH_ROUNDS; round++) {
    n = enc_exec_n_leaves(exec);
    for (uint32_t i = seen; i < n; i++) consider(l, i);
    seen = n;
  }
}

/* ---- facts ---- */

static bool is_pointer(const Learner *l, const Fact *f, uint32_t var) {
  Term t = l->heads[f->head].vars.at[var];
  return enc_exec_leaf(l->session->exec, t)->is_pointer;
}

static Term before(const Learner *l, const Fact *f, uint32_t var) {
  const Head *head = &l->heads[f->head];
  assert(head->first != UINT32_MAX);
  return head->values.at[head->first].at[var];
}

static Term at_most(TermStore *store, Term a, Term b) {
  return term_not(term_ult(store, b, a));
}

static Term at_most_signed(TermStore *store, Term a, Term b) {
  return term_not(term_slt(store, b, a));
}

/* The fact, with these values of the head's variables. */
static Term state(Learner *l, const Fact *f, const TermList *values) {
  TermStore *store = l->session->store;
  EncExec *exec = l->session->exec;
  Term a = values->at[f->a], b = values->at[f->b];
  switch (f->shape) {
  case FACT_SAME: return term_eq(store, a, before(l, f, f->a));
  case FACT_NOT_BELOW: return at_most(store, before(l, f, f->a), a);
  case FACT_NOT_ABOVE: return at_most(store, a, before(l, f, f->a));
  case FACT_NOT_BELOW_SIGNED:
    return at_most_signed(store, before(l, f, f->a), a);
  case FACT_NOT_ABOVE_SIGNED:
    return at_most_signed(store, a, before(l, f, f->a));
  case FACT_NOT_NULL: return term_not(enc_exec_null(exec, a));
  case FACT_ORDER: return at_most(store, a, b);
  case FACT_ORDER_SIGNED: return at_most_signed(store, a, b);
  case FACT_DISTANCE:
    return term_eq(store, term_sub(store, a, b),
                   term_sub(store, before(l, f, f->a), before(l, f, f->b)));
  case FACT_OR_SET:
    return term_or(store, term_eq(store, a, before(l, f, f->a)),
                   term_not(enc_exec_null(exec, b)));
  case FACT_OR_CHANGED:
    return term_or(store, term_ne(store, a, before(l, f, f->a)),
                   term_eq(store, b, before(l, f, f->b)));
  case FACT_COMPARED: break;
  }
  const Head *head = &l->heads[f->head];
  if (values == &head->vars) return f->term;
  Map map;
  map_init(&map, l->session->sites->mem);
  for (uint32_t i = 0; i < head->vars.n; i++)
    if (!term_same(head->vars.at[i], values->at[i]))
      map_put(&map, head->vars.at[i].id, values->at[i].id);
  Term there = term_substitute(store, &map, f->term);
  map_done(&map);
  return there;
}

static Term now(Learner *l, const Fact *f) {
  return state(l, f, &l->heads[f->head].vars);
}

/* ... of this stage. */
static uint32_t count_facts(const Learner *l, uint32_t head) {
  uint32_t n = 0;
  for (uint32_t i = l->first; i < l->facts.n; i++)
    n += l->facts.at[i].head == head;
  return n;
}

static void guess(Learner *l, Fact f) {
  if (count_facts(l, f.head) == FACTS_MOST) return;
  Term t = now(l, &f);
  if (term_is_true(t) || term_is_false(t)) return;
  VEC_PUSH(l->session->sites->mem, &l->facts, f);
}

/* What is in memory is often what it was. */
static void guess_kept(Learner *l, uint32_t head, uint32_t a) {
  Fact f = {.head = head, .shape = FACT_NOT_NULL, .a = a, .b = a};
  Term var = l->heads[head].vars.at[a];
  bool is_memory = enc_exec_leaf(l->session->exec, var)->is_memory;
  if (is_pointer(l, &f, a) && (is_memory || has_term(&l->asked, var)))
    guess(l, f);
  f.shape = FACT_SAME;
  if (is_memory && l->heads[head].first != UINT32_MAX) guess(l, f);
}

/* About one variable: between what it was and what it is. */
static void guess_alone(Learner *l, uint32_t head, uint32_t a) {
  Fact f = {.head = head, .a = a, .b = a};
  Term var = l->heads[head].vars.at[a];
  bool points = is_pointer(l, &f, a);
  if (l->heads[head].first == UINT32_MAX ||
      term_width(l->session->store, var) <= 8)
    return;
  for (Shape shape = FACT_NOT_BELOW; shape <= FACT_NOT_ABOVE_SIGNED; shape++) {
    if (points && shape >= FACT_NOT_BELOW_SIGNED) continue;
    f.shape = shape;
    guess(l, f);
  }
}

static bool begins_at_constant(const Learner *l, const Fact *f, uint32_t var) {
  return term_is_const(l->session->store, before(l, f, var));
}

/* About two. */
static void guess_pair(Learner *l, uint32_t head, uint32_t a, uint32_t b) {
  const TermStore *store = l->session->store;
  const TermList *vars = &l->heads[head].vars;
  Fact f = {.head = head, .a = a, .b = b};
  uint32_t wide = term_width(store, vars->at[a]);
  bool points = is_pointer(l, &f, a), other_points = is_pointer(l, &f, b);
  bool is_alike = wide == term_width(store, vars->at[b]) &&
                  points == other_points && wide > 1;
  if (is_alike) {
    f.shape = FACT_ORDER;
    guess(l, f);
    f.shape = FACT_ORDER_SIGNED;
    if (!points) guess(l, f);
  }
  if (l->heads[head].first == UINT32_MAX) return;
  f.shape = FACT_DISTANCE;
  if (is_alike && a < b) guess(l, f);
  if (points || !begins_at_constant(l, &f, a)) return;
  f.shape = FACT_OR_SET;
  if (other_points) guess(l, f);
  f.shape = FACT_OR_CHANGED;
  guess(l, f);
}

/* What the loop compares, if both sides are of the head or the same in all
 * rounds. */
static bool is_of_head(Learner *l, uint32_t head, Term t) {
  TermStore *store = l->session->store;
  bool is_so = true;
  Map map;
  map_init(&map, l->session->sites->mem);
  for (uint32_t i = 0; i < l->heads[head].vars.n; i++) {
    Term var = l->heads[head].vars.at[i];
    map_put(&map, var.id, term_u64(store, 0, term_width(store, var)).id);
  }
  EncHead h = head_of(l, head);
  is_so = enc_head_keeps(l->session->exec, &h, term_substitute(store, &map, t));
  map_done(&map);
  return is_so;
}

static void guess_compared(Learner *l, uint32_t head) {
  TermStore *store = l->session->store;
  EncCompared all[COMPARED_MOST];
  EncHead h = head_of(l, head);
  uint32_t n = enc_head_compared(l->session->exec, &h, all, COMPARED_MOST);
  for (uint32_t i = 0; i < n; i++) {
    Term a = all[i].left, b = all[i].right;
    if (!is_of_head(l, head, a) || !is_of_head(l, head, b)) continue;
    Fact f = {.head = head, .shape = FACT_COMPARED};
    Term terms[] = {
        all[i].is_signed ? at_most_signed(store, a, b) : at_most(store, a, b),
        all[i].is_signed ? at_most_signed(store, b, a) : at_most(store, b, a),
        term_ne(store, a, b)};
    for (uint32_t k = 0; k < 3; k++) {
      f.term = terms[k];
      guess(l, f);
    }
  }
}

/* One of the two is what the question depends on. */
static void guess_pairs(Learner *l, uint32_t head) {
  const TermList *vars = &l->heads[head].vars;
  for (uint32_t a = 0; a < vars->n; a++)
    for (uint32_t b = 0; b < vars->n; b++)
      if (a != b && (has_term(&l->asked, vars->at[a]) ||
                     has_term(&l->asked, vars->at[b])))
        guess_pair(l, head, a, b);
}

static void guess_all(Learner *l, Stage stage) {
  l->first = l->facts.n;
  for (uint32_t h = 0; h < l->n_heads; h++) {
    uint32_t n = l->heads[h].vars.n;
    for (uint32_t a = 0; a < n && stage == STAGE_KEPT; a++) guess_kept(l, h, a);
    for (uint32_t a = 0; a < n && stage == STAGE_ALONE; a++)
      guess_alone(l, h, a);
    if (stage == STAGE_ALONE && n) guess_compared(l, h);
    if (stage == STAGE_PAIRS) guess_pairs(l, h);
  }
}

/* ---- what is so ---- */

/* The edge is taken, and what is left of the facts held at the heads before. */
static Term at_edge(Learner *l, uint32_t head, uint32_t number) {
  TermStore *store = l->session->store;
  EncExec *exec = l->session->exec;
  EncHead h = head_of(l, head);
  EncEdge edge = enc_exec_edge(exec, &h, number);
  Term all = enc_head_seen(exec, &h, edge.guard);
  for (uint32_t i = 0; i < l->facts.n; i++) {
    const Fact *f = &l->facts.at[i];
    EncHead other = head_of(l, f->head);
    bool is_before = f->head == head
                         ? edge.is_back
                         : enc_head_position(exec, &other) <= edge.position;
    if (f->is_dropped || !is_before) continue;
    all = term_and(store, all, term_implies(store, other.guard, now(l, f)));
  }
  return all;
}

/* Drops facts first..end-1 of the head which the assignment just found
 * contradicts; how many. */
static uint32_t drop_contradicted(Learner *l, uint32_t head, uint32_t edge,
                                  uint32_t first, uint32_t end) {
  uint32_t n = 0;
  for (uint32_t i = first; i < end; i++) {
    Fact *f = &l->facts.at[i];
    if (f->is_dropped || f->head != head) continue;
    Term there = state(l, f, &l->heads[head].values.at[edge]);
    if (struct_value(l->engine, there).bits) continue;
    f->is_dropped = true;
    n++;
  }
  return n;
}

/* Does one of them not hold when the edge is taken? */
static Term fails_at(Learner *l, uint32_t head, uint32_t edge, uint32_t first,
                     uint32_t end) {
  Term any = term_false();
  for (uint32_t i = first; i < end; i++) {
    const Fact *f = &l->facts.at[i];
    if (f->is_dropped || f->head != head) continue;
    Term there = state(l, f, &l->heads[head].values.at[edge]);
    any = term_or(l->session->store, any, term_not(there));
  }
  return any;
}

/* With a part of what is left: if that is too little, fewer facts are asked
 * about at a time. */
static StructAnswer ask(Learner *l, Term formula) {
  Budget part = budget_part(l->budget, 1 + budget_left(l->budget) / 3);
  l->session->budget = &part; /* what is made counts there, too */
  StructAnswer answer = struct_check(l->engine, formula, &part);
  l->session->budget = l->budget;
  budget_return(l->budget, &part);
  return answer;
}

/* Drops what is not shown to hold when the edge is taken; true: something
 * was. */
static bool sift(Learner *l, uint32_t head, uint32_t edge, uint32_t first,
                 uint32_t end) {
  TermStore *store = l->session->store;
  bool has_dropped = false;
  for (;;) {
    Term fails = fails_at(l, head, edge, first, end);
    if (term_is_false(fails)) return has_dropped;
    Term here = at_edge(l, head, edge);
    StructAnswer answer = ask(l, term_and(store, here, fails));
    if (answer.status == STRUCT_IMPOSSIBLE) return has_dropped;
    has_dropped = true;
    if (answer.is_assigned && drop_contradicted(l, head, edge, first, end))
      continue;
    if (end - first == 1 || budget_left(l->budget) < ASK_LEAST) {
      for (uint32_t i = first; i < end; i++)
        if (l->facts.at[i].head == head) l->facts.at[i].is_dropped = true;
      return true;
    }
    uint32_t middle = first + (end - first) / 2;
    (void)sift(l, head, edge, first, middle);
    first = middle;
  }
}

static bool sift_all(Learner *l) {
  bool has_dropped = false;
  for (uint32_t h = 0; h < l->n_heads; h++)
    for (uint32_t e = 0; e < l->heads[h].values.n; e++)
      has_dropped |= sift(l, h, e, l->first, l->facts.n);
  return has_dropped;
}

static void drop_stage(Learner *l) {
  for (uint32_t i = l->first; i < l->facts.n; i++)
    l->facts.at[i].is_dropped = true;
}

#ifndef NDEBUG
/* Asked for once more, the fact alone, at each edge, with all calls looked
 * into: is there no assignment?  That may take too long. */
static bool is_proved(Learner *l, const Fact *f) {
  Budget none = {0};
  Budget budget = budget_part(&none, SITE_WORK_A_SECOND);
  l->session->budget = &budget;
  for (uint32_t e = 0; e < l->heads[f->head].values.n; e++) {
    Term there = state(l, f, &l->heads[f->head].values.at[e]);
    Term here = at_edge(l, f->head, e);
    Term both = term_and(l->session->store, here, term_not(there));
    if (struct_check(l->engine, both, &budget).is_assigned) return false;
  }
  return true;
}
#endif

/* What is left joins the axioms; how many facts these are. */
static uint32_t keep_all(Learner *l) {
  Session *session = l->session;
  TermStore *store = session->store;
  uint32_t n = 0;
  for (uint32_t i = 0; i < l->facts.n; i++) {
    const Fact *f = &l->facts.at[i];
    if (f->is_dropped) continue;
    EncHead h = head_of(l, f->head);
    Term guard = enc_head_seen(session->exec, &h, h.guard);
    Term holds = now(l, f), fact = term_implies(store, guard, holds);
    TermWalk walk;
    term_walk_init(&walk, store);
    term_walk_push(&walk, holds);
    for (Term t; (t = term_walk_next(&walk)).id;)
      if (term_is_var(store, t) && has_term(&l->heads[f->head].vars, t))
        enc_exec_learn(session->exec, t, fact);
    term_walk_done(&walk);
    n++;
  }
  return n;
}

static void find_facts(Learner *l, Budget *whole) {
  find_vars(l);
  for (Stage stage = STAGE_KEPT; stage < STAGES; stage++) {
    Budget part = budget_part(whole, STAGE_WORK);
    l->budget = l->session->budget = &part;
    guess_all(l, stage);
    bool is_settled = false;
    for (uint32_t pass = 0; pass < PASSES_MOST && !is_settled; pass++)
      is_settled = !sift_all(l);
    if (!is_settled) drop_stage(l);
    budget_return(whole, &part);
  }
  l->session->budget = whole;
}

static void learner_done(Learner *l) {
  Mem *mem = l->session->sites->mem, *terms = term_store_mem(l->session->store);
  for (uint32_t h = 0; h < l->n_heads; h++) {
    for (uint32_t e = 0; e < l->heads[h].values.n; e++)
      VEC_DONE(terms, &l->heads[h].values.at[e]);
    VEC_DONE(mem, &l->heads[h].values);
    VEC_DONE(terms, &l->heads[h].vars);
  }
  VEC_DONE(terms, &l->asked);
  VEC_DONE(mem, &l->facts);
}

bool sites_learn(Session *session, Budget *budget) {
  require(session->loops == ENC_LOOPS_FORGET);
  Learner l = {.session = session};
  uint32_t n = 0;
  if (find_heads(&l)) {
    session->budget = budget;
    l.engine = sites_new_engine(session, EXPANDED_MOST, PATIENCE);
    find_facts(&l, budget);
    struct_free(l.engine);
#ifndef NDEBUG
    l.engine = sites_new_engine(session, 0, 0);
    for (uint32_t i = 0; i < l.facts.n; i++)
      assert(l.facts.at[i].is_dropped || is_proved(&l, &l.facts.at[i]));
    struct_free(l.engine);
#endif
    n = keep_all(&l);
    session->budget = NULL;
  }
  learner_done(&l);
  if (n) sites_renew(session);
  return n > 0;
}
