/* SPDX-License-Identifier: MIT
 *
 * Refuting a large formula in small pieces.
 *
 * "Some conjunct of the invariant is false after the edge", "one of these
 * places is reached": the obligations of a proof have one wide disjunction, and
 * each alternative is refuted by a small part of the program.  A solver that is
 * given all at once assigns all the rest of the program again and again, so its
 * time grows faster than the program.  Here
 *
 *   units      what follows at once is found (units.c)
 *   cases      each alternative of the widest conjunct is assumed in turn, and
 *              what follows of that is found, too
 *   a piece    is what the case's own literals can have to do with: conjuncts
 *              not yet satisfied that share variables with it, what is known of
 *              these, and so on.  A variable whose value is known does not
 *              connect
 *   questions  are disjunctions of some pieces, to a fresh solver
 *
 * All that is in a piece follows from the conjunction and the case, so a piece
 * without a model refutes its case.  The other way round it does not hold, and
 * pieces that get large are given up, so some alternatives may be left.
 *
 * Cost: linear in the formula, if there are no long chains of implications that
 * many cases share; such a chain costs each of them some nanoseconds per link.
 */
#include "smt/split/pieces.h"

#include "smt/split/units_int.h"

enum {
  FEWEST_CASES = 8,
  PIECE_LARGE = 400,  /* things in a piece that is given up */
  QUESTION = 300,     /* things in a question */
  MOST_GIVEN_UP = 16, /* large pieces, before no more is tried */
  PIECE_TICKS = 600,  /* per question */
  MOST_PER_NODE = 20, /* literals and links per part of the formula */
  WORK_PER_TICK = 4000
};

typedef struct Link {
  uint32_t to, next; /* next: index of a link, or UNITS_NONE */
} Link;

/* A list of numbers for each number. */
typedef struct Links {
  Vec(uint32_t) heads;
  Vec(Link) all;
} Links;

typedef struct Pieces {
  Mem *mem;
  TermStore *store;
  const SmtBackend *backend;
  SmtOptions options;
  Budget *budget;
  uint32_t most; /* literals, links */
  Units units;
  TermList conjuncts;      /* those that are clauses of several literals */
  Vec(uint32_t) clauses;   /* by conjunct */
  Links atoms_of_conjunct; /* conjunct -> numbers of atoms */
  Links conjuncts_of_atom;
  Links vars_of_atom;  /* atoms that are no variables */
  Links atoms_of_var;  /* ... the other way round */
  Vec(Term) known;     /* by number: an equation with a constant, or none */
  Vec(uint32_t) seen;  /* by number: the last case that saw it */
  Vec(uint32_t) taken; /* by conjunct: the same */
  Vec(uint32_t) queue; /* numbers to look at */
  uint32_t now;        /* number of the case */
  TermList piece;
  TermList question; /* pieces */
  TermList asked;    /* their cases */
  uint32_t size;     /* of the question */
  uint32_t given_up;
  TermList left;
} Pieces;

/* ---- links ---- */

static void link_to(Mem *mem, Links *links, uint32_t from, uint32_t to) {
  while (links->heads.n <= from) VEC_PUSH(mem, &links->heads, UNITS_NONE);
  Link link = {to, links->heads.at[from]};
  VEC_PUSH(mem, &links->all, link);
  links->heads.at[from] = links->all.n - 1;
}

static uint32_t first_link(const Links *links, uint32_t from) {
  return from < links->heads.n ? links->heads.at[from] : UNITS_NONE;
}

static void links_done(Mem *mem, Links *links) {
  VEC_DONE(mem, &links->heads);
  VEC_DONE(mem, &links->all);
}

#define EACH_LINK(links, from, i)                                              \
  for (uint32_t i = first_link((links), (from)); i != UNITS_NONE;              \
       i = (links)->all.at[i].next)

/* ---- taking the formula apart ---- */

