/* SPDX-License-Identifier: MIT
 *
 * Is a member of a comma expression used, as in (f(), s).a?
 *
 * The value of a comma expression is no object.  If it is a struct with an
 * array, the array lives until the full expression ends (C11 6.2.4p8); clang
 * makes no copy but uses s itself, so that nothing in its code tells the death.
 * Only the source does: `( ... , ... ) . name`, where the parenthesis is no
 * list of arguments.  The files that were read are searched for it, and for
 * macros that end with such a parenthesis and stand before a period.  Comments
 * and literals count as blanks.
 *
 * A find too much, of a member that is no array or where a function is called
 * through a pointer, costs proofs of accesses in files where somebody writes
 * so; that is rare. */
#include "frontend/clang/clang_int.h"

#include <ctype.h>

static bool is_name(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

/* ---- text without comments and literals ---- */

/* Behind the comment or literal at `at`; `at` itself: there is none. */
static size_t skip_dark(const char *text, size_t at) {
  if (text[at] == '/' && text[at + 1] == '*') {
    const char *end = strstr(text + at + 2, "*/");
    return end ? (size_t)(end - text) + 2 : strlen(text);
  }
  if (text[at] == '/' && text[at + 1] == '/')
    return at + strcspn(text + at, "\n");
  if (text[at] != '"' && text[at] != '\'') return at;
  size_t end = at + 1;
  while (text[end] && text[end] != text[at] && text[end] != '\n')
    end += text[end] == '\\' && text[end + 1] ? 2 : 1;
  return text[end] ? end + 1 : end;
}

/* A literal becomes one 0, so that it is still an operand. */
static void clear_dark(char *text) {
  for (size_t at = 0; text[at];) {
    size_t end = skip_dark(text, at);
    bool is_literal = text[at] == '"' || text[at] == '\'';
    for (size_t i = at; i < end; i++)
      if (text[i] != '\n') text[i] = i == at && is_literal ? '0' : ' ';
    at = end == at ? at + 1 : end;
  }
}

/* ---- parentheses ---- */

/* The last character before `at` that is no blank; NULL: none. */
static const char *before(const char *text, const char *at) {
  while (at > text)
    if (!isspace((unsigned char)*--at) && *at != '\\') return at;
  return NULL;
}

/* The parenthesis that `close` closes, and whether a comma stands between them
 * directly; NULL: there is none. */
static const char *opening(const char *text, const char *close, bool *comma) {
  int depth = 0;
  assert(*close == ')');
  *comma = false;
  for (const char *at = close; at >= text; at--) {
    if (strchr(")]}", *at)) depth++;
    if (*at == ',' && depth == 1) *comma = true;
    if (strchr("([{", *at) && --depth == 0) return *at == '(' ? at : NULL;
  }
  return NULL;
}

/* The name that ends at `last`; its length is 0 for none. */
static size_t name_before(const char *text, const char *last,
                          const char **name) {
  const char *end = last + 1, *at = end;
  while (at > text && is_name(at[-1])) at--;
  *name = at;
  return (size_t)(end - at);
}

static bool is_word(const char *name, size_t n) {
  static const char *const words[] = {"return", "else", "do", "case"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (n == strlen(words[i]) && strncmp(name, words[i], n) == 0) return true;
  return false;
}

/* Does the parenthesis hold a comma expression?  One in another, ((0, s)), is
 * the same. */
static bool is_comma_value(const char *text, const char *close) {
  bool comma;
  const char *open, *name;
  while ((open = opening(text, close, &comma)) && !comma) {
    const char *inner = before(text, close);
    if (!inner || *inner != ')') return false;
    close = inner;
  }
  if (!open) return false;
  const char *last = before(text, open);
  if (!last || !is_name(*last)) return true;
  return is_word(name, name_before(text, last, &name));
}

/* The name of a header is no member: <assert.h>. */
static void clear_includes(char *text) {
  for (char *at = text; (at = strstr(at, "include")); at++) {
    const char *hash = before(text, at);
    if (!hash || *hash != '#') continue;
    while (*at && *at != '\n') *at++ = ' ';
    if (!*at) return;
  }
}

/* ---- macros ---- */

/* The names of macros that end so, with blanks around each. */
static void note_macros(const char *text, Text *macros) {
  for (const char *at = text; (at = strstr(at, "define")); at++) {
    const char *name = at + strlen("define");
    name += strspn(name, " \t");
    size_t n = 0, line = 0;
    while (is_name(name[n])) n++;
    while (name[line] && (name[line] != '\n' || name[line - 1] == '\\')) line++;
    const char *last = n ? before(name + n, name + line) : NULL;
    if (!last || *last != ')' || !is_comma_value(name + n, last)) continue;
    text_char(macros, ' ');
    text_add_n(macros, name, n);
    text_char(macros, ' ');
  }
}

static bool is_macro(const Text *macros, const char *text, const char *last) {
  const char *name, *known = text_get(macros);
  size_t n = name_before(text, last, &name);
  for (; n && (known = memmem(known, strlen(known), name, n)); known++)
    if (known[-1] == ' ' && known[n] == ' ') return true;
  return false;
}

/* ---- members ---- */

/* Is there such a value before the period? */
static bool is_found(const char *text, const char *period, const Text *macros) {
  bool comma;
  const char *last = before(text, period);
  if (!last) return false;
  if (is_name(*last)) return is_macro(macros, text, last);
  if (*last != ')') return false;
  if (is_comma_value(text, last)) return true;
  const char *open = opening(text, last, &comma);
  const char *caller = open ? before(text, open) : NULL;
  return caller && is_name(*caller) && is_macro(macros, text, caller);
}

static bool has_member(const char *text, const Text *macros) {
  for (const char *at = text; (at = strchr(at, '.')); at++) {
    const char *name = at + 1 + strspn(at + 1, " \t\\\r\n");
    if ((isalpha((unsigned char)*name) || *name == '_') &&
        is_found(text, at, macros))
      return true;
  }
  return false;
}

/* ---- all files ---- */

typedef struct Search {
  Text macros;
  enum { SEARCH_MACROS, SEARCH_MEMBERS } what;
} Search;

static bool look(void *context, Text *text) {
  Search *search = context;
  char *cleared = text->text;
  clear_dark(cleared);
  clear_includes(cleared);
  if (search->what == SEARCH_MEMBERS)
    return has_member(cleared, &search->macros);
  note_macros(cleared, &search->macros);
  return false;
}

bool fe_has_comma_member(Mem *mem, const char *list, const char *source) {
  Search search = {.what = SEARCH_MACROS};
  text_init(&search.macros, mem);
  bool found = fe_any_file_read(mem, list, source, look, &search);
  search.what = SEARCH_MEMBERS;
  found = found || fe_any_file_read(mem, list, source, look, &search);
  text_done(&search.macros);
  return found;
}
