/* SPDX-License-Identifier: MIT
 *
 * Are the warnings that we need switched off in the source?
 *
 * Where the compiler computes with constants there is no code to look at; its
 * warning is all that tells of an overflow or a division by zero.  The source
 * can switch such a warning off, for a few lines or for all, and nothing says
 * so afterwards.  So the files that were read, by the list that the compiler
 * makes of them, are searched for
 *
 *     diagnostic ignored "-Wname"
 *
 * in any pragma or macro, where the name may be that of a warning we need, or
 * is not a literal.  A find too much, in a comment or for one that happens
 * to be needed nowhere, costs proofs about constants only. */
#include "frontend/clang/clang_int.h"

/* May this be the name of a warning that we need?  By clang 19 these are
 * everything, div-by-zero, division-by-zero, integer-overflow and shift-count-
 * negative and -overflow. */
static bool is_needed(const char *name, size_t n) {
  static const char *const parts[] = {"everything", "div", "overflow", "shift"};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (memmem(name, n, parts[i], strlen(parts[i]))) return true;
  return false;
}

/* Behind the word `word`, which follows blanks and ends of lines; NULL: another
 * does. */
static const char *behind_word(const char *at, const char *word) {
  at += strspn(at, " \t\\\r\n");
  return text_starts_with(at, word) ? at + strlen(word) : NULL;
}

static bool text_hides_warnings(const char *text) {
  for (const char *at = text; (at = strstr(at, "diagnostic")); at++) {
    const char *name = behind_word(at + strlen("diagnostic"), "ignored");
    if (!name) continue;
    name += strspn(name, " \t\\\r\n\"");
    size_t n = strcspn(name, "\\\" \t\r\n)");
    if (!text_starts_with(name, "-W") || is_needed(name, n)) return true;
  }
  return false;
}

static bool file_hides_warnings(Mem *mem, const char *path) {
  Text text;
  text_init(&text, mem);
  bool hides = !file_read(&text, path) || text_hides_warnings(text_get(&text));
  text_done(&text);
  return hides;
}

/* The next name of a list for make, where a backslash is before a blank that is
 * part of the name or before the end of a line; false: there is none. */
static bool next_name(const char **at, Text *name) {
  text_clear(name);
  const char *c = *at + strspn(*at, " \t\r\n");
  while (c[0] == '\\' && (c[1] == '\n' || c[1] == '\r'))
    c += 2, c += strspn(c, " \t\r\n");
  for (; *c && !strchr(" \t\r\n", *c); c++) {
    if (c[0] == '\\' && strchr(" #", c[1])) c++;
    if (c[0] == '$' && c[1] == '$') c++;
    text_char(name, *c);
  }
  *at = c;
  return name->n > 0;
}

/* The compiler writes a backslash in a name as a slash, so that the source is
 * read by its own name. */
bool fe_hides_warnings(Mem *mem, const char *list, const char *source) {
  require(list && *list && source);
  Text text, name;
  text_init(&text, mem);
  text_init(&name, mem);
  bool hides = !file_read(&text, list);
  const char *at = strchr(text_get(&text), ':');
  if (at) at++;
  bool listed = at && next_name(&at, &name);
  if (!hides && listed) hides = file_hides_warnings(mem, source);
  while (!hides && at && next_name(&at, &name))
    hides = file_hides_warnings(mem, text_get(&name));
  text_done(&name);
  text_done(&text);
  return hides;
}
