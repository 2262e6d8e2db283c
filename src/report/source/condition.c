/* SPDX-License-Identifier: MIT
 *
 * Cutting the condition of a branch out of the source; see source.h for where
 * clang says that branches are. */
#include "report/source/source.h"

#include <ctype.h>

enum { LONGEST = 60 }; /* characters of a condition that are quoted */

/* Tokens [from..to[ of a file. */
typedef struct Span {
  const RepSourceFile *file;
  uint32_t from, to;
} Span;

static bool is_empty(Span s) {
  return s.from >= s.to;
}

static bool is(Span s, uint32_t i, const char *word) {
  if (i >= s.file->tokens.n) return false;
  const RepToken *t = &s.file->tokens.at[i];
  return t->n == strlen(word) &&
         memcmp(text_get(&s.file->text) + t->at, word, t->n) == 0;
}

/* One of several words, with blanks between and around them? */
static bool is_any(Span s, uint32_t i, const char *words) {
  char word[16];
  if (i >= s.file->tokens.n) return false;
  const RepToken *t = &s.file->tokens.at[i];
  if (t->n + 3 > sizeof word) return false;
  snprintf(word, sizeof word, " %.*s ", (int)t->n,
           text_get(&s.file->text) + t->at);
  return strstr(words, word) != NULL;
}

static char first_char(Span s, uint32_t i) {
  assert(i < s.file->tokens.n);
  return text_get(&s.file->text)[s.file->tokens.at[i].at];
}

static bool is_name(Span s, uint32_t i) {
  char c = first_char(s, i);
  return isalpha((unsigned char)c) || c == '_';
}

static bool opens(Span s, uint32_t i) {
  return is_any(s, i, " ( [ { ");
}
static bool closes(Span s, uint32_t i) {
  return is_any(s, i, " ) ] } ");
}

/* The partner of the bracket at `i`, or the end of the file. */
static uint32_t partner(Span s, uint32_t i) {
  assert(opens(s, i));
  uint32_t depth = 0, n = s.file->tokens.n;
  for (; i < n; i++) {
    if (opens(s, i)) depth++;
    if (closes(s, i) && --depth == 0) return i;
  }
  return n;
}

#define JUNCTIONS   " && || "
#define ASSIGNMENTS " = += -= *= /= %= &= |= ^= <<= >>= "
#define BINARY      " == != < > <= >= + - * / % & | ^ << >> "

/* The last of these words outside of brackets; s.to: none is there. */
static uint32_t last_of(Span s, const char *words) {
  uint32_t found = s.to;
  for (uint32_t i = s.from; i < s.to; i++) {
    if (is_any(s, i, words)) found = i;
    if (opens(s, i)) i = partner(s, i);
  }
  return found;
}

/* Is there an operator with two operands, outside of brackets? */
static bool has_binary(Span s) {
  bool operand = false; /* before this one */
  for (uint32_t i = s.from; i < s.to; i++) {
    if (operand && is_any(s, i, BINARY)) return true;
    bool cast = is(s, i, "(") && !operand;
    operand = is_name(s, i) || isalnum((unsigned char)first_char(s, i)) ||
              is_any(s, i, " ( [ ") || strchr("'\"", first_char(s, i)) ||
              (operand && is_any(s, i, " ++ -- "));
    if (opens(s, i)) i = partner(s, i);
    /* "(int) -x" */
    if (cast && i + 1 < s.to && is_any(s, i + 1, " - + * & ")) operand = false;
  }
  return false;
}

/* The operand whose value is known last, without negations and parentheses;
 * empty where that cannot be said. */
static Span last_operand(Span s) {
  const Span none = {s.file, 0, 0};
  while (!is_empty(s)) {
    if (last_of(s, " , ; ? : { ") != s.to) return none;
    if (last_of(s, ASSIGNMENTS) != s.to) return s;
    uint32_t junction = last_of(s, JUNCTIONS);
    Span rest = {s.file, s.from + 1, s.to};
    if (junction != s.to)
      s.from = junction + 1;
    else if (is(s, s.from, "!") && !has_binary(rest))
      s = rest;
    else if (is(s, s.from, "(") && partner(s, s.from) + 1 == s.to)
      s = (Span){s.file, s.from + 1, s.to - 1};
    else
      return s;
  }
  return none;
}

/* A macro may hide a negation; what the program knows by name is none. */
static bool is_plain(const RepSource *source, Span s) {
  if (is_empty(s)) return false;
  if (has_binary(s) || last_of(s, ASSIGNMENTS) != s.to) return true;
  while (s.from + 1 < s.to && is_any(s, s.from, " * & - + ~ ++ -- ")) s.from++;
  if (!is_name(s, s.from)) return true;
  const RepToken *t = &s.file->tokens.at[s.from];
  const char *name = text_get(&s.file->text) + t->at;
  return map_find(&source->names, hash_bytes(name, t->n)) != NULL;
}

