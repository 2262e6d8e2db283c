/* SPDX-License-Identifier: MIT
 *
 * Solving an abstraction query by elimination on a diagram [GCS11 §4.3].
 *
 * The query is  exists all but the predicates' Booleans . C1 and ... and Cn,
 * conjuncts in topological order.  The diagram D starts as true and takes the
 * conjuncts in from the last to the first.  A variable (a block's Boolean, a
 * number) that no earlier conjunct mentions is eliminated at once.  This is
 * the paper's early quantification of block Booleans; we do the same with
 * numbers.
 *
 * Cases.  A conjunct that is a disjunction  P1 or ... or Pk  (block not
 * visited, or one of the ways into it was taken) is not built as a diagram: D
 * becomes the union over i of "eliminate from D and Pi".  Then an equation
 * y = e of Pi, where y is not mentioned earlier, is no constraint either: y is
 * replaced by e in D.  So along assignments the diagram goes backwards like a
 * weakest precondition, and Fourier-Motzkin elimination is left for inputs and
 * for the source's variables.
 *
 * Postponed numbers.  A number with many constraints on all sides is compared
 * with many others; without it D has to know the order of all of these, and
 * grows from hundreds of nodes to millions, only to shrink again when the
 * others are replaced or end.  So elimination is tried with a limit that grows
 * with D.  What needs more is postponed until fewer constraints mention the
 * number, or to the end: later conjuncts do not mention it, so "exists" may
 * move out over them.  At the end all that is left is eliminated by points
 * (ldd_points.c), which are many where elimination is easy and few where it is
 * not; so the two take turns of the same length, which grow until one is
 * through.  Elimination begins again each time, points go on.
 *
 * Numbers have ranges, which what replaces them must keep; mostly that follows
 * from the ranges of the form's numbers.
 *
 * Every step is exact or gives more: exists distributes over the union, and
 * what ldd.h leaves out makes sets larger.
 */
#include "predabs/paq_int.h"

/* Eliminating a number may make this many nodes, and so many times those of D,
 * else it is postponed; from MAX_GROWTH on as many as there may be. */
#define FREE_NODES (1u << 12)
#define MOST_NODES (1u << 20)
#define GROWTH     8u
#define MAX_GROWTH (1u << 12)
/* Steps of points, besides those that elimination took. */
#define FREE_STEPS (1u << 16)

typedef Vec(PaqRef) Refs;

typedef struct Solve {
  Paq *paq;
  DdStore *dd;
  DdReorder reorder;
  Map built;       /* node -> diagram id, while one conjunct is worked on */
  Refs order;      /* scratch: nodes, children first */
  Refs stack;      /* scratch */
  uint32_t *stamp; /* by node: last visit */
  uint32_t now;
  Refs cases;            /* of the conjunct at hand */
  Refs literals;         /* of the case at hand */
  Vec(DdVar) dead_vars;  /* Booleans that end with the conjunct at hand */
  Vec(LddNum) dead_nums; /* ... numbers */
  Vec(LddNum) ended;     /* all numbers that ended so far */
  uint32_t *postponed;   /* by number: labels when it was; 0: it was not */
  uint32_t *tried;       /* by number: the last round of elimination */
  uint32_t round;
} Solve;

static const PaqNode *node_of(const Solve *s, PaqRef a) {
  assert(a.id >> 1 < s->paq->nodes.n);
  return &s->paq->nodes.at[a.id >> 1];
}

static uint32_t n_children(const PaqNode *node) {
  if (node->kind == PAQ_AND || node->kind == PAQ_IFF) return 2;
  return node->kind == PAQ_ITE ? 3 : 0;
}

/* ---- walking ---- */

