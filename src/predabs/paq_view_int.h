/* SPDX-License-Identifier: MIT
 *
 * Words of the linear view; see paq_view.c. */
#ifndef PREDABS_PAQ_VIEW_INT_H
#define PREDABS_PAQ_VIEW_INT_H

#include "predabs/paq_int.h"
#include "term/reading.h"

/* form + k, an integer congruent to the word modulo 2^width. */
typedef struct PaqWord {
  LddForm form;
  Integer k;
  IntegerRange range; /* of form + k */
} PaqWord;

typedef struct PaqView {
  Paq *paq;
  TermStore *store;
  TermWalk walk;
  Vec(PaqWord) words;
  Map words_of;        /* term node -> index in `words` */
  Map readings;        /* term node * 2 + reading -> index in `words` */
  Map truths;          /* term node -> PaqRef */
  TermDemands demands; /* of the readings of variables */
  PaqGrain grain;
} PaqView;

/* ---- paq_word.c ---- */

/* fa*a + fb*b + k; false: too large. */
BASE_MUST_USE bool paq_combine(const PaqView *v, const PaqWord *a, Integer fa,
                               const PaqWord *b, Integer fb, Integer k,
                               PaqWord *result);
/* A new number of this range. */
PaqWord paq_word_fresh(PaqView *v, IntegerRange range);
/* Equality of integers. */
PaqRef paq_same(PaqView *v, const PaqWord *a, const PaqWord *b);
/* Append a conjunct. */
void paq_define(PaqView *v, PaqRef conjunct);
/* The word modulo 2^width as an integer of the window. */
PaqWord paq_wrap(PaqView *v, const PaqWord *word, uint32_t width,
                 TermReading reading);
typedef enum PaqRounding { PAQ_ROUND_DOWN, PAQ_ROUND_TO_ZERO } PaqRounding;
/* The integer quotient by a positive number. */
PaqWord paq_quotient(PaqView *v, const PaqWord *word, Integer divisor,
                     PaqRounding rounding);

#endif
