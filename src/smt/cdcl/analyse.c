/* SPDX-License-Identifier: MIT
 *
 * What a conflict teaches: the clause of its first unique implication point,
 * without literals that the others imply; and which assumptions a refutation
 * needed. */
#include "smt/cdcl/cdcl_int.h"

static bool has(const Cdcl *c, uint32_t var, uint32_t flag) {
  return c->vars.at[var].flags & flag;
}

static void mark_seen(Cdcl *c, uint32_t var) {
  assert(var < c->vars.n && !has(c, var, CDCL_SEEN));
  c->vars.at[var].flags |= CDCL_SEEN;
  VEC_PUSH(c->mem, &c->cleared, var);
}

static void clear_seen(Cdcl *c) {
  for (uint32_t i = 0; i < c->cleared.n; i++)
    c->vars.at[c->cleared.at[i]].flags &= ~(uint32_t)CDCL_SEEN;
  VEC_CLEAR(&c->cleared);
}

typedef struct Literals {
  const uint32_t *at;
  uint32_t n;
  uint32_t of_gate[CDCL_PINS];
} Literals;

/* Those of a clause, the implied one among them, or of a gate, without it. */
static void literals_of(Cdcl *c, uint32_t reason, Literals *out) {
  if (reason & CDCL_GATE) {
    out->n = cdcl_gate_reason(c, reason, out->of_gate);
    out->at = out->of_gate;
    return;
  }
  out->n = cdcl_clause(c, reason)[CDCL_SIZE];
  out->at = cdcl_clause(c, reason) + CDCL_HEADER;
}

/* The literals of a clause that are false go into the clause in the making, or
 * are counted if they belong to the newest level. */
static uint32_t resolve(Cdcl *c, uint32_t clause, uint32_t skipped) {
  uint32_t open = 0;
  if (!(clause & CDCL_GATE)) cdcl_bump_clause(c, clause);
  Literals list;
  literals_of(c, clause, &list);
  for (uint32_t i = 0; i < list.n; i++) {
    uint32_t literal = list.at[i];
    uint32_t var = literal >> 1, level = c->vars.at[var].level;
    if (literal == skipped || level == 0 || has(c, var, CDCL_SEEN)) continue;
    mark_seen(c, var);
    cdcl_bump_var(c, var);
    if (level == cdcl_level(c))
      open++;
    else
      VEC_PUSH(c->mem, &c->scratch, literal);
  }
  return open;
}

/* Is the literal false because of others that are seen?  `levels` has a bit
 * for the levels of these. */
static bool is_implied(Cdcl *c, uint32_t literal, uint32_t levels) {
  assert(c->values.at[literal] < 0);
  uint32_t before = c->cleared.n;
  VEC_CLEAR(&c->stack);
  VEC_PUSH(c->mem, &c->stack, literal);
  while (c->stack.n) {
    uint32_t reason = c->vars.at[VEC_POP(&c->stack) >> 1].reason;
    Literals list;
    literals_of(c, reason, &list);
    for (uint32_t i = 0; i < list.n; i++) {
      uint32_t other = list.at[i], var = other >> 1;
      const CdclVar *v = &c->vars.at[var];
      if (v->level == 0 || v->flags & CDCL_SEEN) continue;
      if (v->reason != CDCL_NONE && levels >> (v->level & 31) & 1) {
        mark_seen(c, var);
        VEC_PUSH(c->mem, &c->stack, other);
        continue;
      }
      while (c->cleared.n > before)
        c->vars.at[VEC_POP(&c->cleared)].flags &= ~(uint32_t)CDCL_SEEN;
      return false;
    }
  }
  return true;
}

static void minimise(Cdcl *c) {
  uint32_t levels = 0, kept = 1;
  for (uint32_t i = 1; i < c->scratch.n; i++)
    levels |= 1u << (c->vars.at[c->scratch.at[i] >> 1].level & 31);
  for (uint32_t i = 1; i < c->scratch.n; i++) {
    uint32_t literal = c->scratch.at[i];
    if (c->vars.at[literal >> 1].reason == CDCL_NONE ||
        !is_implied(c, literal, levels))
      c->scratch.at[kept++] = literal;
  }
  c->scratch.n = kept;
}

/* The literal of the highest level, the first aside, comes second; gives the
 * level. */
static uint32_t find_second(Cdcl *c) {
  assert(c->scratch.n > 0);
  if (c->scratch.n == 1) return 0;
  uint32_t best = 1;
  for (uint32_t i = 2; i < c->scratch.n; i++)
    if (c->vars.at[c->scratch.at[i] >> 1].level >
        c->vars.at[c->scratch.at[best] >> 1].level)
      best = i;
  uint32_t literal = c->scratch.at[best];
  c->scratch.at[best] = c->scratch.at[1];
  c->scratch.at[1] = literal;
  return c->vars.at[literal >> 1].level;
}

uint32_t cdcl_analyse(Cdcl *c, uint32_t conflict) {
  assert(cdcl_level(c) > 0);
  VEC_CLEAR(&c->scratch);
  VEC_PUSH(c->mem, &c->scratch, 0); /* for the literal that is asserted */
  uint32_t open = resolve(c, conflict, CDCL_NONE), at = c->trail.n;
  for (;;) {
    assert(open > 0);
    while (!has(c, c->trail.at[--at] >> 1, CDCL_SEEN)) continue;
    uint32_t literal = c->trail.at[at];
    if (--open == 0) {
      c->scratch.at[0] = cdcl_not(literal);
      break;
    }
    open += resolve(c, c->vars.at[literal >> 1].reason, literal);
  }
  minimise(c);
  clear_seen(c);
  return find_second(c);
}

void cdcl_analyse_final(Cdcl *c, uint32_t literal) {
  assert(c->values.at[literal] > 0 && c->cleared.n == 0);
  if (c->vars.at[literal >> 1].level == 0) return;
  mark_seen(c, literal >> 1);
  for (uint32_t at = c->trail.n; at-- > c->levels.at[0];) {
    uint32_t var = c->trail.at[at] >> 1, reason = c->vars.at[var].reason;
    if (!has(c, var, CDCL_SEEN)) continue;
    if (reason == CDCL_NONE) {
      c->vars.at[var].flags |= CDCL_FAILED;
      VEC_PUSH(c->mem, &c->failed, var);
      continue;
    }
    Literals list;
    literals_of(c, reason, &list);
    for (uint32_t i = 0; i < list.n; i++) {
      uint32_t other = list.at[i] >> 1;
      if (c->vars.at[other].level > 0 && !has(c, other, CDCL_SEEN))
        mark_seen(c, other);
    }
  }
  clear_seen(c);
}

uint32_t cdcl_glue(Cdcl *c) {
  uint32_t glue = 0;
  VEC_CLEAR(&c->stack);
  for (uint32_t i = 0; i < c->scratch.n; i++) {
    uint32_t level = c->vars.at[c->scratch.at[i] >> 1].level, k = 0;
    while (k < c->stack.n && c->stack.at[k] != level) k++;
    if (k < c->stack.n) continue;
    VEC_PUSH(c->mem, &c->stack, level);
    if (++glue == 12) break; /* many: it does not matter how many */
  }
  return glue;
}