/* Nodes below `root` not visited since `now` changed, children first. */
static void visit(Solve *s, PaqRef root) {
  Mem *mem = &s->paq->mem;
  assert(s->stack.n == 0);
  VEC_CLEAR(&s->order);
  VEC_PUSH(mem, &s->stack, root);
  while (s->stack.n) {
    PaqRef top = VEC_LAST(&s->stack);
    const PaqNode *node = node_of(s, top);
    uint32_t before = s->stack.n;
    for (uint32_t i = 0; i < n_children(node); i++)
      if (s->stamp[node->child[i].id >> 1] != s->now)
        VEC_PUSH(mem, &s->stack, node->child[i]);
    if (s->stack.n > before) continue;
    s->stack.n--;
    if (s->stamp[top.id >> 1] == s->now) continue;
    s->stamp[top.id >> 1] = s->now;
    VEC_PUSH(mem, &s->order, ((PaqRef){top.id & ~1u}));
  }
}

/* ---- which conjunct mentions a variable first ---- */

static void note_use(uint32_t *first, uint32_t conjunct) {
  assert(conjunct != UINT32_MAX);
  if (conjunct < *first) *first = conjunct;
}

static void note_node(Solve *s, const PaqNode *node, uint32_t conjunct) {
  if (node->kind == PAQ_LABEL)
    note_use(&s->paq->first_use.at[node->label.id], conjunct);
  if (node->kind != PAQ_AT_MOST && node->kind != PAQ_EQUATION) return;
  const LddForm *form = &s->paq->atoms.at[node->atom].form;
  for (uint32_t i = 0; i < form->n; i++)
    note_use(&s->paq->first_number_use.at[form->at[i].num.id], conjunct);
}

static void note_conjunct(Solve *s, uint32_t i) {
  s->now++;
  visit(s, s->paq->conjuncts.at[i]);
  for (uint32_t k = 0; k < s->order.n; k++)
    note_node(s, node_of(s, s->order.at[k]), i);
}

static void forget_first_uses(Paq *paq) {
  for (uint32_t i = 0; i < paq->first_use.n; i++)
    paq->first_use.at[i] = UINT32_MAX;
  for (uint32_t i = 0; i < paq->first_number_use.n; i++)
    paq->first_number_use.at[i] = UINT32_MAX;
}

static void find_first_uses(Solve *s) {
  forget_first_uses(s->paq);
  for (uint32_t i = 0; i < s->paq->conjuncts.n; i++) note_conjunct(s, i);
  for (uint32_t i = 0; i < s->paq->predicates.n; i++)
    s->paq->first_use.at[s->paq->predicates.at[i].id] = UINT32_MAX;
}

/* ---- where predicates stand ---- */

/* One more than the conjunct at which the first of the node's variables would
 * end if it were not for this node; 0: none. */
static uint32_t place_of_node(const Solve *s, const PaqNode *node) {
  uint32_t place = 0, use;
  if (node->kind == PAQ_LABEL) {
    use = s->paq->first_use.at[node->label.id];
    return use == UINT32_MAX ? 0 : use + 1;
  }
  if (node->kind != PAQ_AT_MOST && node->kind != PAQ_EQUATION) return 0;
  const LddForm *form = &s->paq->atoms.at[node->atom].form;
  for (uint32_t i = 0; i < form->n; i++) {
    use = s->paq->first_number_use.at[form->at[i].num.id];
    if (use != UINT32_MAX && use + 1 > place) place = use + 1;
  }
  return place;
}

static uint32_t place_of(Solve *s, PaqRef predicate) {
  uint32_t place = 0;
  s->now++;
  visit(s, predicate);
  for (uint32_t k = 0; k < s->order.n; k++) {
    uint32_t own = place_of_node(s, node_of(s, s->order.at[k]));
    if (own > place) place = own;
  }
  return place;
}

/* A conjunct "b = predicate" is moved to right behind the conjunct with which
 * the first of its variables ends: D is spared b for so long, and no number
 * lives longer for it. */
