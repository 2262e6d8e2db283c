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
 * Cost: every inclusion drops an equation or multiplies one by a power of two,
 * so there are at most n*w, and hardly ever more than 2n. */
#include "engine/absint/absint_int.h"

#include "engine/literal.h"

enum { MOST_VARS = 32 };

typedef struct Equation {
  uint64_t factors[MOST_VARS];
  uint64_t constant;
} Equation;

typedef struct Group { /* the variables of one width */
  uint32_t width, n;
  uint32_t vars[MOST_VARS]; /* indices in the location */
  Vec(Equation) equations;
} Group;

struct AiShape {
  Vec(Group) groups;
  bool reached;
};

static uint64_t cut(const Group *g, uint64_t value) {
  return g->width == 64 ? value : value & (((uint64_t)1 << g->width) - 1);
}

/* ---- life ---- */

static Group *group_of(Ai *ai, AiShape *shape, uint32_t width) {
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
    if (g->n < MOST_VARS) g->vars[g->n++] = i;
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
  return (uint32_t)__builtin_ctzll(value);
}

/* 1 / odd, modulo 2^64, by Newton's method. */
static uint64_t inverse(uint64_t odd) {
  uint64_t x = odd;
  for (int i = 0; i < 6; i++) x *= 2 - odd * x;
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
  for (uint32_t round = 0; changed && round < MOST_VARS; round++) {
    changed = false;
    for (uint32_t i = 0; i < g->equations.n; i++)
      for (uint32_t k = 0; k < g->equations.n; k++)
        if (i != k)
          changed |= improve(g, &g->equations.at[i], &g->equations.at[k]);
  }
}

static void include_state(Group *g, const uint64_t *state) {
  uint64_t residues[MOST_VARS];
  for (uint32_t i = 0; i < g->equations.n; i++)
    residues[i] = residue(g, &g->equations.at[i], state);
  uint32_t p = choose(g, residues);
  if (p == UINT32_MAX) return;
  uint32_t v = twos(residues[p]);
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

/* With an open variable, the state beside it is included, too: no equation
 * that speaks of the variable survives both. */
static void include_open(Group *g, uint64_t *state, const uint8_t *open) {
  for (uint32_t k = 0; k < g->n; k++) {
    if (!open[g->vars[k]]) continue;
    state[k]++;
    include_state(g, state);
    state[k]--;
  }
}

static void include(Ai *ai, AiShape *shape, uint32_t loc, const AiSeen *seen) {
  const TsLocation *at = &ai->ts->locations.at[loc];
  for (uint32_t i = 0; i < shape->groups.n; i++) {
    Group *g = &shape->groups.at[i];
    uint64_t state[MOST_VARS];
    for (uint32_t k = 0; k < g->n; k++)
      state[k] = smt_value(seen->smt, at->vars[g->vars[k]].next).bits;
    if (shape->reached)
      include_state(g, state);
    else
      start(ai, g, state);
    include_open(g, state, seen->open);
  }
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
    Term part = term_mul(s, at->vars[g->vars[i]].now, term_u64(s, c, g->width));
    sum = term_add(s, sum, part);
  }
  Term right = term_u64(s, equation->constant, g->width);
  return literal_normal(s, term_eq(s, sum, right));
}

static Term invariant(Ai *ai, const AiShape *shape, uint32_t loc) {
  const TsLocation *at = &ai->ts->locations.at[loc];
  Term all = term_true();
  for (uint32_t i = 0; i < shape->groups.n; i++) {
    const Group *g = &shape->groups.at[i];
    for (uint32_t k = 0; k < g->equations.n; k++)
      all = term_and(ai->store, all, write(ai, g, at, &g->equations.at[k]));
  }
  return all;
}

const AiDomain ai_affine = {make, free_shape, include, invariant};
