/* SPDX-License-Identifier: MIT
 *
 * The distance of two words is the number of letters to insert, drop, change or
 * swap with their neighbour, so that one becomes the other, where no letter is
 * touched twice.  It is computed by the usual table, three rows at a time: what
 * two beginnings cost follows from shorter ones.  How far a word may be from a
 * name depends on its length: of three letters one may be wrong, of twelve
 * three.  The beginning of a name counts as one mistake. */
#include "cli/spell.h"

enum { LONGEST = 63 };

static unsigned least(unsigned a, unsigned b) {
  return a < b ? a : b;
}

static unsigned distance(const char *a, size_t n, const char *b, size_t m) {
  require(n <= LONGEST && m <= LONGEST);
  unsigned rows[3][LONGEST + 1];
  unsigned *older = rows[0], *old = rows[1], *row = rows[2];
  for (size_t j = 0; j <= m; j++) row[j] = (unsigned)j;
  for (size_t i = 1; i <= n; i++) {
    unsigned *free_row = older;
    older = old, old = row, row = free_row;
    row[0] = (unsigned)i;
    for (size_t j = 1; j <= m; j++) {
      row[j] = least(old[j - 1] + (a[i - 1] != b[j - 1]),
                     least(old[j], row[j - 1]) + 1);
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = least(row[j], older[j - 2] + 1);
    }
  }
  assert(row[m] <= (n > m ? n : m));
  return row[m];
}

Spell spell_start(const char *word, size_t n) {
  unsigned most = n < 2 ? 0 : n < 5 ? 1 : n < 9 ? 2 : 3;
  return (Spell){.word = word, .n = n, .mistakes = most + 1};
}

void spell_offer(Spell *spell, const char *name, size_t n) {
  if (spell->n > LONGEST || n > LONGEST) return;
  bool is_beginning =
      spell->n > 2 && n > spell->n && strncmp(spell->word, name, spell->n) == 0;
  unsigned mistakes =
      is_beginning ? 1 : distance(spell->word, spell->n, name, n);
  if (mistakes >= spell->mistakes) return;
  spell->best = name;
  spell->best_n = n;
  spell->mistakes = mistakes;
}

void spell_offer_list(Spell *spell, const char *list) {
  for (const char *at = list;; at++) {
    size_t n = strcspn(at, "|");
    spell_offer(spell, at, n);
    at += n;
    if (!*at) return;
  }
}
