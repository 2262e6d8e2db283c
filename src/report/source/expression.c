/* SPDX-License-Identifier: MIT
 *
 * Cutting what is read out of the source.
 *
 * A load has the position of the last name in it: of `p->next` the name `next`,
 * of `*p` the star, of `a[i]` the name `a`.  Members are followed to the left,
 * indices to the right, as many as belong to what is read: a load of `a` stands
 * at the same place, and one of `p->a[i]` where that begins.  A store has that
 * of its sign, `=` or `++`. */
#include "report/source/source.h"

#include <ctype.h>

enum { LONGEST = 60, TOKENS_MOST = 40 };

typedef struct Cut {
  const RepSourceFile *file;
  uint32_t from, to; /* tokens */
  uint32_t indices;  /* that belong to it; UINT32_MAX: all that follow */
} Cut;

static char char_at(const RepSourceFile *file, uint32_t token) {
  return token < file->tokens.n
             ? text_get(&file->text)[file->tokens.at[token].at]
             : 0;
}

static bool is_word_at(const RepSourceFile *file, uint32_t token) {
  char c = char_at(file, token);
  return isalpha((unsigned char)c) || c == '_';
}

static bool is_member_sign(const RepSourceFile *file, uint32_t token) {
  const RepToken *t = &file->tokens.at[token];
  const char *text = text_get(&file->text) + t->at;
  return (t->n == 1 && *text == '.') ||
         (t->n == 2 && text[0] == '-' && text[1] == '>');
}

/* The token that starts there; the number of tokens: none does. */
static uint32_t token_at(const RepSourceFile *file, uint32_t offset) {
  for (uint32_t i = 0; i < file->tokens.n; i++)
    if (file->tokens.at[i].at == offset) return i;
  return file->tokens.n;
}

/* From a closing bracket back to its partner; UINT32_MAX: there is none. */
static uint32_t opening(const RepSourceFile *file, uint32_t token) {
  uint32_t depth = 0;
  for (uint32_t i = token, left = TOKENS_MOST; left; left--, i--) {
    char c = char_at(file, i);
    if (c == ')' || c == ']') depth++;
    if ((c == '(' || c == '[') && --depth == 0) return i;
    if (i == 0) break;
  }
  return UINT32_MAX;
}

/* From an opening bracket to its partner; UINT32_MAX: there is none. */
static uint32_t closing(const RepSourceFile *file, uint32_t token) {
  uint32_t depth = 0;
  for (uint32_t i = token; i < file->tokens.n && i < token + TOKENS_MOST; i++) {
    char c = char_at(file, i);
    if (c == '(' || c == '[') depth++;
    if ((c == ')' || c == ']') && --depth == 0) return i;
  }
  return UINT32_MAX;
}

/* What stands left of a member's name, back to where it begins. */
static bool go_left(Cut *cut) {
  assert(cut->from < cut->to);
  const RepSourceFile *file = cut->file;
  while (cut->from > 1 && is_member_sign(file, cut->from - 1)) {
    uint32_t at = cut->from - 2;
    while (char_at(file, at) == ']' || char_at(file, at) == ')') {
      bool is_index = char_at(file, at) == ']';
      at = opening(file, at);
      if (at == UINT32_MAX || at == 0) return false;
      if (!is_index && !is_word_at(file, at - 1)) break; /* "(*p).x" */
      at--;
    }
    if (!is_word_at(file, at) && char_at(file, at) != '(') return false;
    cut->from = at;
  }
  return true;
}

static bool go_right(Cut *cut) {
  assert(cut->to <= cut->file->tokens.n);
  while (char_at(cut->file, cut->to) == '[') {
    uint32_t end = closing(cut->file, cut->to);
    if (end == UINT32_MAX) return false;
    cut->to = end + 1;
  }
  return true;
}

/* As many indices as belong to it, with members between them. */
static bool go_over(Cut *cut) {
  assert(cut->indices != UINT32_MAX && cut->from < cut->to);
  for (uint32_t left = cut->indices; left;) {
    if (char_at(cut->file, cut->to) == '[') {
      uint32_t end = closing(cut->file, cut->to);
      if (end == UINT32_MAX) return false;
      cut->to = end + 1;
      left--;
    } else if (cut->to + 1 < cut->file->tokens.n &&
               is_member_sign(cut->file, cut->to) &&
               is_word_at(cut->file, cut->to + 1)) {
      cut->to += 2;
    } else {
      return false;
    }
  }
  return true;
}

/* "*p", "*p->q" */
static bool go_through_star(Cut *cut) {
  const RepSourceFile *file = cut->file;
  while (char_at(file, cut->to - 1) == '*') cut->to++;
  if (!is_word_at(file, cut->to - 1)) return false;
  while (cut->to + 1 < file->tokens.n && is_member_sign(file, cut->to) &&
         is_word_at(file, cut->to + 1))
    cut->to += 2;
  return go_right(cut);
}

/* Does an operand end there? */
static bool ends_operand(const RepSourceFile *file, uint32_t token) {
  char c = char_at(file, token);
  return is_word_at(file, token) || c == ']' || c == ')';
}

