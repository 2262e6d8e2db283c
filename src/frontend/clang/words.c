/* SPDX-License-Identifier: MIT
 *
 * Words and parentheses of C's text, for those who look for what the compiler
 * does not tell. */
#include "frontend/clang/clang_int.h"

#include <ctype.h>

bool fe_is_name(char c) {
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

void fe_clear_dark(char *text) {
  for (size_t at = 0; text[at];) {
    size_t end = skip_dark(text, at);
    bool is_literal = text[at] == '"' || text[at] == '\'';
    for (size_t i = at; i < end; i++)
      if (text[i] != '\n') text[i] = i == at && is_literal ? '0' : ' ';
    at = end == at ? at + 1 : end;
  }
}

/* ---- parentheses ---- */

const char *fe_before(const char *text, const char *at) {
  while (at > text)
    if (!isspace((unsigned char)*--at) && *at != '\\') return at;
  return NULL;
}

const char *fe_opening(const char *text, const char *close, bool *comma) {
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

size_t fe_name_before(const char *text, const char *last, const char **name) {
  const char *end = last + 1, *at = end;
  while (at > text && fe_is_name(at[-1])) at--;
  *name = at;
  return (size_t)(end - at);
}
