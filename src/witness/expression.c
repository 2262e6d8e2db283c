/* SPDX-License-Identifier: MIT
 *
 * Expressions of a witness: which of them may be woven into a program.
 *
 * An expression must not be able to leave the parentheses that are put around
 * it, and must only look: it has balanced brackets and neither braces nor
 * semicolons, calls nothing, and names neither a macro of the program, which
 * may stand for anything, nor a word by which it could do more.  That it has no
 * side effects the compiler checks (weave.c). */
#include "witness/witness_int.h"

#include <ctype.h>

bool wit_has_our_names(const char *text) {
  return strstr(text, "__witness_") || strstr(text, "__cutpoint_");
}

/* Words by which an expression could do more than look: types may be computed
 * (the bound of an array in sizeof is evaluated), built-in functions assume. */
static bool is_active_word(const char *word, size_t n) {
  static const char *const starts[] = {
      "sizeof",      "typeof",        "alignof", "__typeof", "__alignof",
      "_Alignof",    "_Generic",      "_Atomic", "asm",      "__asm",
      "__builtin_",  "__extension",   "__label", "goto",     "__attribute",
      "__auto_type", "_Static_assert"};
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
    size_t length = strlen(starts[i]);
    if (n >= length && strncmp(word, starts[i], length) == 0) return true;
  }
  return false;
}

/* Does the program define the word as a macro, which may stand for anything? */
static bool is_macro(const CText *program, const char *word, size_t n) {
  const char *at = program->text;
  while ((at = strstr(at, "define")) != NULL) {
    at += strlen("define");
    const char *name = at + strspn(at, " \t");
    if (name > at && strncmp(name, word, n) == 0 &&
        !(isalnum((unsigned char)name[n]) || name[n] == '_'))
      return true;
  }
  return false;
}

static bool only_looks(const CText *program, const CText *c, uint32_t i) {
  const CToken *t = &c->tokens.at[i];
  const char *word = c->text + t->at;
  if (t->kind != CTOKEN_WORD) return true;
  bool calls = i + 1 < c->tokens.n && ctext_is(c, i + 1, "(");
  return !calls && !is_active_word(word, t->n) &&
         !is_macro(program, word, t->n);
}

/* 'c', '\n', '\0', '\x1f' */
static bool is_character(const char *text, size_t n) {
  if (n < 3 || text[0] != '\'' || text[n - 1] != '\'') return false;
  if (text[1] != '\\') return !memchr(text, '\\', n);
  size_t digits = text[2] == 'x' ? 3 : 2;
  if (text[2] == 'x' || isdigit((unsigned char)text[2]))
    return n > digits + 1 &&
           strspn(text + digits, "0123456789abcdefABCDEF") == n - digits - 1;
  return n == 4 && strchr("abfnrtv'?\\", text[2]);
}

static size_t count_backslashes(const char *text, size_t n) {
  size_t count = 0;
  for (size_t i = 0; i < n; i++) count += text[i] == '\\';
  return count;
}

bool wit_is_closed_expression(const CText *program, Mem *mem,
                              const char *value) {
  CText c;
  ctext_init(&c, mem, value, strlen(value));
  bool good = c.tokens.n > 0 && !strstr(value, "//") && !strstr(value, "/*") &&
              !wit_has_our_names(value) && !strpbrk(value, "#\n\r\"`@");
  size_t n_escapes = 0;
  for (uint32_t i = 0; good && i < c.tokens.n; i++) {
    const CToken *t = &c.tokens.at[i];
    assert(t->at + t->n <= c.n);
    char first = value[t->at];
    if (!only_looks(program, &c, i)) good = false;
    if (strchr("{};", first) ||
        (strchr("()[]", first) && t->match == CTEXT_NONE))
      good = false;
    if (t->kind != CTOKEN_QUOTED) continue;
    if (!is_character(value + t->at, t->n)) good = false;
    n_escapes += count_backslashes(value + t->at, t->n);
  }
  ctext_done(&c);
  return good && n_escapes == count_backslashes(value, strlen(value));
}

const char *wit_name_result(Arena *texts, const char *value) {
  Text text;
  text_init(&text, texts->mem);
  const char *name;
  while ((name = strstr(value, "\\result")) != NULL) {
    text_add_n(&text, value, (size_t)(name - value));
    text_add(&text, "result");
    value = name + strlen("\\result");
  }
  text_add(&text, value);
  assert(!strstr(text_get(&text), "\\result"));
  const char *made = arena_strdup(texts, text_get(&text));
  text_done(&text);
  return made;
}