static void place_predicates(Solve *s) {
  Paq *paq = s->paq;
  Mem *mem = &paq->mem;
  const PaqRef *old = paq->conjuncts.at;
  uint32_t n = paq->conjuncts.n;
  Refs placed = {0};
  uint32_t *place = MEM_ARRAY(mem, uint32_t, n);
  uint8_t *moves = MEM_ARRAY(mem, uint8_t, n);
  for (uint32_t i = 0; i < paq->definitions.n; i++)
    moves[paq->definitions.at[i]] = 1;
  forget_first_uses(paq);
  for (uint32_t i = 0; i < n; i++)
    if (!moves[i]) note_conjunct(s, i);
  for (uint32_t i = 0; i < n; i++)
    if (moves[i]) place[i] = place_of(s, old[i]);
  for (uint32_t at = 0; at <= n; at++) {
    for (uint32_t k = 0; k < paq->definitions.n; k++) {
      uint32_t i = paq->definitions.at[k];
      if (place[i] == at) VEC_PUSH(mem, &placed, old[i]);
    }
    if (at < n && !moves[at]) VEC_PUSH(mem, &placed, old[at]);
  }
  assert(placed.n == n);
  for (uint32_t i = 0; i < n; i++) paq->conjuncts.at[i] = placed.at[i];
  VEC_DONE(mem, &placed);
  MEM_FREE_ARRAY(mem, place, n);
  MEM_FREE_ARRAY(mem, moves, n);
}

/* What ends with a conjunct, by going over all variables: few. */
static void find_dead(Solve *s, uint32_t conjunct) {
  Mem *mem = &s->paq->mem;
  VEC_CLEAR(&s->dead_vars);
  VEC_CLEAR(&s->dead_nums);
  for (uint32_t i = 0; i < s->paq->first_use.n; i++)
    if (s->paq->first_use.at[i] == conjunct)
      VEC_PUSH(mem, &s->dead_vars, ((DdVar){i}));
  for (uint32_t i = 0; i < s->paq->first_number_use.n; i++)
    if (s->paq->first_number_use.at[i] == conjunct) {
      VEC_PUSH(mem, &s->dead_nums, ((LddNum){i}));
      VEC_PUSH(mem, &s->ended, ((LddNum){i}));
    }
}

/* ---- diagrams of nodes ---- */

static Dd built(const Solve *s, PaqRef a) {
  uint64_t found = map_get(&s->built, a.id >> 1, 0);
  assert(found);
  return (Dd){(uint32_t)found ^ (a.id & 1)};
}

static Dd build_node(Solve *s, const PaqNode *node) {
  switch (node->kind) {
  case PAQ_TRUE: return dd_true();
  case PAQ_LABEL: return dd_var(s->dd, node->label);
  case PAQ_AT_MOST:
  case PAQ_EQUATION: {
    const PaqAtom *atom = &s->paq->atoms.at[node->atom];
    return paq_diagram(s->paq, node->kind, &atom->form, atom->k);
  }
  case PAQ_AND:
    return dd_and(s->dd, built(s, node->child[0]), built(s, node->child[1]));
  case PAQ_IFF:
    return dd_iff(s->dd, built(s, node->child[0]), built(s, node->child[1]));
  case PAQ_ITE:
    return dd_ite(s->dd, built(s, node->child[0]), built(s, node->child[1]),
                  built(s, node->child[2]));
  }
  unreachable_case();
}

/* Nodes keep their stamp while one conjunct is worked on. */
static Dd build(Solve *s, PaqRef root) {
  visit(s, root);
  for (uint32_t i = 0; i < s->order.n; i++) {
    PaqRef at = s->order.at[i];
    Dd f = build_node(s, node_of(s, at));
    if (dd_is_stopped(s->dd)) f = dd_false();
    map_put(&s->built, at.id >> 1, f.id);
  }
  return built(s, root);
}

/* ---- cases and literals ---- */

/* Append what `root` is the conjunction of; for its cases it is called with
 * the negation, and gives their negations. */
