/* SPDX-License-Identifier: MIT
 *
 * What the source says to the compiler, and we must know.
 *
 * Are warnings that we need switched off?  Where the compiler computes with
 * constants there is no code to look at; its warning is all that tells of an
 * overflow or a division by zero.  The source can switch such a warning off,
 * for a few lines or for all, and nothing says so afterwards.  So the files
 * that were read, by the list that the compiler makes of them, are searched for
 *
 *     diagnostic ignored "-Wname"
 *
 * in any pragma or macro, where the name may be that of a warning we need, or
 * is not a literal.  A find too much, in a comment or for one that happens
 * to be needed nowhere, costs proofs about constants only.
 *
 * Does the source ask for checks?  With clang's own checks in the code
 *
 *     __has_feature(undefined_behavior_sanitizer)
 *
 * is true, and the program may be another one.  And does it leave checks out,
 * by an attribute no_sanitize with the name of one that we need?
 *
 * Does it divide by -1, by the letter?  INT_MIN / -1 overflows, and of all
 * operations on constants it is the one that clang has no warning for.  A -1
 * that a macro stands for is not seen. */
#include "frontend/clang/clang_int.h"

/* May this be the name of a warning that we need?  By clang 19 these are
 * everything, div-by-zero, division-by-zero, integer-overflow and shift-count-
 * negative and -overflow, shift-overflow, -sign-overflow, -negative-value. */
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

/* Behind `/` or `%` that begins or ends no comment: "-1", as in x / (-1L). */
static bool text_divides_by_minus_one(const char *text) {
  for (const char *at = text; (at = strpbrk(at, "/%")); at++) {
    if (at > text && (at[-1] == '/' || at[-1] == '*')) continue;
    const char *minus = at + 1 + strspn(at + 1, " \t\\\r\n(");
    if (*minus != '-') continue;
    const char *one = minus + 1 + strspn(minus + 1, " \t(");
    if (*one == '1' && !strchr("0123456789.xX", one[1])) return true;
  }
  return false;
}

/* no_sanitize("undefined"), in an attribute or pragma, or the same as gcc has
 * it; a name that a macro stands for may be any. */
static bool text_leaves_checks_out(const char *text) {
  static const char word[] = "no_sanitize";
  static const char *const others[] = {"address", "thread",    "memory",
                                       "kcfi",    "hwaddress", "coverage"};
  for (const char *at = text; (at = strstr(at, word)); at++) {
    const char *name = at + strlen(word);
    name += strspn(name, "_ \t\\\r\n(\"");
    bool is_other = false;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
      is_other |= text_starts_with(name, others[i]);
    if (!is_other) return true;
  }
  return false;
}

static bool look(void *context, Text *text) {
  FeSays *says = context;
  says->hides_warnings |= text_hides_warnings(text_get(text));
  says->asks_for_checks |=
      strstr(text_get(text), "undefined_behavior_sanitizer") != NULL;
  says->leaves_checks_out |= text_leaves_checks_out(text_get(text));
  says->divides_by_minus_one |= text_divides_by_minus_one(text_get(text));
  return false;
}

FeSays fe_files_say(Mem *mem, const char *list, const char *source) {
  FeSays says = {0};
  if (fe_any_file_read(mem, list, source, look, &says))
    says = (FeSays){.hides_warnings = true,
                    .asks_for_checks = true,
                    .leaves_checks_out = true,
                    .divides_by_minus_one = true};
  return says;
}
