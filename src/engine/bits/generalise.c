/* SPDX-License-Identifier: MIT
 *
 * From a refuted cube to a lemma.
 *
 * Literals are left out one by one, those that lemmas use least first and those
 * that speak of copies (origins.c) last, as long as the rest cannot be entered.
 * Where that fails because of a state that cannot be reached itself, a
 * counterexample to generalisation, that state is blocked first if one question
 * is enough [HBS13]; a few of these are looked at, and theirs not. */
#include "engine/bits/bits_int.h"

#include <stdlib.h>

enum {
  MOST_CTGS = 3,      /* for one literal */
  MOST_DEPTH = 1,     /* counterexamples to their generalisation: none */
  MOST_FAILURES = 12, /* literals in a row that are needed */
  MOST_LITERALS = 64  /* a longer cube: counterexamples are not looked at */
};

typedef struct Drop {
  BitsLit literal;
  bool of_copy; /* it speaks of a variable with origins */
  double activity;
} Drop;

static int compare_drops(const void *a, const void *b) {
  const Drop *x = a, *y = b;
  if (x->of_copy != y->of_copy) return x->of_copy - y->of_copy;
  if (x->activity < y->activity) return -1;
  if (x->activity > y->activity) return 1;
  return (x->literal > y->literal) - (x->literal < y->literal);
}

/* `to`: the cube without the literal; false: it has it not. */
static bool without(Bits *b, const BitsCube *cube, BitsLit literal,
                    BitsCube *to) {
  VEC_CLEAR(to);
  for (uint32_t i = 0; i < cube->n; i++)
    if (cube->at[i] != literal) VEC_PUSH(b->mem, to, cube->at[i]);
  return to->n < cube->n;
}

static uint32_t learn_at(Bits *b, uint32_t loc, uint32_t level, BitsCube *cube,
                         uint32_t depth);

/* The edge's model enters the cube from a state; block that one. */
static bool block_ctg(Bits *b, uint32_t by, uint32_t level,
                      const BitsCube *cube, uint32_t depth) {
  uint32_t source = b->edges[by].source;
  if (source == b->ts->entry.id || level < 1) return false;
  BitsCube state = {0}, used = {0};
  bits_lift(b, &b->edges[by], cube, &state);
  bool good =
      bits_ask(b, source, level - 1, &state, &used, NULL) == BITS_REFUTED;
  if (good) learn_at(b, source, level, &used, depth + 1);
  VEC_DONE(b->mem, &state);
  VEC_DONE(b->mem, &used);
  return good;
}

/* Can the cube not be entered from F(level - 1)?  Then it becomes `used`. */
static bool is_refuted(Bits *b, uint32_t loc, uint32_t level,
                       const BitsCube *cube, BitsCube *used, uint32_t depth) {
  for (uint32_t ctgs = 0;; ctgs++) {
    uint32_t by;
    BitsAnswer answer = bits_ask(b, loc, level - 1, cube, used, &by);
    if (answer != BITS_REACHED) return answer == BITS_REFUTED;
    if (ctgs == MOST_CTGS || depth >= MOST_DEPTH || cube->n > MOST_LITERALS)
      return false;
    if (!block_ctg(b, by, level - 1, cube, depth)) return false;
  }
}

static Drop drop_of(const BitsPlace *place, BitsLit literal) {
  return (Drop){.literal = literal,
                .of_copy = place->about &&
                           place->about[bits_latch(literal)] != BITS_NONE,
                .activity = place->activity[literal]};
}

static void drop_literals(Bits *b, uint32_t loc, uint32_t level, BitsCube *cube,
                          uint32_t depth) {
  assert(loc != b->ts->entry.id);
  uint32_t n = cube->n, failures = 0;
  if (n < 2) return;
  Drop *drops = MEM_ARRAY(b->mem, Drop, n);
  for (uint32_t i = 0; i < n; i++)
    drops[i] = drop_of(&b->places[loc], cube->at[i]);
  qsort(drops, n, sizeof *drops, compare_drops);
  BitsCube smaller = {0}, used = {0};
  for (uint32_t i = 0; i < n && cube->n > 1 && !b->stopped; i++) {
    if (!without(b, cube, drops[i].literal, &smaller)) continue;
    if (is_refuted(b, loc, level, &smaller, &used, depth)) {
      bits_cube_copy(b, cube, &used);
      failures = 0;
    } else if (++failures == MOST_FAILURES) {
      break;
    }
  }
  VEC_DONE(b->mem, &smaller);
  VEC_DONE(b->mem, &used);
  MEM_FREE_ARRAY(b->mem, drops, n);
}

static uint32_t learn_at(Bits *b, uint32_t loc, uint32_t level, BitsCube *cube,
                         uint32_t depth) {
  assert(level >= 1 && level <= b->n);
  drop_literals(b, loc, level, cube, depth);
  BitsCube used = {0};
  while (level <= b->n && !b->stopped &&
         bits_ask(b, loc, level, cube, &used, NULL) == BITS_REFUTED) {
    bits_cube_copy(b, cube, &used);
    level++;
  }
  VEC_DONE(b->mem, &used);
  bits_add_lemma(b, loc, level, cube);
  b->stats->lemmas++;
  return level;
}

uint32_t bits_learn(Bits *b, uint32_t loc, uint32_t level, BitsCube *cube) {
  return learn_at(b, loc, level, cube, 0);
}
