/* SPDX-License-Identifier: MIT
 *
 * Changed proofs against the proof checker.
 *
 * Whether a changed invariant is still one is also found without the checker:
 * for each edge of the claimed system a solver of the other back end looks for
 * a step from a state in the invariant to one outside of it, or to an error,
 * and every model it finds is evaluated (SmtOptions.check).  Such a step shows
 * that the mutant is no proof, and the checker must have refused it. */
#include "unit/evidence/mutants.h"

#include "engine/absint/absint.h"
#include "evidence/evidence.h"

typedef struct Subject {
  Mem *mem;
  TermStore *store;
  Program *program;
  EncOptions encoding;
  Ts *ts;
  const MutantSetup *setup;
  Rng *rng;
  MutantCount *count;
} Subject;

const char *mutation_text(Mutation mutation) {
  static const char *const texts[] = {
#define X(name, what) what,
      MUTATIONS(X)
#undef X
  };
  return texts[mutation];
}

/* ---- a step that leaves the invariant ---- */

static bool is_bad(const Ts *ts, TsLoc loc) {
  TsKind kind = ts->locations.at[loc.id].kind;
  return kind == TS_ERROR || kind == TS_UNSUPPORTED;
}

static bool edge_leaves(Subject *s, const TsProof *proof, const TsEdge *edge) {
  Term there = term_false();
  if (!is_bad(s->ts, edge->target)) {
    TermMap *map = ts_next_map(s->ts, edge->target);
    there = term_map_apply(map, ts_proof_invariant(proof, edge->target));
    term_map_free(map);
  }
  Smt *smt = smt_new(s->mem, s->store, &smt_blast, (SmtOptions){.check = 2});
  smt_add(smt, ts_proof_invariant(proof, edge->source));
  smt_add(smt, edge->formula);
  smt_add(smt, term_not(there));
  Budget budget = {.tick_limit = 20000};
  SmtResult result = smt_check(smt, NULL, 0, &budget);
  smt_free(smt);
  return result == SMT_SAT;
}

/* Errors count where invariants alone are the proof. */
static bool some_step_leaves(Subject *s, const TsProof *proof) {
  for (uint32_t e = 0; e < s->ts->edges.n; e++) {
    const TsEdge *edge = &s->ts->edges.at[e];
    if (proof->kind != TS_PROOF_INVARIANTS && is_bad(s->ts, edge->target))
      continue;
    if (edge_leaves(s, proof, edge)) return true;
  }
  return !term_is_true(ts_proof_invariant(proof, s->ts->entry));
}

/* ---- changes ---- */

/* A location that has an invariant, or UINT32_MAX. */
static uint32_t some_invariant(Subject *s, const TsProof *proof) {
  uint32_t n = 0, found = UINT32_MAX;
  for (uint32_t l = 0; l < proof->invariants.n; l++)
    if (!term_is_true(proof->invariants.at[l]) &&
        !term_is_false(proof->invariants.at[l]) && rng_below(s->rng, ++n) == 0)
      found = l;
  return found;
}

/* A fact about a variable of the location; none: it has none of bits. */
static Term some_fact(Subject *s, uint32_t loc) {
  const TsLocation *at = &s->ts->locations.at[loc];
  for (uint32_t tries = 0; tries < 8 && at->n_vars > 0; tries++) {
    Term var = at->vars[rng_below(s->rng, at->n_vars)].now;
    if (term_is_bool(s->store, var)) return var;
    if (sort_kind(term_sort(s->store, var)) != SORT_BV) continue;
    Term value =
        term_u64(s->store, rng_below(s->rng, 4), term_width(s->store, var));
    return rng_below(s->rng, 2) ? term_binary(s->store, TERM_EQ, var, value)
                                : term_binary(s->store, TERM_ULE, var, value);
  }
  return TERM_NONE;
}

static Term change_lemma(Subject *s, Term invariant, Mutation how, Term fact) {
  TermList lemmas = {0};
  term_conjuncts(s->store, invariant, &lemmas);
  uint32_t at = rng_below(s->rng, lemmas.n);
  if (how == MUTANT_DROPPED)
    lemmas.at[at] = term_true();
  else
    lemmas.at[at] = term_binary(s->store, TERM_AND, lemmas.at[at], fact);
  if (how == MUTANT_WEAKER) {
    Term both[2] = {lemmas.at[at], fact};
    lemmas.at[at] = term_or_n(s->store, both, 2);
  }
  Term changed = term_and_n(s->store, lemmas.at, lemmas.n);
  VEC_DONE(term_store_mem(s->store), &lemmas);
  return changed;
}

/* One more or less in a comparison of sums, or in a constant of bits. */
static Term change_node(Subject *s, Term t) {
  bool up = rng_below(s->rng, 2);
  if (term_is_linear(s->store, t)) {
    TermLinear atom;
    term_linear_get(s->store, t, &atom);
    atom.bound += up ? 1 : -1;
    return term_linear_make(s->store, &atom);
  }
  Term one = term_u64(s->store, 1, term_width(s->store, t));
  return term_binary(s->store, up ? TERM_ADD : TERM_SUB, t, one);
}

