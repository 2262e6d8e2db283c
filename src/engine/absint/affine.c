/* SPDX-License-Identifier: MIT
 *
 * Equations modulo 2^w between variables of one width [MOS05, KS08].
 *
 * A shape is a set of equations  c1*x1 + ... + cn*xn = d  (mod 2^w): all that
 * the states included so far have in common.  Coefficients are numbers modulo
 * 2^w, too, so that 2^31 * x = 2^31 says "x is odd".
 *
 * The first state gives x_i = value_i, n equations.  Another state violates
 * some of them: equation i by the residue e_i = (c*state - d).  A combination
 * of the old equations holds in the new state if and only if its residue is
 * zero.  Take the equation p whose residue is divisible by the smallest power
 * of two, 2^v: every other residue is a multiple of it, so subtract that
 * multiple of equation p from equation i; and multiply equation p itself by
 * 2^(w-v), which makes its residue zero (for v = 0 nothing is left of it).
 * What results is a basis of all combinations that hold, so nothing is lost:
 * no generators of the set of states are needed, unlike in the papers.
 *
 * Products of variables can stand beside the variables, as columns of their own
 * [MOS04]: then the equations are between polynomials, 2*s = i*i - i.  Nothing
 * changes but the number of columns; whether such an equation is kept is
 * decided elsewhere (fixpoint.c).
 *
 * Cost: every inclusion drops an equation or multiplies one by a power of two,
 * so there are at most n*w, and hardly ever more than 2n. */
#include "engine/absint/absint_int.h"

#include "engine/shared/literal.h"
#include "term/poly.h"

enum {
  MOST_COLUMNS = 48,
  MOST_VARS = 32,        /* beside which there are no products */
  MOST_VARS_SQUARED = 8, /* ... with products of two: 44 columns */
  MOST_VARS_CUBED = 4,   /* ... and of three: 34 */
  MOST_DEGREE = 3,
  MOST_ROUNDS = 8,            /* of making equations nicer */
  COEFFICIENTS_PER_TICK = 300 /* of equations that a state is held against */
};

typedef struct Equation {
  uint64_t factors[MOST_COLUMNS];
  uint64_t constant;
} Equation;

/* A product of variables, most often of one. */
typedef struct Column {
  uint32_t n;
  uint32_t vars[MOST_DEGREE]; /* indices in the location */
} Column;

typedef struct Group { /* the variables of one width */
  uint32_t width, n;
  Column columns[MOST_COLUMNS];
  Vec(Equation) equations;
} Group;

struct AiShape {
  Vec(Group) groups;
  bool reached;
};

static uint64_t cut(const Group *g, uint64_t value) {
  assert(g->width >= 1 && g->width <= 64);
  return g->width == 64 ? value : value & (((uint64_t)1 << g->width) - 1);
}

/* ---- life ---- */

static Group *group_of(Ai *ai, AiShape *shape, uint32_t width) {
  assert(width >= 2 && width <= 64);
  for (uint32_t i = 0; i < shape->groups.n; i++)
    if (shape->groups.at[i].width == width) return &shape->groups.at[i];
  VEC_PUSH(ai->mem, &shape->groups, ((Group){.width = width}));
  return &VEC_LAST(&shape->groups);
}

static AiShape *make(Ai *ai, uint32_t loc) {
  AiShape *shape = MEM_NEW(ai->mem, AiShape);
  const TsLocation *at = &ai->ts->locations.at[loc];
  for (uint32_t i = 0; i < at->n_vars; i++) {
    if (!ai_is_number(ai, at->vars[i].now)) continue;
    Group *g = group_of(ai, shape, term_width(ai->store, at->vars[i].now));
    if (g->n < MOST_VARS) g->columns[g->n++] = (Column){1, {i}};
  }
  return shape;
}

/* Products of one of the columns [first..end[ with each of the variables that
 * come no earlier in the location than its last. */
static void add_products(Group *g, uint32_t n_vars, uint32_t first,
                         uint32_t end) {
  assert(first <= end && end <= g->n && n_vars <= g->n);
  for (uint32_t c = first; c < end; c++)
    for (uint32_t v = 0; v < n_vars; v++) {
      Column product = g->columns[c];
      assert(product.n >= 1 && product.n < MOST_DEGREE);
      uint32_t var = g->columns[v].vars[0];
      if (var < product.vars[product.n - 1]) continue;
      require(g->n < MOST_COLUMNS);
      product.vars[product.n++] = var;
      g->columns[g->n++] = product;
    }
}

/* A variable that the equation gives the value of, number `*which` of the
 * location, but for those that others are given by. */
