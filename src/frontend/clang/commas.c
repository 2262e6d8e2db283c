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
  while ((open = fe_opening(text, close, &comma)) && !comma) {
    const char *inner = fe_before(text, close);
    if (!inner || *inner != ')') return false;
    close = inner;
  }
  if (!open) return false;
  const char *last = fe_before(text, open);
  if (!last || !fe_is_name(*last)) return true;
  return is_word(name, fe_name_before(text, last, &name));
}

/* The name of a header is no member: <assert.h>. */
static void clear_includes(char *text) {
  for (char *at = text; (at = strstr(at, "include")); at++) {
    const char *hash = fe_before(text, at);
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
    while (fe_is_name(name[n])) n++;
    while (name[line] && (name[line] != '\n' || name[line - 1] == '\\')) line++;
    const char *last = n ? fe_before(name + n, name + line) : NULL;
    if (!last || *last != ')' || !is_comma_value(name + n, last)) continue;
    text_char(macros, ' ');
    text_add_n(macros, name, n);
    text_char(macros, ' ');
  }
}

static bool is_macro(const Text *macros, const char *text, const char *last) {
  const char *name, *known = text_get(macros);
  size_t n = fe_name_before(text, last, &name);
  for (; n && (known = memmem(known, strlen(known), name, n)); known++)
    if (known[-1] == ' ' && known[n] == ' ') return true;
  return false;
}

/* ---- members ---- */

/* Is there such a value before the period? */
static bool is_found(const char *text, const char *period, const Text *macros) {
  bool comma;
  const char *last = fe_before(text, period);
  if (!last) return false;
  if (fe_is_name(*last)) return is_macro(macros, text, last);
  if (*last != ')') return false;
  if (is_comma_value(text, last)) return true;
  const char *open = fe_opening(text, last, &comma);
  const char *caller = open ? fe_before(text, open) : NULL;
  return caller && fe_is_name(*caller) && is_macro(macros, text, caller);
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
  fe_clear_dark(cleared);
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