/* What is assigned to: it stands left of the sign, or right of `++`. */
static bool go_to_target(Cut *cut) {
  assert(cut->to == cut->from + 1);
  const RepSourceFile *file = cut->file;
  uint32_t sign = cut->from;
  const RepToken *t = &file->tokens.at[sign];
  const char *text = text_get(&file->text) + t->at;
  bool is_step = t->n == 2 && text[0] == text[1];
  if (sign == 0 || (!is_step && text[t->n - 1] != '=')) return false;
  if (is_step && !ends_operand(file, sign - 1)) {
    *cut = (Cut){file, sign + 1, sign + 2, cut->indices};
    if (char_at(file, cut->from) == '*') return go_through_star(cut);
    while (cut->to + 1 < file->tokens.n && is_member_sign(file, cut->to))
      cut->to += 2;
    return is_word_at(file, cut->from) && go_right(cut);
  }
  uint32_t at = sign - 1;
  while (char_at(file, at) == ']') {
    at = opening(file, at);
    if (at == UINT32_MAX || at == 0) return false;
    at--;
  }
  *cut = (Cut){file, at, sign, cut->indices};
  if (!is_word_at(file, at) || !go_left(cut)) return false;
  while (cut->from > 1 && char_at(file, cut->from - 1) == '*' &&
         !ends_operand(file, cut->from - 2))
    cut->from--;
  return true;
}

/* "p->get" of "p->get(x)", "(*f)" of "(*f)(x)" */
static bool go_to_arguments(Cut *cut) {
  assert(cut->to == cut->from + 1);
  const RepSourceFile *file = cut->file;
  if (char_at(file, cut->from) == '(') {
    uint32_t end = closing(file, cut->from);
    if (end == UINT32_MAX) return false;
    cut->to = end + 1;
  } else if (!is_word_at(file, cut->from)) {
    return false;
  }
  while (go_right(cut) && cut->to + 1 < file->tokens.n &&
         is_member_sign(file, cut->to))
    cut->to += 2;
  return char_at(file, cut->to) == '(';
}

typedef enum Wanted { WANTED_OPERAND, WANTED_CALLED } Wanted;

/* Is it no macro or function, though it is called? */
static bool is_variable(const RepSource *source, const Cut *cut) {
  assert(cut->from < cut->to);
  const RepToken *t = &cut->file->tokens.at[cut->to - 1];
  const char *name = text_get(&cut->file->text) + t->at;
  return cut->to - cut->from > 1 ||
         map_find(&source->names, hash_bytes(name, t->n)) != NULL;
}

static bool go(const RepSource *source, Cut *cut, Wanted wanted) {
  if (wanted == WANTED_CALLED) return go_to_arguments(cut) && go_left(cut);
  if (char_at(cut->file, cut->from) == '*' &&
      cut->file->tokens.at[cut->from].n == 1)
    return go_through_star(cut);
  bool is_word = is_word_at(cut->file, cut->from);
  bool is_member = cut->from > 0 && is_member_sign(cut->file, cut->from - 1);
  if (is_word && is_member) cut->indices = 0; /* p->a[i] begins with p */
  bool good = is_word && cut->indices != UINT32_MAX
                  ? go_left(cut) && go_over(cut)
              : is_word ? go_left(cut) && go_right(cut)
                        : go_to_target(cut);
  return good &&
         (char_at(cut->file, cut->to) != '(' || is_variable(source, cut));
}

/* What stands there as one expression, in one line. */
static bool cut_out(Text *out, RepSource *source, LocId loc, uint32_t indices,
                    Wanted wanted) {
  uint32_t offset;
  const RepSourceFile *file = rep_source_find(source, loc, &offset);
  if (!file) return false;
  uint32_t token = token_at(file, offset);
  Cut cut = {file, token, token + 1, indices};
  if (token >= file->tokens.n || !go(source, &cut, wanted)) return false;
  const RepToken *first = &file->tokens.at[cut.from];
  const RepToken *last = &file->tokens.at[cut.to - 1];
  uint32_t n = last->at + last->n - first->at;
  const char *text = text_get(&file->text) + first->at;
  if (n > LONGEST || memchr(text, '\n', n)) return false;
  text_add_n(out, text, n);
  return true;
}

bool rep_source_expression(Text *out, RepSource *source, LocId loc,
                           uint32_t indices) {
  return cut_out(out, source, loc, indices ? indices - 1 : UINT32_MAX,
                 WANTED_OPERAND);
}

/* The call has the position of its first name: members follow. */
bool rep_source_called(Text *out, RepSource *source, LocId loc) {
  return cut_out(out, source, loc, UINT32_MAX, WANTED_CALLED);
}

bool rep_source_macro(Text *out, RepSource *source, LocId loc) {
  uint32_t offset;
  const RepSourceFile *file = rep_source_find(source, loc, &offset);
  if (!file) return false;
  uint32_t token = token_at(file, offset);
  if (!is_word_at(file, token) || char_at(file, token + 1) != '(') return false;
  const RepToken *name = &file->tokens.at[token];
  uint32_t end = closing(file, token + 1);
  const char *text = text_get(&file->text) + name->at;
  if (map_find(&source->names, hash_bytes(text, name->n)) != NULL) return false;
  if (end == UINT32_MAX) { /* its arguments are many */
    text_add_n(out, text, name->n);
    return true;
  }
  const RepToken *last = &file->tokens.at[end];
  uint32_t n = last->at + last->n - name->at;
  bool is_short = n <= LONGEST && !memchr(text, '\n', n);
  text_add_n(out, text, is_short ? n : name->n);
  return true;
}
