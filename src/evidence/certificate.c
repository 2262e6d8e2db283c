/* SPDX-License-Identifier: MIT
 *
 * Checking a proof from the definitions.
 *
 * The program is encoded again into a term store of its own.  Obligations, for
 * a proof with invariants I (true where none is given, and at the entry):
 *
 *   consecution  I(a) and edge(a,b) implies I(b)'        for every edge
 *   safety       I(a) and edge(a,bad) is unsatisfiable   unless induction
 *
 * and for proofs with a bound k, over plain unrolled paths
 *
 *   base         no path of 1..k edges from the entry to a bad location
 *   step         no path of k edges from anywhere in I to one (induction)
 *   end          no path of k edges from the entry to an inner location
 *                (unrolled)
 *
 * "Bad" are error and unsupported locations.  Each obligation is one formula
 * whose unsatisfiability is asked of a fresh solver. */
#include "evidence/evidence.h"

#include "smt/split/pieces.h"
#include "smt/split/refute.h"
#include "term/poly.h"

#include <errno.h>
#include <sys/stat.h>

enum {
  FIRST_TICKS = 1000,   /* for the first back end, per obligation */
  FLOAT_TICKS = 60,     /* the same, for floats */
  OTHER_TICKS = 3000,   /* for the other back end, before the linear view */
  LINEAR_TICKS = 4000,  /* for the linear view */
  BOX_TICKS = 40000,    /* for ranges of floats */
  PRODUCT_TICKS = 8000, /* for multiplying out */
  MOST_NODES = 2000,    /* of an obligation for the linear view */
  FEWEST_NODES = 4000,  /* of one that is cut into pieces */
  PIECES_TICKS = 100000 /* for all pieces of one */
};

typedef struct Checker {
  Mem *mem;
  TermStore *store;
  Ts *ts;
  TermList invariants; /* by location, over `now` */
  const EvOptions *options;
  Budget *budget;
  EvCheck *check;
  SmtPool *pool;
} Checker;

static bool is_bad(const Checker *c, uint32_t loc) {
  assert(loc < c->ts->locations.n);
  TsKind kind = c->ts->locations.at[loc].kind;
  return kind == TS_ERROR || kind == TS_UNSUPPORTED;
}

static void problem(Checker *c, EvStatus status, const char *what,
                    const char *detail) {
  assert(status != EV_CONFIRMED && *what != 0);
  c->check->status = status;
  snprintf(c->check->problem, sizeof c->check->problem, "%s%s%s", what,
           *detail ? ": " : "", detail);
}

/* ---- one obligation ---- */

static void write_obligation(Checker *c, const Term *parts, uint32_t n,
                             const char *name) {
  assert(c->check->n_obligations > 0);
  if (!c->options->directory) return;
  Text text;
  text_init(&text, c->mem);
  text_printf(&text, "; obligation %u: %s\n; must be unsatisfiable\n",
              c->check->n_obligations, name);
  term_print_plain_script(&text, c->store, parts, n);
  char path[4096];
  snprintf(path, sizeof path, "%s/obligation-%04u.smt2", c->options->directory,
           c->check->n_obligations);
  if (!file_write(path, text_get(&text), text.n))
    problem(c, EV_UNDECIDED, "cannot write an obligation", strerror(errno));
  text_done(&text);
}

static Smt *fresh_solver(Checker *c, const SmtBackend *backend) {
  SmtOptions options = c->options->smt;
  options.pool = c->pool;
  return smt_new(c->mem, c->store, backend, options);
}

/* A model refutes the proof. */
static void note_result(Checker *c, const Smt *smt, SmtResult result,
                        const char *name) {
  assert(c->check->status == EV_CONFIRMED);
  if (result == SMT_SAT) problem(c, EV_REFUTED, name, "does not hold");
  if (result == SMT_UNKNOWN)
    snprintf(c->check->problem, sizeof c->check->problem, "%s: %s", name,
             smt_reason_unknown(smt));
  else if (result == SMT_UNSAT)
    c->check->problem[0] = 0;
}