static void link_vars(Pieces *p, Term atom, uint32_t number) {
  TermList vars = {0};
  term_vars(p->store, atom, &vars);
  for (uint32_t i = 0; i < vars.n; i++) {
    uint32_t var = units_number(&p->units, vars.at[i]);
    link_to(p->mem, &p->vars_of_atom, number, var);
    link_to(p->mem, &p->atoms_of_var, var, number);
  }
  VEC_DONE(term_store_mem(p->store), &vars);
}

static bool is_too_much(const Pieces *p) {
  return p->atoms_of_conjunct.all.n + p->vars_of_atom.all.n > p->most;
}

/* The atoms of a conjunct: what its conjunctions are made of. */
static void link_atoms(Pieces *p, uint32_t conjunct, TermWalk *walk) {
  Vec(Term) stack = {0};
  VEC_PUSH(p->mem, &stack, term_positive(p->conjuncts.at[conjunct]));
  while (stack.n && !is_too_much(p)) {
    Term t = VEC_POP(&stack);
    if (term_kind(p->store, t) == TERM_AND) {
      for (uint32_t i = 0; i < 2; i++)
        VEC_PUSH(p->mem, &stack, term_positive(term_child(p->store, t, i)));
      continue;
    }
    uint32_t number = units_number(&p->units, t);
    link_to(p->mem, &p->atoms_of_conjunct, conjunct, number);
    link_to(p->mem, &p->conjuncts_of_atom, number, conjunct);
    if (term_is_var(p->store, t) || term_walk_has_seen(walk, t)) continue;
    term_walk_skip(walk, t);
    link_vars(p, t, number);
  }
  VEC_DONE(p->mem, &stack);
}

/* False: it would take too much. */
static bool link_all(Pieces *p) {
  TermWalk walk; /* remembers the atoms that were looked at */
  term_walk_init(&walk, p->store);
  for (uint32_t i = 0; i < p->conjuncts.n; i++) link_atoms(p, i, &walk);
  for (uint32_t i = 0; i < p->units.trail.n && !is_too_much(p); i++) {
    uint32_t number = p->units.trail.at[i] / 2;
    Term t = p->units.terms.at[number];
    if (term_kind(p->store, t) == TERM_AND || term_is_var(p->store, t) ||
        term_walk_has_seen(&walk, t))
      continue;
    term_walk_skip(&walk, t);
    link_vars(p, t, number);
  }
  term_walk_done(&walk);
  return !is_too_much(p);
}

/* A clause for each conjunct; false: they contradict each other, or are too
 * many. */
static bool add_conjuncts(Pieces *p, const Term *parts, uint32_t n) {
  TermList all = {0};
  for (uint32_t i = 0; i < n; i++) term_conjuncts(p->store, parts[i], &all);
  for (uint32_t i = 0; i < all.n && p->units.lits.n <= p->most; i++) {
    if (term_is_true(all.at[i])) continue;
    uint32_t clause = units_add(&p->units, all.at[i]);
    if (units_clause_size(&p->units, clause) < 2) continue;
    VEC_PUSH(p->mem, &p->conjuncts, all.at[i]);
    VEC_PUSH(p->mem, &p->clauses, clause);
  }
  VEC_DONE(term_store_mem(p->store), &all);
  return p->units.lits.n <= p->most;
}

/* The equation gives a variable's value. */
static Term known_var(const Pieces *p, Term t) {
  if (term_kind(p->store, t) != TERM_EQ || term_is_negated(t)) return TERM_NONE;
  Term a = term_child(p->store, t, 0), b = term_child(p->store, t, 1);
  if (term_is_const(p->store, a) && term_is_var(p->store, b)) return b;
  if (term_is_const(p->store, b) && term_is_var(p->store, a)) return a;
  return TERM_NONE;
}

static Term literal_term(const Pieces *p, uint32_t literal) {
  assert(literal / 2 < p->units.terms.n);
  Term t = p->units.terms.at[literal / 2];
  return literal % 2 ? term_not(t) : t;
}

static void note_known(Pieces *p) {
  for (uint32_t i = 0; i < p->units.trail.n; i++) {
    Term t = literal_term(p, p->units.trail.at[i]), var = known_var(p, t);
    if (var.id) p->known.at[units_number(&p->units, var)] = t;
  }
}