static void flatten(Solve *s, PaqRef root, Refs *parts) {
  Mem *mem = &s->paq->mem;
  assert(s->stack.n == 0 && parts != &s->stack);
  VEC_CLEAR(parts);
  VEC_PUSH(mem, &s->stack, root);
  while (s->stack.n) {
    PaqRef top = VEC_POP(&s->stack);
    const PaqNode *node = node_of(s, top);
    if (node->kind != PAQ_AND || (top.id & 1)) {
      VEC_PUSH(mem, parts, top);
      continue;
    }
    VEC_PUSH(mem, &s->stack, node->child[1]);
    VEC_PUSH(mem, &s->stack, node->child[0]);
  }
}

static const PaqAtom *equation_of(const Solve *s, PaqRef literal) {
  const PaqNode *node = node_of(s, literal);
  if (node->kind != PAQ_EQUATION || (literal.id & 1)) return NULL;
  return &s->paq->atoms.at[node->atom];
}

static bool mentions(const LddForm *form, LddNum num) {
  for (uint32_t i = 0; i < form->n; i++)
    if (form->at[i].num.id == num.id) return true;
  return false;
}

static bool is_dead(const Solve *s, LddNum num) {
  for (uint32_t i = 0; i < s->dead_nums.n; i++)
    if (s->dead_nums.at[i].id == num.id) return true;
  return false;
}

/* How many of the case's equations mention the number. */
static uint32_t n_equations_with(const Solve *s, LddNum num) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->literals.n; i++) {
    const PaqAtom *equation = equation_of(s, s->literals.at[i]);
    if (equation && mentions(&equation->form, num)) n++;
  }
  return n;
}

/* Which number this equation can define; false: none.  It must end here, with
 * coefficient 1 or -1, and no other equation left may mention it. */
static bool defined_number(const Solve *s, const PaqAtom *equation,
                           uint32_t *position) {
  for (uint32_t i = 0; i < equation->form.n; i++) {
    const LddMonomial *m = &equation->form.at[i];
    if ((m->coefficient != 1 && m->coefficient != -1) || !is_dead(s, m->num) ||
        n_equations_with(s, m->num) != 1)
      continue;
    *position = i;
    return true;
  }
  return false;
}

/* c*y + r = k, |c| = 1, is y = c*k - c*r */
static Dd substitute(Solve *s, Dd f, const PaqAtom *equation,
                     uint32_t position) {
  LddForm value = {0};
  LddMonomial y = equation->form.at[position];
  assert(position < equation->form.n);
  assert(y.coefficient == 1 || y.coefficient == -1);
  for (uint32_t i = 0; i < equation->form.n; i++) {
    if (i == position) continue;
    value.at[value.n] = equation->form.at[i];
    value.at[value.n++].coefficient *= -y.coefficient;
  }
  return ldd_substitute(s->dd, f, y.num, &value, equation->k * y.coefficient);
}

/* Between two steps; what was built of nodes does not live across it. */
static Dd tidy(Solve *s, Dd f) {
  assert(f.id);
  dd_protect(s->dd, f);
  dd_tidy(s->dd, s->reorder);
  dd_release(s->dd, f);
  return f;
}

/* Apply equations that define a number that ends here, in any order in which
 * each number is replaced after all else that mentions it is in D. */
static Dd apply_equations(Solve *s, Dd f) {
  bool has_changed = true;
  while (has_changed) {
    has_changed = false;
    for (uint32_t i = 0; i < s->literals.n; i++) {
      const PaqAtom *equation = equation_of(s, s->literals.at[i]);
      uint32_t position;
      if (!equation || !defined_number(s, equation, &position)) continue;
      f = tidy(s, substitute(s, f, equation, position));
      s->literals.at[i] = (PaqRef){0};
      has_changed = true;
    }
  }
  return f;
}

/* ---- elimination ---- */

/* May this number be eliminated now?  `n` labels mention it.  One that was
 * postponed waits until fewer do. */
static bool is_due(const Solve *s, LddNum num, uint32_t n) {
  if (!n || s->tried[num.id] == s->round) return false;
  return !s->postponed[num.id] || n < s->postponed[num.id];
}