/* One fresh solver's answer. */
static SmtResult ask(Checker *c, const SmtBackend *backend, const Term *parts,
                     uint32_t n, Budget *budget, const char *name) {
  assert(n > 0);
  Smt *smt = fresh_solver(c, backend);
  for (uint32_t i = 0; i < n; i++) smt_add(smt, parts[i]);
  SmtResult result = smt_check(smt, NULL, 0, budget);
  note_result(c, smt, result, name);
  smt_free(smt);
  return result;
}

/* The same, where the last part is a disjunction: one alternative after the
 * other.  What has been refuted is known from then on. */
static SmtResult ask_cases(Checker *c, const SmtBackend *backend,
                           const Term *parts, uint32_t n, Budget *budget,
                           const char *name) {
  assert(n > 0 && term_is_bool(c->store, parts[n - 1]));
  Smt *smt = fresh_solver(c, backend);
  TermList never = {0};
  term_conjuncts(c->store, term_not(parts[n - 1]), &never);
  for (uint32_t i = 0; i + 1 < n; i++) smt_add(smt, parts[i]);
  SmtResult result = SMT_UNSAT;
  for (uint32_t i = 0; i < never.n && result == SMT_UNSAT; i++) {
    Term alternative = term_not(never.at[i]);
    result = smt_check(smt, &alternative, 1, budget);
    if (result == SMT_UNSAT) smt_add(smt, never.at[i]);
  }
  note_result(c, smt, result, name);
  VEC_DONE(term_store_mem(c->store), &never);
  smt_free(smt);
  return result;
}

static uint32_t size_of(Checker *c, const Term *parts, uint32_t n) {
  uint32_t size = 0;
  for (uint32_t i = 0; i < n; i++) size += term_size(c->store, parts[i]);
  return size;
}

typedef bool TermTest(const TermStore *store, Term t);

static bool any(Checker *c, const Term *parts, uint32_t n, TermTest *test) {
  for (uint32_t i = 0; i < n; i++)
    if (test(c->store, parts[i])) return true;
  return false;
}

/* By cases and by multiplying out, the edge and what is claimed of its end
 * first. */
static bool multiplies_out(Checker *c, const SmtBackend *backend,
                           const Term *parts, uint32_t n) {
  if (n > 4 || !any(c, parts, n, term_has_products))
    return false; /* no long paths */
  Budget part = budget_extra(c->budget, PRODUCT_TICKS);
  TermList turned = {0};
  for (uint32_t i = 1; i <= n; i++) VEC_PUSH(c->mem, &turned, parts[i % n]);
  SmtResult result = smt_refute(c->mem, c->store, backend, c->options->smt,
                                turned.at, turned.n, &part);
  VEC_DONE(c->mem, &turned);
  return result == SMT_UNSAT;
}

static const SmtBackend *first_backend(const Checker *c) {
  return c->options->backend ? c->options->backend : &smt_z3;
}

/* What one solver makes of it with so many ticks. */
static bool settles_soon(Checker *c, const SmtBackend *backend,
                         const Term *parts, uint32_t n, uint64_t ticks,
                         const char *name) {
  Budget part = budget_extra(c->budget, ticks);
  return ask(c, backend, parts, n, &part, name) != SMT_UNKNOWN;
}

/* As a whole.  The first back end is not the engines' own; what it cannot
 * settle soon is multiplied out if there are products, goes to a fresh solver
 * of the other back end for a while, then of the linear view (sums) or, where
 * there are floats, of ranges; then of the other back end until it is done. */