/* ---- one piece ---- */

static void see(Pieces *p, uint32_t number) {
  assert(number < p->seen.n);
  if (p->seen.at[number] == p->now) return;
  p->seen.at[number] = p->now;
  VEC_PUSH(p->mem, &p->queue, number);
}

static void see_all(Pieces *p, const Links *links, uint32_t from) {
  EACH_LINK(links, from, i) {
    see(p, links->all.at[i].to);
  }
}

static void take_conjunct(Pieces *p, uint32_t conjunct) {
  assert(conjunct < p->conjuncts.n);
  if (p->taken.at[conjunct] == p->now) return;
  p->taken.at[conjunct] = p->now;
  if (units_is_satisfied(&p->units, p->clauses.at[conjunct])) return;
  VEC_PUSH(p->mem, &p->piece, p->conjuncts.at[conjunct]);
  see_all(p, &p->atoms_of_conjunct, conjunct);
}

/* What a variable or an atom brings along. */
static void look_at(Pieces *p, uint32_t number) {
  assert(p->seen.at[number] == p->now);
  Term t = p->units.terms.at[number];
  Truth truth = (Truth)p->units.truth.at[number];
  if (truth != TRUTH_OPEN)
    VEC_PUSH(p->mem, &p->piece, truth == TRUTH_TRUE ? t : term_not(t));
  if (term_is_var(p->store, t)) {
    if (truth != TRUTH_OPEN) return;
    if (p->known.at[number].id) {
      VEC_PUSH(p->mem, &p->piece, p->known.at[number]);
      return;
    }
    see_all(p, &p->atoms_of_var, number);
  } else {
    see_all(p, &p->vars_of_atom, number);
  }
  if (truth != TRUTH_OPEN) return;
  EACH_LINK(&p->conjuncts_of_atom, number, i) {
    take_conjunct(p, p->conjuncts_of_atom.all.at[i].to);
  }
}

/* From the literals that hold since `trail`; false: it got large. */
static bool grow_piece(Pieces *p, uint32_t trail) {
  assert(trail <= p->units.trail.n);
  p->now++;
  VEC_CLEAR(&p->piece);
  VEC_CLEAR(&p->queue);
  for (uint32_t i = trail; i < p->units.trail.n; i++) {
    uint32_t number = p->units.trail.at[i] / 2;
    Term t = p->units.terms.at[number];
    if (term_kind(p->store, t) != TERM_AND && !term_is_var(p->store, t))
      see(p, number);
  }
  for (uint32_t i = 0; i < p->queue.n; i++) {
    if (p->queue.n > PIECE_LARGE) return false;
    look_at(p, p->queue.at[i]);
  }
  budget_count(p->budget, (p->queue.n + p->units.trail.n) / WORK_PER_TICK);
  return true;
}

/* ---- questions ---- */

static void ask(Pieces *p) {
  assert(p->question.n == p->asked.n);
  if (p->question.n == 0) return;
  Smt *smt = smt_new(p->mem, p->store, p->backend, p->options);
  Term question = term_or_n(p->store, p->question.at, p->question.n);
  SmtResult result =
      smt_check_within(smt, &question, 1, p->budget, PIECE_TICKS);
  smt_free(smt);
  if (result != SMT_UNSAT) {
    for (uint32_t i = 0; i < p->asked.n; i++)
      VEC_PUSH(p->mem, &p->left, p->asked.at[i]);
    p->given_up += p->asked.n;
  }
  VEC_CLEAR(&p->question);
  VEC_CLEAR(&p->asked);
  p->size = 0;
}

static void try_case(Pieces *p, Term literal) {
  uint32_t trail = p->units.trail.n;
  if (units_assume(&p->units, literal)) {
    if (grow_piece(p, trail) && p->piece.n) {
      VEC_PUSH(p->mem, &p->question,
               term_and_n(p->store, p->piece.at, p->piece.n));
      VEC_PUSH(p->mem, &p->asked, literal);
      p->size += p->queue.n;
    } else {
      VEC_PUSH(p->mem, &p->left, literal);
      p->given_up++;
    }
  }
  units_undo(&p->units, trail);
  if (p->size >= QUESTION) ask(p);
}

