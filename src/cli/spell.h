/* SPDX-License-Identifier: MIT
 *
 * What a mistyped word was meant to be. */
#ifndef CLI_SPELL_H
#define CLI_SPELL_H

#include "base/base.h"

/* The nearest of the names offered so far. */
typedef struct Spell {
  const char *word; /* n characters */
  size_t n;
  const char *best; /* best_n characters, or NULL: none is near */
  size_t best_n;
  unsigned mistakes; /* only names with fewer are better */
} Spell;

Spell spell_start(const char *word, size_t n);
/* The name must live as long as the Spell. */
void spell_offer(Spell *spell, const char *name, size_t n);
/* Offers every name of a list with '|' between. */
void spell_offer_list(Spell *spell, const char *list);

#endif