static void settle(Checker *c, const Term *parts, uint32_t n,
                   const char *name) {
  const SmtBackend *first = first_backend(c), *other = smt_backend_other(first);
  bool is_small = size_of(c, parts, n) <= MOST_NODES;
  bool is_float = any(c, parts, n, term_has_floats);
  if (settles_soon(c, first, parts, n, is_float ? FLOAT_TICKS : FIRST_TICKS,
                   name))
    return;
  if (multiplies_out(c, first, parts, n)) {
    c->check->problem[0] = 0;
    return;
  }
  if (is_float) {
    if (settles_soon(c, &smt_box, parts, n, BOX_TICKS, name)) return;
  } else if (is_small) {
    if (settles_soon(c, other, parts, n, OTHER_TICKS, name)) return;
    if (settles_soon(c, &smt_z3_linear, parts, n, LINEAR_TICKS, name)) return;
  }
  c->check->n_by_second++;
  SmtResult result = ask_cases(c, other, parts, n, c->budget, name);
  if (result == SMT_UNKNOWN) /* floats, say, are beyond the bit-blaster */
    result = ask(c, first, parts, n, c->budget, name);
  if (result == SMT_UNKNOWN) c->check->status = EV_UNDECIDED;
}

/* The cases of a large obligation that its pieces leave (smt/split/pieces.h).
 */
static Term cases_left(Checker *c, const Term *parts, uint32_t n) {
  if (size_of(c, parts, n) < FEWEST_NODES) return term_true();
  SmtOptions options = c->options->smt;
  options.pool = c->pool;
  Budget part = budget_part(c->budget, PIECES_TICKS);
  return smt_cases_left(c->mem, c->store, first_backend(c), options, parts, n,
                        &part);
}

/* The conjunction of the parts must be unsatisfiable. */
static void discharge(Checker *c, const Term *parts, uint32_t n,
                      const char *name) {
  assert(n > 0);
  if (c->check->status != EV_CONFIRMED) return;
  c->check->n_obligations++;
  write_obligation(c, parts, n, name);
  if (c->check->status != EV_CONFIRMED) return;
  Term left = cases_left(c, parts, n);
  assert(term_is_bool(c->store, left));
  if (term_is_false(left)) return;
  if (term_is_true(left)) {
    settle(c, parts, n, name);
    return;
  }
  TermList all = {0};
  for (uint32_t i = 0; i < n; i++) VEC_PUSH(c->mem, &all, parts[i]);
  VEC_PUSH(c->mem, &all, left);
  settle(c, all.at, all.n, name);
  VEC_DONE(c->mem, &all);
}

/* ---- invariants ---- */

/* The engine's invariants, in our store and over our variables.  Both
 * encodings are made by the same rules, so locations and variables correspond
 * by number; anything else is refused. */
static bool adopt_invariants(Checker *c, const Ts *claimed,
                             const TsProof *proof) {
  if (claimed->locations.n != c->ts->locations.n) return false;
  TermMap *map = term_map_new(c->store, claimed->store);
  bool good = true;
  for (uint32_t l = 0; l < claimed->locations.n && good; l++) {
    const TsLocation *theirs = &claimed->locations.at[l];
    const TsLocation *ours = &c->ts->locations.at[l];
    good = theirs->n_vars == ours->n_vars;
    for (uint32_t i = 0; i < theirs->n_vars && good; i++)
      term_map_put(map, theirs->vars[i].now, ours->vars[i].now);
  }
  for (uint32_t l = 0; l < claimed->locations.n && good; l++)
    VEC_PUSH(term_store_mem(c->store), &c->invariants,
             term_map_apply(map, ts_proof_invariant(proof, (TsLoc){l})));
  assert(!good || c->invariants.n == c->ts->locations.n);
  term_map_free(map);
  return good;
}

static Term invariant_at_target(Checker *c, TsLoc loc) {
  assert(loc.id < c->invariants.n);
  TermMap *map = ts_next_map(c->ts, loc);
  Term there = term_map_apply(map, c->invariants.at[loc.id]);
  term_map_free(map);
  return there;
}

/* An invariant speaks of its location's variables only. */
static bool invariant_is_closed(Checker *c, uint32_t loc) {
  const TsLocation *at = &c->ts->locations.at[loc];
  TermList vars = {0};
  term_vars(c->store, c->invariants.at[loc], &vars);
  bool good = true;
  for (uint32_t i = 0; i < vars.n; i++) {
    bool own = false;
    for (uint32_t k = 0; k < at->n_vars; k++)
      own |= term_same(vars.at[i], at->vars[k].now);
    good &= own;
  }
  VEC_DONE(term_store_mem(c->store), &vars);
  return good;
}