/* The conjunct with the most open alternatives, or UNITS_NONE. */
static uint32_t widest(const Pieces *p) {
  assert(p->clauses.n == p->conjuncts.n);
  uint32_t best = UNITS_NONE, most = FEWEST_CASES - 1;
  for (uint32_t i = 0; i < p->conjuncts.n; i++) {
    uint32_t clause = p->clauses.at[i], open = 0;
    uint32_t n = units_clause_size(&p->units, clause);
    if (n <= most || units_is_satisfied(&p->units, clause)) continue;
    for (uint32_t k = 0; k < n; k++)
      open += units_truth(&p->units, units_clause_term(&p->units, clause, k)) ==
              TRUTH_OPEN;
    if (open <= most) continue;
    most = open;
    best = clause;
  }
  return best;
}

static void prepare_marks(Pieces *p) {
  uint32_t n = p->units.terms.n;
  VEC_RESERVE(p->mem, &p->known, n);
  VEC_RESERVE(p->mem, &p->seen, n);
  VEC_RESERVE(p->mem, &p->taken, p->conjuncts.n);
  for (uint32_t i = 0; i < n; i++) {
    VEC_PUSH(p->mem, &p->known, TERM_NONE);
    VEC_PUSH(p->mem, &p->seen, 0);
  }
  for (uint32_t i = 0; i < p->conjuncts.n; i++) VEC_PUSH(p->mem, &p->taken, 0);
}

static Term try_cases(Pieces *p, uint32_t clause) {
  TermList cases = {0}; /* propagation moves a clause's literals */
  for (uint32_t i = 0; i < units_clause_size(&p->units, clause); i++)
    VEC_PUSH(p->mem, &cases, units_clause_term(&p->units, clause, i));
  prepare_marks(p);
  note_known(p);
  for (uint32_t i = 0; i < cases.n; i++) {
    bool goes_on = p->given_up < MOST_GIVEN_UP && !budget_is_spent(p->budget);
    if (goes_on)
      try_case(p, cases.at[i]);
    else
      VEC_PUSH(p->mem, &p->left, cases.at[i]);
  }
  ask(p);
  VEC_DONE(p->mem, &cases);
  return term_or_n(p->store, p->left.at, p->left.n);
}

/* ---- all of it ---- */

static void pieces_done(Pieces *p) {
  units_done(&p->units);
  VEC_DONE(p->mem, &p->conjuncts);
  VEC_DONE(p->mem, &p->clauses);
  links_done(p->mem, &p->atoms_of_conjunct);
  links_done(p->mem, &p->conjuncts_of_atom);
  links_done(p->mem, &p->vars_of_atom);
  links_done(p->mem, &p->atoms_of_var);
  VEC_DONE(p->mem, &p->known);
  VEC_DONE(p->mem, &p->seen);
  VEC_DONE(p->mem, &p->taken);
  VEC_DONE(p->mem, &p->queue);
  VEC_DONE(p->mem, &p->piece);
  VEC_DONE(p->mem, &p->question);
  VEC_DONE(p->mem, &p->asked);
  VEC_DONE(p->mem, &p->left);
}

Term smt_cases_left(Mem *mem, TermStore *store, const SmtBackend *backend,
                    SmtOptions options, const Term *parts, uint32_t n,
                    Budget *budget) {
  require(budget);
  Pieces p = {.mem = mem,
              .store = store,
              .backend = backend,
              .options = options,
              .budget = budget};
  units_init(&p.units, store);
  for (uint32_t i = 0; i < n; i++)
    p.most += MOST_PER_NODE * term_size(store, parts[i]);
  Term left = term_true();
  if (add_conjuncts(&p, parts, n)) {
    if (!units_propagate(&p.units)) {
      left = term_false();
    } else {
      uint32_t clause = widest(&p);
      if (clause != UNITS_NONE && link_all(&p)) left = try_cases(&p, clause);
    }
  }
  pieces_done(&p);
  return left;
}