static Term change_constant(Subject *s, Term invariant) {
  TermWalk walk;
  Term found = TERM_NONE;
  uint32_t n = 0;
  term_walk_init(&walk, s->store);
  term_walk_push(&walk, invariant);
  for (Term t; (t = term_walk_next(&walk)).id != 0;)
    if ((term_is_linear(s->store, t) || term_is_const(s->store, t)) &&
        rng_below(s->rng, ++n) == 0)
      found = t;
  term_walk_done(&walk);
  Term other = found.id ? change_node(s, found) : TERM_NONE;
  if (!other.id) return invariant;
  TermMap *map = term_map_new(s->store, s->store);
  term_map_put(map, found, other);
  Term changed = term_map_apply(map, invariant);
  term_map_free(map);
  return changed;
}

/* What is said at one location, said of the variables of another. */
static Term said_elsewhere(Subject *s, Term invariant, uint32_t from,
                           uint32_t to) {
  const TsLocation *a = &s->ts->locations.at[from];
  const TsLocation *b = &s->ts->locations.at[to];
  TermMap *map = term_map_new(s->store, s->store);
  for (uint32_t i = 0; i < a->n_vars && i < b->n_vars; i++)
    if (sort_same(term_sort(s->store, a->vars[i].now),
                  term_sort(s->store, b->vars[i].now)))
      term_map_put(map, a->vars[i].now, b->vars[i].now);
  Term said = term_map_apply(map, invariant);
  term_map_free(map);
  return said;
}

static bool swap_invariants(Subject *s, TsProof *proof, uint32_t at) {
  for (uint32_t l = 0; l < proof->invariants.n; l++) {
    if (l == at || s->ts->locations.at[l].kind != TS_CUT) continue;
    Term here = proof->invariants.at[at], there = proof->invariants.at[l];
    proof->invariants.at[l] = said_elsewhere(s, here, at, l);
    proof->invariants.at[at] = said_elsewhere(s, there, l, at);
    return true;
  }
  return false;
}

/* Some location's invariant gets a fact about the variables of another. */
static bool add_foreign(Subject *s, TsProof *proof) {
  uint32_t n = proof->invariants.n;
  for (uint32_t tries = 0; tries < 20; tries++) {
    uint32_t at = rng_below(s->rng, n), other = rng_below(s->rng, n);
    if (at == other || s->ts->locations.at[at].kind != TS_CUT) continue;
    Term fact = some_fact(s, other), before = proof->invariants.at[at];
    if (fact.id == 0) continue;
    Term after = term_binary(s->store, TERM_AND, before, fact);
    proof->invariants.at[at] = after;
    if (!term_same(before, after)) return true;
  }
  return false;
}

/* False: there is nothing to change. */
static bool change(Subject *s, TsProof *proof, Mutation how) {
  if (how == MUTANT_SHORTER) return proof->k > 1 && proof->k--;
  if (how == MUTANT_OTHER_KIND) {
    if (proof->kind == TS_PROOF_UNROLLED)
      proof->kind = TS_PROOF_INDUCTION;
    else
      proof->kind = TS_PROOF_UNROLLED;
    if (proof->k == 0) proof->k = 1;
    return true;
  }
  if (how == MUTANT_FOREIGN) return add_foreign(s, proof);
  uint32_t at = some_invariant(s, proof);
  if (at == UINT32_MAX) return false;
  Term before = proof->invariants.at[at], *now = &proof->invariants.at[at];
  Term fact = some_fact(s, at);
  if (how == MUTANT_SWAPPED) return swap_invariants(s, proof, at);
  if (how == MUTANT_CONSTANT)
    *now = change_constant(s, before);
  else if (fact.id != 0)
    *now = change_lemma(s, before, how, fact);
  return !term_same(*now, before);
}

/* ---- the checker's word ---- */

typedef enum Sight { SEEING, BLIND } Sight;

/* Blind: no solver ever answers. */
static EvStatus checked(Subject *s, const TsProof *proof, Sight sight) {
  EvOptions options = {
      .backend = s->setup->checker,
      .smt = {.check = 1, .inject_unknown_at = sight == BLIND ? 1 : 0},
      .directory = s->setup->directory};
  Budget budget = {.tick_limit = s->setup->ticks};
  return ev_check_proof(s->mem, s->program, &s->encoding, s->ts, proof,
                        &options, &budget)
      .status;
}

/* What is no proof is none, either, where solvers give up. */
static bool is_wrong(Subject *s, const TsProof *proof, EvStatus status,
                     bool leaves) {
  if (status == EV_CONFIRMED) return leaves;
  return status == EV_REFUTED && checked(s, proof, BLIND) == EV_CONFIRMED;
}