static void check_invariants(Checker *c, TsProofKind kind) {
  assert(c->invariants.n == c->ts->locations.n);
  for (uint32_t l = 0; l < c->ts->locations.n; l++)
    if (!invariant_is_closed(c, l))
      problem(c, EV_REFUTED, "an invariant uses foreign variables", "");
  if (!term_is_true(c->invariants.at[c->ts->entry.id]))
    problem(c, EV_REFUTED, "the entry's invariant is not true", "");
  for (uint32_t e = 0; e < c->ts->edges.n; e++) {
    const TsEdge *edge = &c->ts->edges.at[e];
    Term parts[3] = {c->invariants.at[edge->source.id], edge->formula,
                     term_not(invariant_at_target(c, edge->target))};
    char name[160];
    snprintf(name, sizeof name, "%s of edge %u -> %u",
             is_bad(c, edge->target.id) ? "safety" : "consecution",
             edge->source.id, edge->target.id);
    if (is_bad(c, edge->target.id)) {
      if (kind == TS_PROOF_INVARIANTS) discharge(c, parts, 2, name);
    } else if (!term_is_false(parts[2])) {
      discharge(c, parts, 3, name);
    }
  }
}

/* ---- unrolled paths ---- */

typedef struct Level {
  Term *reached; /* by location; false: impossible */
  Term **vars;
} Level;

typedef struct Paths {
  Checker *c;
  Arena arena;
  TermList formulas;
  Level last;
} Paths;

static Level new_level(Paths *p) {
  uint32_t n = p->c->ts->locations.n;
  Level level = {ARENA_ARRAY(&p->arena, Term, n),
                 ARENA_ARRAY(&p->arena, Term *, n)};
  for (uint32_t l = 0; l < n; l++) {
    const TsLocation *at = &p->c->ts->locations.at[l];
    level.reached[l] = term_false();
    level.vars[l] = ARENA_ARRAY(&p->arena, Term, at->n_vars);
    for (uint32_t i = 0; i < at->n_vars; i++)
      level.vars[l][i] = term_fresh(p->c->store, at->vars[i].name,
                                    term_sort(p->c->store, at->vars[i].now));
  }
  return level;
}

/* The level after one more edge. */
static void one_edge_more(Paths *p) {
  Checker *c = p->c;
  Mem *mem = term_store_mem(c->store);
  Level next = new_level(p);
  for (uint32_t l = 0; l < c->ts->locations.n; l++) {
    Term steps = term_false();
    for (uint32_t e = 0; e < c->ts->edges.n; e++) {
      const TsEdge *edge = &c->ts->edges.at[e];
      Term from = p->last.reached[edge->source.id];
      if (edge->target.id != l || term_is_false(from)) continue;
      TermMap *map = term_map_new(c->store, c->store);
      Term formula =
          ts_instance(c->ts, (TsEdgeId){e}, p->last.vars[edge->source.id],
                      next.vars[l], map);
      term_map_free(map);
      steps = term_or(c->store, steps, term_and(c->store, from, formula));
    }
    if (term_is_false(steps)) continue;
    next.reached[l] = term_fresh(c->store, "reached", sort_bool());
    VEC_PUSH(mem, &p->formulas, term_implies(c->store, next.reached[l], steps));
  }
  p->last = next;
}

/* Some bad (or else some inner) location is reached at the last level. */
static Term reaches(const Paths *p, bool bad) {
  Term some = term_false();
  for (uint32_t l = 0; l < p->c->ts->locations.n; l++)
    if (is_bad(p->c, l) == bad && p->c->ts->locations.at[l].kind != TS_EXIT)
      some = term_or(p->c->store, some, p->last.reached[l]);
  return some;
}

