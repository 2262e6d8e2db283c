/* SPDX-License-Identifier: MIT
 *
 * Structural abstraction and refinement of verification conditions.
 *
 * Problem.  Whether a check of a large program can fail may depend on every
 * function that was called before; putting all of them into one formula is
 * hopeless, and mostly needless: whoever wrote the caller relied on little of
 * what the callee does.
 *
 * Idea [BH07, Algorithm 1].  Effects of calls are variables at first, free to
 * take any value.  If the formula cannot hold even so, we are done.  If it can,
 * look at what the solver's assignment depends on (refine.c); expand one
 * summary among that, nearest to the root, and ask again.  When the assignment
 * depends on no summary any more, it is real.
 *
 * Expanding adds the equation "variable = expression" to an incremental
 * solver: the clauses so far, and what was learnt from them, stay.  The
 * expression is made when it is asked for, which is also when the callee is
 * executed symbolically at all.
 *
 * Where we differ.  Loops are not unrolled but forgotten: a variable may be
 * open, that is stand for something nobody knows.  An assignment that depends
 * on an open variable proves nothing, and the answer is "unknown", naming it;
 * with `patience`, only so many more summaries are tried for a proof.
 * A likely summary is one whose open variables are forgiven: behind a call
 * that goes round a loop or calls itself, life goes on as a rule, and who
 * insists on a proof that it does finds nothing behind it.
 * A variable may have an axiom, which joins the formulas as soon as the
 * variable does.
 *
 * The eager way, for comparison: expand every summary in the cone, summaries
 * in these expressions too, before the first check.
 *
 * The solver decides only what justifies an answer (StructOptions.backend), so
 * no model is believed as it is: whatever is said to hold is evaluated first,
 * and of what is possible every formula is.
 *
 * Invariants: every variable of every formula given to the solver is known to
 * `vars` with its axiom added; `formulas` is all the solver has.  Cost: each
 * node is blasted once; one solver call and one walk per expansion. */
#include "engine/structural/structural.h"

typedef struct Leaf {
  StructLeaf kind;
  Term below; /* expression or axiom, or none */
  bool is_expanded;
  bool is_likely;
} Leaf;

struct Struct {
  Mem *mem;
  TermStore *store;
  StructGraph graph;
  StructOptions options;
  Smt *smt;
  TermWalk cone;   /* nodes given to the solver */
  Vec(Term) fresh; /* terms whose cone is still to be looked at */
  Map leaf_of;     /* variable -> index in leaves */
  Vec(Leaf) leaves;
  TermList formulas; /* all that was added */
  TermList support;
  TermList sure; /* ... without what likely summaries depend on */
  StructStats stats;
};

Struct *struct_new(Mem *mem, TermStore *store, const StructGraph *graph,
                   const StructOptions *options) {
  require(graph->leaf && graph->axiom && graph->expand);
  Struct *s = MEM_NEW(mem, Struct);
  s->mem = mem;
  s->store = store;
  s->graph = *graph;
  s->options = *options;
  if (!s->options.backend) s->options.backend = &smt_blast;
  s->smt = smt_new(mem, store, s->options.backend, options->smt);
  term_walk_init(&s->cone, store);
  map_init(&s->leaf_of, mem);
  return s;
}

void struct_free(Struct *s) {
  Mem *mem = s->mem;
  smt_free(s->smt);
  term_walk_done(&s->cone);
  map_done(&s->leaf_of);
  VEC_DONE(mem, &s->fresh);
  VEC_DONE(mem, &s->leaves);
  VEC_DONE(term_store_mem(s->store), &s->formulas);
  VEC_DONE(term_store_mem(s->store), &s->support);
  VEC_DONE(term_store_mem(s->store), &s->sure);
  MEM_DELETE(mem, s);
}

void struct_set_patience(Struct *s, uint32_t patience) {
  require(patience > 0);
  s->options.patience = patience;
}

static Leaf *leaf_of(Struct *s, Term var) {
  const uint64_t *index = map_find(&s->leaf_of, term_node(var));
  require(index);
  return &s->leaves.at[*index];
}

/* ---- the formula grows ---- */

static void add(Struct *s, Term t) {
  assert(term_is_bool(s->store, t));
  smt_add(s->smt, t);
  VEC_PUSH(term_store_mem(s->store), &s->formulas, t);
  VEC_PUSH(s->mem, &s->fresh, t);
}