static void judge(Subject *s, const TsProof *proof, Mutation how) {
  EvStatus status = checked(s, proof, SEEING);
  bool leaves = some_step_leaves(s, proof);
  s->count->by[how].made++;
  s->count->by[how].refused += status == EV_REFUTED;
  s->count->by[how].undecided += status == EV_UNDECIDED;
  s->count->by[how].left += status != EV_CONFIRMED && leaves;
  s->count->by[how].wrong += is_wrong(s, proof, status, leaves);
  s->count->by[how].inductive += status == EV_CONFIRMED && !leaves;
}

static TsProof copy_of(Subject *s, const TsProof *proof) {
  TsProof copy = {.kind = proof->kind, .k = proof->k};
  for (uint32_t l = 0; l < s->ts->locations.n; l++)
    VEC_PUSH(s->mem, &copy.invariants, ts_proof_invariant(proof, (TsLoc){l}));
  return copy;
}

/* ---- proofs ---- */

typedef enum Help { WITH_SEEDS, WITHOUT_SEEDS } Help;

static bool prove(Subject *s, Help help, EngineResult *result) {
  EngineOptions options = {.most_depth = 40};
  Budget cheap = {.tick_limit = 100000};
  Budget budget = {.tick_limit = s->setup->ticks};
  AiStats ai = {0};
  EngineStats stats = {0};
  bool good = help == WITHOUT_SEEDS ||
              ai_invariants(s->ts, &options, &cheap, &options.seeds, &ai);
  assert(good);
  s->setup->engine->run(s->ts, &options, &budget, result, &stats);
  VEC_DONE(term_store_mem(s->store), &options.seeds);
  return good && result->claim == ENGINE_SAFE;
}

/* Proves the system without one edge, and judges that proof for all of it.
 * Seeds would know the edge, as they also look at its blocks. */
static void forget_edge(Subject *s) {
  if (s->ts->edges.n == 0) return;
  TsEdge *edge = &s->ts->edges.at[rng_below(s->rng, s->ts->edges.n)];
  Term before = edge->formula;
  EngineResult result;
  engine_result_init(&result, s->mem);
  edge->formula = term_false();
  bool proved = prove(s, WITHOUT_SEEDS, &result);
  edge->formula = before;
  if (proved) judge(s, &result.proof, MUTANT_FORGOTTEN);
  engine_result_done(&result, s->store);
}

static void change_all(Subject *s, const TsProof *proof) {
  for (int how = 0; how < MUTATION_COUNT; how++) {
    for (uint32_t i = 0; i < s->setup->per_kind; i++) {
      if (how == MUTANT_FORGOTTEN) {
        forget_edge(s);
        continue;
      }
      TsProof mutant = copy_of(s, proof);
      if (change(s, &mutant, (Mutation)how)) judge(s, &mutant, (Mutation)how);
      VEC_DONE(s->mem, &mutant.invariants);
    }
  }
}

static void subject_init(Subject *s, Mem *mem, Program *program,
                         const MutantSetup *setup) {
  *s = (Subject){.mem = mem,
                 .store = term_store_new(mem),
                 .program = program,
                 .encoding = {.blocks = setup->blocks},
                 .setup = setup};
  s->ts = enc_program(mem, s->store, program, &s->encoding);
}

static void subject_done(Subject *s) {
  ts_free(s->ts);
  term_store_free(s->store);
}

void mutants_of(Program *program, const MutantSetup *setup, Rng *rng,
                MutantCount *count) {
  Mem mem;
  mem_init(&mem, 0);
  Subject s;
  subject_init(&s, &mem, program, setup);
  s.rng = rng;
  s.count = count;
  EngineResult result;
  engine_result_init(&result, &mem);
  if (prove(&s, WITH_SEEDS, &result) &&
      checked(&s, &result.proof, SEEING) == EV_CONFIRMED) {
    count->proofs++;
    change_all(&s, &result.proof);
  }
  engine_result_done(&result, s.store);
  subject_done(&s);
  mem_done(&mem);
}

uint32_t mutants_of_unsafe(Program *program, const MutantSetup *setup,
                           uint32_t *n_claims) {
  Mem mem;
  mem_init(&mem, 0);
  Subject s;
  subject_init(&s, &mem, program, setup);
  for (uint32_t e = 0; e < s.ts->edges.n; e++)
    if (is_bad(s.ts, s.ts->edges.at[e].target))
      s.ts->edges.at[e].formula = term_false();
  EngineResult result;
  engine_result_init(&result, &mem);
  uint32_t confirmed = 0;
  if (prove(&s, WITHOUT_SEEDS, &result)) {
    confirmed += checked(&s, &result.proof, SEEING) == EV_CONFIRMED;
    (*n_claims)++;
  }
  engine_result_done(&result, s.store);
  subject_done(&s);
  mem_done(&mem);
  return confirmed;
}