static bool gives_a_variable(TermPolys *polys, const TsLocation *at,
                             const uint8_t *kept, Term equation,
                             uint32_t *which) {
  for (uint32_t i = at->n_vars; i-- > 0;) {
    if (kept[i] || !term_poly_solve(polys, equation, at->vars[i].now).id)
      continue;
    *which = i;
    return true;
  }
  return false;
}

/* Mark variables that equations among the invariants give the value of, over
 * the others. */
static void find_given(Ai *ai, const TsLocation *at, Term invariants,
                       uint8_t *given) {
  TermList facts = {0};
  TermPolys *polys = term_polys_new(ai->store);
  uint8_t *kept = MEM_ARRAY(ai->mem, uint8_t, at->n_vars);
  term_conjuncts(ai->store, invariants, &facts);
  for (uint32_t f = 0, which; f < facts.n; f++) {
    if (term_kind(ai->store, facts.at[f]) != TERM_EQ) continue;
    if (!gives_a_variable(polys, at, kept, facts.at[f], &which)) continue;
    TermList vars = {0};
    term_vars(ai->store, facts.at[f], &vars);
    bool good = true;
    for (uint32_t i = 0; i < at->n_vars; i++)
      for (uint32_t k = 0; k < vars.n; k++)
        if (term_same(vars.at[k], at->vars[i].now)) {
          good &= !given[i];
          kept[i] = 1;
        }
    if (good) given[which] = 1;
    VEC_DONE(ai->mem, &vars);
  }
  MEM_FREE_ARRAY(ai->mem, kept, at->n_vars);
  term_polys_free(polys);
  VEC_DONE(ai->mem, &facts);
}

/* Without columns of variables that others give the value of: equations with
 * them say nothing new. */
static void drop_given(Ai *ai, AiShape *shape, uint32_t loc) {
  const TsLocation *at = &ai->ts->locations.at[loc];
  uint8_t *given = MEM_ARRAY(ai->mem, uint8_t, at->n_vars);
  find_given(ai, at, ai->invariants.at[loc], given);
  for (uint32_t i = 0; i < shape->groups.n; i++) {
    Group *g = &shape->groups.at[i];
    uint32_t kept = 0;
    for (uint32_t k = 0; k < g->n; k++)
      if (!given[g->columns[k].vars[0]]) g->columns[kept++] = g->columns[k];
    g->n = kept;
  }
  MEM_FREE_ARRAY(ai->mem, given, at->n_vars);
}

static AiShape *make_products(Ai *ai, uint32_t loc) {
  AiShape *shape = make(ai, loc);
  drop_given(ai, shape, loc);
  for (uint32_t i = 0; i < shape->groups.n; i++) {
    Group *g = &shape->groups.at[i];
    if (g->n <= MOST_VARS_SQUARED) add_products(g, g->n, 0, g->n);
  }
  return shape;
}

static AiShape *make_cubes(Ai *ai, uint32_t loc) {
  AiShape *shape = make_products(ai, loc);
  for (uint32_t i = 0; i < shape->groups.n; i++) {
    Group *g = &shape->groups.at[i];
    uint32_t n = 0, end = g->n;
    while (n < end && g->columns[n].n == 1) n++;
    if (n <= MOST_VARS_CUBED) add_products(g, n, n, end);
  }
  return shape;
}

static void free_shape(Ai *ai, uint32_t loc, AiShape *shape) {
  (void)loc;
  for (uint32_t i = 0; i < shape->groups.n; i++)
    VEC_DONE(ai->mem, &shape->groups.at[i].equations);
  VEC_DONE(ai->mem, &shape->groups);
  MEM_DELETE(ai->mem, shape);
}

/* ---- including a state ---- */

static void start(Ai *ai, Group *g, const uint64_t *state) {
  assert(g->equations.n == 0);
  for (uint32_t i = 0; i < g->n; i++) {
    Equation equation = {.constant = state[i]};
    equation.factors[i] = 1;
    VEC_PUSH(ai->mem, &g->equations, equation);
  }
}

static uint64_t residue(const Group *g, const Equation *equation,
                        const uint64_t *state) {
  uint64_t sum = 0 - equation->constant;
  for (uint32_t i = 0; i < g->n; i++) sum += equation->factors[i] * state[i];
  return cut(g, sum);
}

/* The distance from zero. */
static uint64_t size_of(const Group *g, uint64_t value) {
  uint64_t minus = cut(g, 0 - value);
  return minus < value ? minus : value;
}

static uint32_t twos(uint64_t value) {
  assert(value != 0);
  return (uint32_t)__builtin_ctzll(value);
}

/* 1 / odd, modulo 2^64, by Newton's method. */
static uint64_t inverse(uint64_t odd) {
  assert(odd & 1);
  uint64_t x = odd;
  for (int i = 0; i < 6; i++) x *= 2 - odd * x;
  assert(x * odd == 1);
  return x;
}