static void no_path(Paths *p, Term goal, const char *what, uint32_t length) {
  assert(term_is_bool(p->c->store, goal));
  if (term_is_false(goal)) return;
  Mem *mem = term_store_mem(p->c->store);
  char name[80];
  snprintf(name, sizeof name, "%s, %u edges", what, length);
  VEC_PUSH(mem, &p->formulas, goal);
  discharge(p->c, p->formulas.at, p->formulas.n, name);
  p->formulas.n--;
}

static void paths_done(Paths *p) {
  VEC_DONE(term_store_mem(p->c->store), &p->formulas);
  arena_done(&p->arena);
}

static void check_base(Checker *c, const TsProof *proof) {
  assert(proof->k > 0 && proof->kind != TS_PROOF_INVARIANTS);
  Paths p = {.c = c};
  arena_init(&p.arena, c->mem);
  p.last = new_level(&p);
  p.last.reached[c->ts->entry.id] = term_true();
  for (uint32_t d = 1; d <= proof->k; d++) {
    one_edge_more(&p);
    no_path(&p, reaches(&p, true), "base", d);
  }
  if (proof->kind == TS_PROOF_UNROLLED)
    no_path(&p, reaches(&p, false), "end", proof->k);
  paths_done(&p);
}

/* From any state of any inner location, in the invariants. */
static void check_step(Checker *c, const TsProof *proof) {
  assert(proof->k > 0 && proof->kind == TS_PROOF_INDUCTION);
  Paths p = {.c = c};
  arena_init(&p.arena, c->mem);
  p.last = new_level(&p);
  for (uint32_t l = 0; l < c->ts->locations.n; l++) {
    const TsLocation *at = &c->ts->locations.at[l];
    if (at->kind != TS_CUT && at->kind != TS_ENTRY) continue;
    p.last.reached[l] = term_fresh(c->store, "start", sort_bool());
    Map map;
    map_init(&map, c->mem);
    for (uint32_t i = 0; i < at->n_vars; i++)
      map_put(&map, at->vars[i].now.id, p.last.vars[l][i].id);
    Term invariant = term_substitute(c->store, &map, c->invariants.at[l]);
    map_done(&map);
    VEC_PUSH(term_store_mem(c->store), &p.formulas,
             term_implies(c->store, p.last.reached[l], invariant));
  }
  for (uint32_t d = 1; d <= proof->k; d++) one_edge_more(&p);
  no_path(&p, reaches(&p, true), "step", proof->k);
  paths_done(&p);
}

/* ---- all of it ---- */

static void check_all(Checker *c, const Ts *claimed, const TsProof *proof) {
  if (!adopt_invariants(c, claimed, proof)) {
    problem(c, EV_REFUTED, "the proof is about another system", "");
    return;
  }
  check_invariants(c, proof->kind);
  if (proof->kind == TS_PROOF_INVARIANTS) return;
  if (proof->k == 0) {
    problem(c, EV_REFUTED, "a proof by unrolling without a bound", "");
    return;
  }
  check_base(c, proof);
  if (proof->kind == TS_PROOF_INDUCTION) check_step(c, proof);
}

EvCheck ev_check_proof(Mem *mem, Program *program, const EncOptions *encoding,
                       const Ts *claimed, const TsProof *proof,
                       const EvOptions *options, Budget *budget) {
  require(proof->invariants.n <= claimed->locations.n);
  EvCheck check = {.status = EV_CONFIRMED};
  TermStore *store = term_store_new(mem);
  Checker c = {.mem = mem,
               .store = store,
               .options = options,
               .budget = budget,
               .check = &check,
               .pool =
                   options->smt.pool ? options->smt.pool : smt_pool_new(mem)};
  c.ts = enc_program(mem, store, program, encoding);
  if (options->directory && mkdir(options->directory, 0777) != 0 &&
      errno != EEXIST)
    problem(&c, EV_UNDECIDED, "cannot make the certificate's directory",
            strerror(errno));
  check_all(&c, claimed, proof);
  VEC_DONE(mem, &c.invariants);
  if (!options->smt.pool) smt_pool_free(c.pool);
  ts_free(c.ts);
  term_store_free(store);
  require(check.status != EV_CONFIRMED || check.problem[0] == 0);
  return check;
}