/* What stands left of && or ||, back to where that expression begins. */
static Span left_of(Span s, uint32_t i) {
  uint32_t depth = 0, from = i;
  for (; from > 0; from--) {
    if (closes(s, from - 1)) depth++;
    if (opens(s, from - 1) && depth-- == 0) break;
    if (depth) continue;
    if (is_any(s, from - 1, JUNCTIONS ASSIGNMENTS " , ; ? : { } return case "))
      break;
    if (is_any(s, from - 1, " if while for switch else do "))
      return (Span){s.file, 0, 0};
  }
  return (Span){s.file, from, i};
}

/* What stands in the parentheses that begin at `i`. */
static Span inside(Span s, uint32_t i) {
  if (!is(s, i, "(")) return (Span){s.file, 0, 0};
  return (Span){s.file, i + 1, partner(s, i)};
}

/* The second part of "for (a; b; c)". */
static Span middle(Span s) {
  uint32_t from = s.from, to;
  for (; from < s.to && !is(s, from, ";"); from++)
    if (opens(s, from)) from = partner(s, from);
  for (to = ++from; to < s.to && !is(s, to, ";"); to++)
    if (opens(s, to)) to = partner(s, to);
  return (Span){s.file, from, to < s.to ? to : from};
}

/* What stands before the question mark, if a conditional expression begins
 * at `i`. */
static Span before_question(Span s, uint32_t i) {
  const Span none = {s.file, 0, 0};
  if (i == 0 || !is_any(s, i - 1, ASSIGNMENTS JUNCTIONS " ( [ { , ? : return "))
    return none;
  for (uint32_t to = i; to < s.to; to++) {
    if (is(s, to, "?")) return (Span){s.file, i, to};
    if (is_any(s, to, ASSIGNMENTS " , ; : { ) ] } ")) return none;
    if (opens(s, to)) to = partner(s, to);
  }
  return none;
}

/* The token that starts there; the number of tokens: none does. */
static uint32_t token_at(const RepSourceFile *file, uint32_t offset) {
  uint32_t low = 0, high = file->tokens.n;
  while (low < high) {
    uint32_t mid = low + (high - low) / 2;
    if (file->tokens.at[mid].at < offset)
      low = mid + 1;
    else
      high = mid;
  }
  bool found = low < file->tokens.n && file->tokens.at[low].at == offset;
  return found ? low : file->tokens.n;
}

static Span condition_at(const RepSource *source, const RepSourceFile *file,
                         uint32_t i) {
  Span all = {file, 0, file->tokens.n};
  Span none = {file, 0, 0};
  if (i == file->tokens.n) return none;
  if (is(all, i, "while")) return inside(all, i + 1);
  if (is(all, i, "}") && is(all, i + 1, "while")) return inside(all, i + 2);
  if (is(all, i, "for")) return middle(inside(all, i + 1));
  Span operand = none;
  if (is_any(all, i, JUNCTIONS))
    operand = last_operand(left_of(all, i));
  else if (i > 1 && is(all, i - 1, "(") && is(all, i - 2, "if"))
    operand = last_operand(inside(all, i - 1));
  else
    operand = last_operand(before_question(all, i));
  return is_plain(source, operand) ? operand : none;
}

/* In one line, with one blank where there was a gap. */
static void add_tokens(Text *out, Span s) {
  size_t start = out->n;
  for (uint32_t i = s.from; i < s.to; i++) {
    const RepToken *t = &s.file->tokens.at[i];
    if (i > s.from && s.file->tokens.at[i - 1].at + t[-1].n < t->at)
      text_char(out, ' ');
    text_add_n(out, text_get(&s.file->text) + t->at, t->n);
    if (out->n - start > LONGEST && i + 1 < s.to) {
      text_add(out, " ...");
      return;
    }
  }
}

/* Is it all of the condition of a loop, which the compiler may have twice? */
static bool is_whole(const RepSourceFile *file, uint32_t token, Span s) {
  Span all = {file, 0, file->tokens.n};
  return token < file->tokens.n && is_any(all, token, " while for } ") &&
         last_of(s, JUNCTIONS " ? , ") == s.to && is_empty(s) == false;
}

bool rep_source_condition(Text *out, RepSource *source, LocId loc) {
  uint32_t offset;
  bool is_crowded =
      map_find(&source->crowded, rep_place_hash(source->program, loc)) != NULL;
  const RepSourceFile *file = rep_source_find(source, loc, &offset);
  if (!file) return false;
  uint32_t token = token_at(file, offset);
  Span s = condition_at(source, file, token);
  if (is_empty(s) || s.to > file->tokens.n) return false;
  if (is_crowded && !is_whole(file, token, s)) return false;
  add_tokens(out, s);
  return true;
}
