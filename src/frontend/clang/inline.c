/* SPDX-License-Identifier: MIT
 *
 * By which rule is a function inline?
 *
 * There are two, and each makes the other's definition one that counts for
 * nothing outside of its file, so that clang leaves the body out:
 *
 *     inline int f(void) {...}           a definition in GNU C of 1989 only
 *     extern inline int f(void) {...}    a definition since C99 only
 *
 * Programs of one file are often old, programs of several could not be linked
 * if they were.  So these are the rules that are tried first.  Where a file of
 * the program's says `inline` of a function that is not static, it is compiled
 * by the other rule, too: a function that is needed, and defined by that one
 * only, tells that it was meant, for by the first the program cannot be
 * linked. */
#include "frontend/clang/clang_int.h"

#include <ctype.h>

FeInline fe_first_inline(const FeCompile *setup, uint32_t n_inputs) {
  static const char *const old[] = {"-ansi", "-std=c89", "-std=gnu89",
                                    "-std=c90", "-std=gnu90"};
  for (uint32_t i = 0; i < setup->n_flags; i++)
    for (size_t k = 0; k < sizeof old / sizeof *old; k++)
      if (strcmp(setup->flags[i], old[k]) == 0) return FE_INLINE_GNU89;
  return n_inputs > 1 ? FE_INLINE_C99 : FE_INLINE_GNU89;
}

bool fe_inline_is_chosen(const FeCompile *setup) {
  for (uint32_t i = 0; i < setup->n_flags; i++)
    if (strcmp(setup->flags[i], "-fgnu89-inline") == 0 ||
        strcmp(setup->flags[i], "-fno-gnu89-inline") == 0)
      return true;
  return false;
}

/* ---- does it matter? ---- */

static bool is_name(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

static bool is_before(const char *text, const char *at, const char *word) {
  size_t n = strlen(word);
  while (at > text && isspace((unsigned char)at[-1])) at--;
  return (size_t)(at - text) >= n && strncmp(at - n, word, n) == 0 &&
         ((size_t)(at - text) == n || !is_name(at[-n - 1]));
}

static bool is_behind(const char *at, const char *word) {
  at += strspn(at, " \t\r\n");
  return text_starts_with(at, word) && !is_name(at[strlen(word)]);
}

/* For static functions it does not; attributes are other words. */
static bool look(void *context, Text *text) {
  (void)context;
  const char *all = text_get(text);
  for (const char *at = all; (at = strstr(at, "inline")); at++) {
    const char *start = at, *end = at + strlen("inline");
    while (start > all && start[-1] == '_') start--;
    while (*end == '_') end++;
    bool is_word = (start == all || !is_name(start[-1])) && !is_name(*end);
    if (is_word && !is_before(all, start, "static") &&
        !is_behind(end, "static"))
      return true;
  }
  return false;
}

bool fe_may_be_inline(Mem *mem, const FeJob *job) {
  assert(job->read);
  return fe_any_own_file_read(mem, job->read, job->source, look, NULL);
}

/* ---- symbols ---- */

static bool has_symbol(const Text *symbols, char kind, const char *name,
                       size_t n) {
  const char *first = text_get(symbols), *at = first;
  for (; (at = memmem(at, strlen(at), name, n)); at++)
    if (at[n] == '\n' && at >= first + 2 && at[-1] == ' ' && at[-2] == kind)
      return true;
  return false;
}

static bool defines(const Text *symbols, const char *name, size_t n) {
  return has_symbol(symbols, 'D', name, n) || has_symbol(symbols, 'W', name, n);
}

/* Does the first need what the second defines, and nobody else? */
static bool lacks(const Text *first, const Text *second, const Text *others) {
  const char *line = text_get(first);
  for (size_t n; *line; line += n + (line[n] == '\n')) {
    n = strcspn(line, "\n");
    if (line[0] == 'U' && n > 2 && defines(second, line + 2, n - 2) &&
        !defines(others, line + 2, n - 2))
      return true;
  }
  return false;
}

bool fe_compare_bodies(Mem *mem, const FeJob *jobs, uint32_t n,
                       const FeJob *job, const char *other, FeBodies *missing) {
  assert(job >= jobs && job < jobs + n);
  Text mine, its, others;
  text_init(&mine, mem);
  text_init(&its, mem);
  text_init(&others, mem);
  bool good =
      fe_list_symbols(&mine, job->output) && fe_list_symbols(&its, other);
  for (uint32_t i = 0; i < n; i++)
    if (&jobs[i] != job) good &= fe_list_symbols(&others, jobs[i].output);
  missing->in_first = good && lacks(&mine, &its, &others);
  missing->in_other = good && lacks(&its, &mine, &others);
  text_done(&mine);
  text_done(&its);
  text_done(&others);
  return good;
}