/* The number with fewest constraints of those that ended; UINT32_MAX: none. */
static LddNum next_number(Solve *s, const uint32_t *counts) {
  LddNum best = {UINT32_MAX};
  for (uint32_t i = 0; i < s->ended.n; i++) {
    LddNum num = s->ended.at[i];
    if (is_due(s, num, counts[num.id]) &&
        (best.id == UINT32_MAX || counts[num.id] < counts[best.id]))
      best = num;
  }
  return best;
}

/* Nodes that eliminating a number from D may make. */
static uint32_t allowance(const Solve *s, Dd f, uint32_t factor) {
  if (factor >= MAX_GROWTH) return UINT32_MAX;
  uint64_t more = FREE_NODES + (uint64_t)factor * dd_size(s->dd, f);
  return more < MOST_NODES ? (uint32_t)more : MOST_NODES;
}

/* Eliminate numbers that ended; what makes D grow beyond `factor` is
 * postponed. */
static Dd eliminate_numbers(Solve *s, Dd f, uint32_t factor) {
  Mem *mem = &s->paq->mem;
  uint32_t n = ldd_n_nums(s->dd);
  uint32_t *counts = MEM_ARRAY(mem, uint32_t, n);
  s->round++;
  while (!dd_is_const(f) && !dd_is_stopped(s->dd)) {
    if (n) memset(counts, 0, n * sizeof *counts);
    ldd_occurrences(s->dd, f, counts);
    LddNum num = next_number(s, counts);
    if (num.id == UINT32_MAX) break;
    s->tried[num.id] = s->round;
    Dd without;
    bool is_done =
        ldd_exists_within(s->dd, f, num, allowance(s, f, factor), &without);
    s->postponed[num.id] = is_done ? 0 : counts[num.id];
    f = tidy(s, is_done ? without : f);
  }
  MEM_FREE_ARRAY(mem, counts, n);
  return f;
}

static bool has_postponed(const Solve *s) {
  for (uint32_t i = 0; i < s->ended.n; i++)
    if (s->postponed[s->ended.at[i].id]) return true;
  return false;
}

static uint64_t n_steps(const Solve *s) {
  return dd_stats(s->dd)->steps;
}

/* Elimination of what was postponed, while its limit grows; false: all limits
 * were too small so far. */
static bool eliminate_postponed(Solve *s, Dd *f, uint32_t factor) {
  assert(factor <= MAX_GROWTH);
  for (uint32_t i = 0; i < s->ended.n; i++) s->postponed[s->ended.at[i].id] = 0;
  dd_release(s->dd, *f);
  *f = eliminate_numbers(s, *f, factor);
  dd_protect(s->dd, *f);
  return !has_postponed(s);
}

/* Elimination and points take turns, each with as many steps as the other.
 * True: one of them is through. */
static bool take_turns(Solve *s, Dd *f, LddPoints **points) {
  for (uint32_t factor = GROWTH; factor < MAX_GROWTH; factor *= 4) {
    uint64_t before = n_steps(s);
    if (eliminate_postponed(s, f, factor)) return true;
    if (!*points) *points = ldd_points_new(s->dd, *f);
    uint64_t turn = n_steps(s) - before + FREE_STEPS;
    if (*points && ldd_points_go_on(*points, turn, s->reorder)) return true;
    if (dd_is_stopped(s->dd)) return true;
  }
  return false;
}

/* What was postponed. */
static Dd eliminate_rest(Solve *s, Dd f) {
  LddPoints *points = NULL;
  dd_protect(s->dd, f);
  bool is_done = take_turns(s, &f, &points);
  if (!is_done && points)
    is_done = ldd_points_go_on(points, UINT64_MAX, s->reorder);
  else if (!is_done)
    is_done = eliminate_postponed(s, &f, MAX_GROWTH);
  dd_release(s->dd, f);
  if (points && has_postponed(s) && !dd_is_stopped(s->dd))
    f = ldd_points_answer(points);
  assert(is_done || dd_is_stopped(s->dd));
  ldd_points_free(points);
  return f;
}