/* Fewest factors of two, then the least; none: UINT32_MAX. */
static uint32_t choose(const Group *g, const uint64_t *residues) {
  uint32_t best = UINT32_MAX;
  for (uint32_t i = 0; i < g->equations.n; i++) {
    uint64_t e = residues[i];
    if (!e) continue;
    uint64_t b = best == UINT32_MAX ? 0 : residues[best];
    if (!b || twos(e) < twos(b) ||
        (twos(e) == twos(b) && size_of(g, e) < size_of(g, b)))
      best = i;
  }
  assert(best == UINT32_MAX || residues[best] != 0);
  return best;
}

/* equation -= factor * by */
static void subtract(const Group *g, Equation *equation, const Equation *by,
                     uint64_t factor) {
  for (uint32_t i = 0; i < g->n; i++)
    equation->factors[i] =
        cut(g, equation->factors[i] - factor * by->factors[i]);
  equation->constant = cut(g, equation->constant - factor * by->constant);
}

static bool is_empty(const Group *g, const Equation *equation) {
  for (uint32_t i = 0; i < g->n; i++)
    if (equation->factors[i]) return false;
  return true;
}

static void drop_empty(Group *g) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < g->equations.n; i++)
    if (!is_empty(g, &g->equations.at[i]))
      g->equations.at[kept++] = g->equations.at[i];
  g->equations.n = kept;
}

/* ---- small coefficients ---- */

static uint32_t ugliness(const Group *g, const Equation *equation,
                         uint64_t factor) {
  uint32_t bits = 0;
  for (uint32_t i = 0; i < g->n; i++) {
    uint64_t size = size_of(g, cut(g, equation->factors[i] * factor));
    if (size) bits += 64 - (uint32_t)__builtin_clzll(size);
  }
  return bits;
}

/* The odd factor that makes the coefficients smallest: a multiple of one of
 * their inverses. */
static uint64_t best_factor(const Group *g, const Equation *equation) {
  uint64_t best = 1;
  uint32_t least = ugliness(g, equation, 1);
  for (uint32_t i = 0; i < g->n; i++) {
    uint64_t c = equation->factors[i];
    if (!c) continue;
    uint64_t unit = inverse(c >> twos(c));
    for (uint64_t k = 1; k < 32; k += 2) {
      uint32_t bits = ugliness(g, equation, unit * k);
      if (bits < least) least = bits, best = unit * k;
    }
  }
  return best;
}

/* Add or subtract another equation where that makes this one nicer. */
static bool improve(const Group *g, Equation *equation, const Equation *by) {
  for (int sign = 0; sign < 2; sign++) {
    Equation other = *equation;
    subtract(g, &other, by, sign ? ~(uint64_t)0 : 1);
    if (ugliness(g, &other, 1) >= ugliness(g, equation, 1)) continue;
    *equation = other;
    return true;
  }
  return false;
}

/* Other equations that say the same, with smaller coefficients: solvers care.
 */
static void tidy(Group *g) {
  for (uint32_t i = 0; i < g->equations.n; i++) {
    Equation zero = {0}, *equation = &g->equations.at[i];
    subtract(g, &zero, equation, 0 - best_factor(g, equation));
    *equation = zero;
  }
  bool changed = true;
  for (uint32_t round = 0; changed && round < MOST_ROUNDS; round++) {
    changed = false;
    for (uint32_t i = 0; i < g->equations.n; i++)
      for (uint32_t k = 0; k < g->equations.n; k++)
        if (i != k)
          changed |= improve(g, &g->equations.at[i], &g->equations.at[k]);
  }
}

static void include_state(Group *g, const uint64_t *state) {
  assert(g->equations.n <= g->n);
  uint64_t residues[MOST_COLUMNS];
  for (uint32_t i = 0; i < g->equations.n; i++)
    residues[i] = residue(g, &g->equations.at[i], state);
  uint32_t p = choose(g, residues);
  if (p == UINT32_MAX) return;
  uint32_t v = twos(residues[p]);
  assert(v < g->width);
  uint64_t unit = inverse(residues[p] >> v);
  for (uint32_t i = 0; i < g->equations.n; i++)
    if (i != p && residues[i])
      subtract(g, &g->equations.at[i], &g->equations.at[p],
               (residues[i] >> v) * unit);
  /* Times 2^(w-v); nothing is left when v is 0. */
  Equation zero = {0};
  uint64_t factor = v ? (uint64_t)1 << (g->width - v) : 0;
  subtract(g, &zero, &g->equations.at[p], 0 - factor);
  g->equations.at[p] = zero;
  drop_empty(g);
  tidy(g);
}

/* The state's values by column; variable number `other` has the value beside
 * its own. */