static void expand(Struct *s, Term var) {
  assert(leaf_of(s, var)->kind == STRUCT_SUMMARY);
  bool is_likely = leaf_of(s, var)->is_likely;
  Term meaning = s->graph.expand(s->graph.context, var);
  Leaf *leaf = leaf_of(s, var);
  if (!meaning.id) {
    leaf->kind = is_likely ? STRUCT_FREE : STRUCT_OPEN;
    return;
  }
  require(sort_same(term_sort(s->store, meaning), term_sort(s->store, var)));
  leaf->kind = STRUCT_FREE;
  leaf->below = meaning;
  leaf->is_expanded = true;
  s->stats.expansions++;
  smt_define(s->smt, var, meaning);
  VEC_PUSH(term_store_mem(s->store), &s->formulas,
           term_eq(s->store, var, meaning));
  VEC_PUSH(s->mem, &s->fresh, meaning);
  Term axiom = s->graph.axiom(s->graph.context, var);
  if (!term_is_true(axiom)) add(s, axiom);
}

static void meet_variable(Struct *s, Term var) {
  assert(term_is_var(s->store, var) && !map_find(&s->leaf_of, term_node(var)));
  Leaf leaf = {.kind = s->graph.leaf(s->graph.context, var)};
  Term axiom = s->graph.axiom(s->graph.context, var);
  assert(term_is_bool(s->store, axiom));
  if (!term_is_true(axiom)) leaf.below = axiom;
  leaf.is_likely = leaf.kind == STRUCT_LIKELY;
  if (leaf.is_likely) leaf.kind = STRUCT_SUMMARY;
  map_put(&s->leaf_of, term_node(var), s->leaves.n);
  VEC_PUSH(s->mem, &s->leaves, leaf);
  if (leaf.below.id) add(s, axiom);
  if (leaf.kind == STRUCT_SUMMARY && s->options.expansion == STRUCT_EAGER)
    expand(s, var);
}

/* Meet every variable below what was added; false when the budget is spent. */
static bool close_cone(Struct *s, Budget *budget) {
  while (s->fresh.n) {
    term_walk_push(&s->cone, VEC_POP(&s->fresh));
    for (Term t; (t = term_walk_next(&s->cone)).id;) {
      s->stats.cone_nodes++;
      if (term_is_var(s->store, t)) meet_variable(s, t);
      if (budget && s->stats.cone_nodes % 4096 == 0 && budget_is_spent(budget))
        return false;
    }
  }
  return true;
}

/* ---- what an assignment depends on ---- */

static TermValue value_of(void *context, Term t) {
  Struct *s = context;
  return smt_value(s->smt, t);
}

static Term below(void *context, Term var) {
  return leaf_of(context, var)->below;
}

static bool is_summary(void *context, Term var) {
  return leaf_of(context, var)->kind == STRUCT_SUMMARY;
}

static bool is_zero(Struct *s, Term var) {
  TermValue value = smt_value(s->smt, var);
  if (term_is_bool(s->store, var)) return value.bits == 0;
  return bv_is_zero(term_value_words(&value), sort_width(value.sort));
}

static Term open_among(Struct *s, const TermList *support) {
  for (uint32_t i = 0; i < support->n; i++) {
    Term var = support->at[i];
    StructLeaf kind = leaf_of(s, var)->kind;
    if (kind == STRUCT_OPEN || (kind == STRUCT_NONZERO && is_zero(s, var)))
      return var;
  }
  return TERM_NONE;
}

static Term below_sure(void *context, Term var) {
  const Leaf *leaf = leaf_of(context, var);
  return leaf->is_likely ? TERM_NONE : leaf->below;
}

/* Leaves out of the support what only likely summaries depend on. */
static void find_sure(Struct *s, Term formula) {
  StructWalk walk = {s, value_of, below_sure, is_summary, NULL};
  assert(term_is_bool(s->store, formula));
  VEC_CLEAR(&s->sure);
  (void)struct_refine(s->store, formula, &walk, &s->sure);
}

/* An open variable that the assignment depends on, and not only by way of a
 * likely summary; or none. */
static Term find_open(Struct *s, Term formula) {
  if (!open_among(s, &s->support).id) return TERM_NONE;
  find_sure(s, formula);
  return open_among(s, &s->sure);
}

static StructAnswer give_up(const char *reason, Term before) {
  assert(*reason != 0);
  StructAnswer answer = {.status = STRUCT_UNKNOWN, .before = before};
  snprintf(answer.reason, sizeof answer.reason, "%s", reason);
  return answer;
}

static StructAnswer conclude(Struct *s, Term formula) {
  find_sure(s, formula);
  Term open = open_among(s, &s->sure);
  if (!open.id) smt_check_model(s->smt);
  return (StructAnswer){.status = open.id ? STRUCT_UNKNOWN : STRUCT_POSSIBLE,
                        .open = open,
                        .is_assigned = true};
}