/* Diagrams of nodes do not live across a collection. */
static void forget_built(Solve *s) {
  map_clear(&s->built);
  s->now++;
}

/* D and a case, without the Booleans and defined numbers that end here. */
static Dd take_case(Solve *s, Dd f, PaqRef part) {
  flatten(s, part, &s->literals);
  forget_built(s);
  for (uint32_t i = 0; i < s->literals.n; i++)
    if (!equation_of(s, s->literals.at[i]))
      f = dd_and(s->dd, f, build(s, s->literals.at[i]));
  f = apply_equations(s, f);
  forget_built(s);
  for (uint32_t i = 0; i < s->literals.n; i++)
    if (equation_of(s, s->literals.at[i]))
      f = dd_and(s->dd, f, build(s, s->literals.at[i]));
  Dd cube = dd_cube_of(s->dd, s->dead_vars.at, s->dead_vars.n);
  return dd_exists(s->dd, f, cube);
}

/* D and the conjunct, without what ends here. */
static Dd take_conjunct(Solve *s, Dd f, uint32_t i) {
  assert(i < s->paq->conjuncts.n);
  find_dead(s, i);
  flatten(s, paq_not(s->paq->conjuncts.at[i]), &s->cases);
  Dd all = dd_false();
  dd_protect(s->dd, f);
  for (uint32_t k = 0; k < s->cases.n && !dd_is_stopped(s->dd); k++) {
    dd_protect(s->dd, all);
    Dd some = take_case(s, f, paq_not(s->cases.at[k]));
    if (s->paq->numbers == PREDABS_NUMBERS_SOON)
      some = eliminate_numbers(s, some, GROWTH);
    dd_release(s->dd, all);
    all = dd_or(s->dd, all, some);
  }
  dd_release(s->dd, f);
  return all;
}

static void solve_init(Solve *s, Paq *paq, DdReorder reorder) {
  *s = (Solve){.paq = paq, .dd = paq->dd, .reorder = reorder};
  map_init(&s->built, &paq->mem);
  s->stamp = MEM_ARRAY(&paq->mem, uint32_t, paq->nodes.n);
  s->postponed = MEM_ARRAY(&paq->mem, uint32_t, ldd_n_nums(paq->dd));
  s->tried = MEM_ARRAY(&paq->mem, uint32_t, ldd_n_nums(paq->dd));
}

static void solve_done(Solve *s) {
  Mem *mem = &s->paq->mem;
  map_done(&s->built);
  MEM_FREE_ARRAY(mem, s->stamp, s->paq->nodes.n);
  VEC_DONE(mem, &s->order);
  VEC_DONE(mem, &s->stack);
  VEC_DONE(mem, &s->cases);
  VEC_DONE(mem, &s->literals);
  VEC_DONE(mem, &s->dead_vars);
  VEC_DONE(mem, &s->dead_nums);
  VEC_DONE(mem, &s->ended);
  MEM_FREE_ARRAY(mem, s->postponed, ldd_n_nums(s->dd));
  MEM_FREE_ARRAY(mem, s->tried, ldd_n_nums(s->dd));
}

PaqSolution paq_solve(Paq *paq, DdReorder reorder) {
  require(paq->predicates.n == paq->definitions.n);
  Solve s;
  solve_init(&s, paq, reorder);
  place_predicates(&s);
  find_first_uses(&s);
  Dd f = dd_true();
  for (uint32_t i = paq->conjuncts.n; i-- > 0 && !dd_is_stopped(paq->dd);) {
    f = tidy(&s, take_conjunct(&s, f, i));
  }
  f = eliminate_rest(&s, f);
  solve_done(&s);
  return (PaqSolution){f, paq->is_exact && ldd_is_exact(paq->dd)};
}