static void read_state(const Group *g, const TsLocation *at, Smt *smt,
                       uint32_t other, uint64_t *state) {
  for (uint32_t k = 0; k < g->n; k++) {
    assert(g->columns[k].n >= 1 && g->columns[k].n <= MOST_DEGREE);
    state[k] = 1;
    for (uint32_t i = 0; i < g->columns[k].n; i++) {
      uint32_t var = g->columns[k].vars[i];
      state[k] *= smt_value(smt, at->vars[var].next).bits + (var == other);
    }
    state[k] = cut(g, state[k]);
  }
}

/* With an open variable, the state beside it is included, too: no linear
 * equation that speaks of the variable survives both. */
static void include_group(Ai *ai, AiShape *shape, Group *g,
                          const TsLocation *at, const AiSeen *seen) {
  uint64_t state[MOST_COLUMNS];
  budget_count(ai->budget, g->n * g->equations.n / COEFFICIENTS_PER_TICK);
  assert(shape->reached || g->equations.n == 0);
  read_state(g, at, seen->smt, UINT32_MAX, state);
  if (shape->reached)
    include_state(g, state);
  else
    start(ai, g, state);
  for (uint32_t k = 0; k < g->n; k++) {
    if (g->columns[k].n > 1 || !seen->open[g->columns[k].vars[0]]) continue;
    read_state(g, at, seen->smt, g->columns[k].vars[0], state);
    include_state(g, state);
  }
}

static void include(Ai *ai, AiShape *shape, uint32_t loc, const AiSeen *seen) {
  const TsLocation *at = &ai->ts->locations.at[loc];
  for (uint32_t i = 0; i < shape->groups.n; i++)
    include_group(ai, shape, &shape->groups.at[i], at, seen);
  shape->reached = true;
}

/* ---- writing equations ---- */

static Term write(Ai *ai, const Group *g, const TsLocation *at,
                  const Equation *equation) {
  TermStore *s = ai->store;
  Term sum = term_u64(s, 0, g->width);
  for (uint32_t i = 0; i < g->n; i++) {
    uint64_t c = equation->factors[i];
    if (!c) continue;
    Term part = term_u64(s, c, g->width);
    for (uint32_t k = 0; k < g->columns[i].n; k++)
      part = term_mul(s, part, at->vars[g->columns[i].vars[k]].now);
    sum = term_add(s, sum, part);
  }
  Term right = term_u64(s, equation->constant, g->width);
  return literal_normal(s, term_eq(s, sum, right));
}

typedef bool Choice(const Group *g, const Equation *equation);

/* The equations that are chosen; NULL: all. */
static Term conjunction(Ai *ai, const AiShape *shape, uint32_t loc,
                        Choice *is_chosen) {
  const TsLocation *at = &ai->ts->locations.at[loc];
  Term all = term_true();
  for (uint32_t i = 0; i < shape->groups.n; i++) {
    const Group *g = &shape->groups.at[i];
    for (uint32_t k = 0; k < g->equations.n; k++)
      if (!is_chosen || is_chosen(g, &g->equations.at[k]))
        all = term_and(ai->store, all, write(ai, g, at, &g->equations.at[k]));
  }
  return all;
}

static Term invariant(Ai *ai, const AiShape *shape, uint32_t loc) {
  return conjunction(ai, shape, loc, NULL);
}

/* Is there an odd factor?  With even ones alone an equation says little more
 * than what some last bits are. */
static bool says_much(const Group *g, const Equation *equation) {
  uint64_t all = 0;
  for (uint32_t i = 0; i < g->n; i++) all |= equation->factors[i];
  return all & 1;
}

/* The invariant without equations that say little: with products there are
 * many of them. */
static Term few(Ai *ai, const AiShape *shape, uint32_t loc) {
  return conjunction(ai, shape, loc, says_much);
}

static bool drop(Ai *ai, AiShape *shape, uint32_t loc, Term conjunct) {
  assert(term_is_bool(ai->store, conjunct));
  const TsLocation *at = &ai->ts->locations.at[loc];
  for (uint32_t i = 0; i < shape->groups.n; i++) {
    Group *g = &shape->groups.at[i];
    for (uint32_t k = 0; k < g->equations.n; k++) {
      if (!term_same(write(ai, g, at, &g->equations.at[k]), conjunct)) continue;
      g->equations.at[k] = (Equation){0};
      drop_empty(g);
      return true;
    }
  }
  return false;
}

const AiDomain ai_affine = {AI_BITS, make,      free_shape,
                            include, invariant, NULL};
const AiDomain ai_products = {AI_PRODUCTS, make_products, free_shape,
                              include,     few,           drop};
const AiDomain ai_cubes = {AI_PRODUCTS, make_cubes, free_shape,
                           include,     few,        drop};