/* ---- Algorithm 1 ---- */

/* Is it time to stop though there are summaries left? */
static bool has_enough(const Struct *s, uint64_t expanded, uint64_t futile) {
  const StructOptions *o = &s->options;
  return (o->most_expansions && expanded >= o->most_expansions) ||
         (o->patience && futile >= o->patience);
}

/* Under --check=2: the same question to the other back end, on exactly the
 * formulas of this one. */
static void check_impossible(Struct *s, Term formula, Budget *budget) {
  Smt *other = smt_new(s->mem, s->store, smt_backend_other(s->options.backend),
                       (SmtOptions){0});
  for (uint32_t i = 0; i < s->formulas.n; i++)
    smt_add(other, s->formulas.at[i]);
  require(smt_check(other, &formula, 1, budget) != SMT_SAT);
  smt_free(other);
}

StructAnswer struct_check(Struct *s, Term formula, Budget *budget) {
  require(term_is_bool(s->store, formula));
  StructWalk walk = {s, value_of, below, is_summary, NULL};
  uint64_t expanded = 0, futile = 0;
  Term open = TERM_NONE; /* that the last assignment depends on */
  s->stats.checks++;
  VEC_CLEAR(&s->support);
  VEC_CLEAR(&s->sure);
  if (term_is_false(formula)) {
    s->stats.trivial++;
    return (StructAnswer){.status = STRUCT_IMPOSSIBLE};
  }
  VEC_PUSH(s->mem, &s->fresh, formula);
  for (;;) {
    if (!close_cone(s, budget)) return give_up("time or memory is spent", open);
    SmtResult result = smt_check(s->smt, &formula, 1, budget);
    s->stats.rounds++;
    s->stats.clauses = smt_stats(s->smt)->clauses;
    if (result == SMT_UNSAT) {
      if (s->options.smt.check >= 2) check_impossible(s, formula, budget);
      return (StructAnswer){.status = STRUCT_IMPOSSIBLE};
    }
    require(result != SMT_SAT || smt_is_true(s->smt, formula));
    if (result == SMT_UNKNOWN) return give_up(smt_reason_unknown(s->smt), open);
    VEC_CLEAR(&s->support);
    Term next = struct_refine(s->store, formula, &walk, &s->support);
    if (!next.id) return conclude(s, formula);
    open = find_open(s, formula);
    futile += open.id != 0;
    if (has_enough(s, expanded++, futile)) {
      StructAnswer answer =
          give_up("too many calls would have to be expanded", open);
      answer.open = open;
      answer.is_assigned = true;
      return answer;
    }
    expand(s, next);
  }
}

/* What the walk misses of the cone is not known to the solver: its values are
 * made up. */
static bool is_known(const Struct *s, Term var) {
  return map_find(&s->leaf_of, term_node(var)) != NULL;
}

static Term below_known(void *context, Term var) {
  return is_known(context, var) ? leaf_of(context, var)->below : TERM_NONE;
}

static bool is_loose(void *context, Term var) {
  return !is_known(context, var) || is_summary(context, var);
}

bool struct_is_settled(Struct *s, Term t) {
  StructWalk walk = {s, value_of, below_known, is_loose, NULL};
  TermList support = {0};
  Term loose = struct_refine(s->store, t, &walk, &support);
  VEC_DONE(term_store_mem(s->store), &support);
  return !loose.id;
}

void struct_depends(Struct *s, Term t, Map *nodes) {
  StructWalk walk = {s, value_of, below_known, is_loose, nodes};
  TermList support = {0};
  (void)struct_refine(s->store, t, &walk, &support);
  VEC_DONE(term_store_mem(s->store), &support);
}

void struct_rest_on(Struct *s, Term formula) {
  StructWalk walk = {s, value_of, below_known, is_loose, NULL};
  assert(term_is_bool(s->store, formula));
  if (!smt_value(s->smt, formula).bits) return;
  VEC_CLEAR(&s->support);
  (void)struct_refine(s->store, formula, &walk, &s->support);
  find_sure(s, formula);
}

const TermList *struct_support(const Struct *s) {
  return &s->support;
}

const TermList *struct_sure_support(const Struct *s) {
  return &s->sure;
}

TermValue struct_value(Struct *s, Term t) {
  return smt_value(s->smt, t);
}

Term struct_meaning(const Struct *s, Term var) {
  require(term_is_var(s->store, var));
  const uint64_t *index = map_find(&s->leaf_of, term_node(var));
  if (!index || !s->leaves.at[*index].is_expanded) return TERM_NONE;
  return s->leaves.at[*index].below;
}

const StructStats *struct_stats(const Struct *s) {
  return &s->stats;
}
