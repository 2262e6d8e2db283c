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

/* Is the word in the declaration that `at` is part of, before its body? */
static bool declaration_says(const char *text, const char *at,
                             const char *word) {
  assert(at >= text);
  const char *start = at, *end = at + strcspn(at, ";{");
  while (start > text && !strchr(";{}", start[-1])) start--;
  return memmem(start, (size_t)(end - start), word, strlen(word)) != NULL;
}

/* For static functions, and those that say the rule themselves, it does not. */
static bool look(void *context, Text *text) {
  (void)context;
  const char *all = text_get(text);
  for (const char *at = all; (at = strstr(at, "inline")); at++)
    if (!declaration_says(all, at, "static") &&
        !declaration_says(all, at, "gnu_inline"))
      return true;
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
