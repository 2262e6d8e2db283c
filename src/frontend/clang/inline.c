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
 * if they were.  So these are the rules that are tried first.  A call of a
 * function whose body stands in the text, but not in the bitcode, tells that
 * the other one was meant: by this one the program cannot be linked. */
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

/* Is the word in the declaration that `at` is part of, before its body? */
static bool declaration_says(const char *text, const char *at,
                             const char *word) {
  assert(at >= text);
  const char *start = at, *end = at + strcspn(at, ";{");
  while (start > text && !strchr(";{}", start[-1])) start--;
  return memmem(start, (size_t)(end - start), word, strlen(word)) != NULL;
}

/* That of static functions, and of those that say it themselves, is clear. */
static bool is_clear(const char *text, const char *at) {
  return declaration_says(text, at, "static") ||
         declaration_says(text, at, "gnu_inline");
}

bool fe_may_be_inline(const Text *text) {
  static const char word[] = "inline", header[] = "include \"";
  const char *all = text_get(text);
  if (strstr(all, header)) return true;
  for (const char *at = all; (at = strstr(at, word)); at++)
    if (!is_clear(all, at)) return true;
  return false;
}

/* ---- bodies ---- */

/* Symbols of the file, and of all. */
typedef struct Symbols {
  Text own, all;
} Symbols;

static bool has_symbol(const Text *symbols, char kind, const char *name,
                       size_t n) {
  const char *first = text_get(symbols), *at = first;
  for (; (at = memmem(at, strlen(at), name, n)); at++)
    if (at[n] == '\n' && at >= first + 2 && at[-1] == ' ' && at[-2] == kind)
      return true;
  return false;
}

static bool is_needed(const Symbols *symbols, const char *name, size_t n) {
  return has_symbol(&symbols->own, 'U', name, n) &&
         !has_symbol(&symbols->all, 'D', name, n) &&
         !has_symbol(&symbols->all, 'W', name, n);
}

/* The name before the parameters of a body that begins at `brace`, perhaps with
 * attributes between; its length is 0 for none. */
static size_t defined_name(const char *text, const char *brace,
                           const char **name) {
  bool comma;
  const char *last = fe_before(text, brace);
  while (last && *last == ')') {
    const char *open = fe_opening(text, last, &comma);
    const char *end = open ? fe_before(text, open) : NULL;
    size_t n = end && fe_is_name(*end) ? fe_name_before(text, end, name) : 0;
    if (n < 2 || strncmp(*name, "__attribute", 11) != 0) return n;
    last = fe_before(text, *name);
  }
  return 0;
}

static bool look(void *context, Text *text) {
  const Symbols *symbols = context;
  const char *name;
  fe_clear_dark(text->text);
  for (const char *at = text_get(text); (at = strchr(at, '{')); at++) {
    size_t n = defined_name(text_get(text), at, &name);
    if (n && is_needed(symbols, name, n) && !is_clear(text_get(text), name))
      return true;
  }
  return false;
}

bool fe_leaves_body_out(Mem *mem, const FeJob *jobs, uint32_t n,
                        const FeJob *job) {
  assert(job->output && job->read && job >= jobs && job < jobs + n);
  Symbols symbols;
  bool found = false;
  text_init(&symbols.own, mem);
  text_init(&symbols.all, mem);
  for (uint32_t i = 0; i < n; i++) {
    text_clear(&symbols.own);
    found |= !fe_list_symbols(&symbols.own, jobs[i].output);
    text_add(&symbols.all, text_get(&symbols.own));
  }
  text_clear(&symbols.own);
  found |= !fe_list_symbols(&symbols.own, job->output) ||
           fe_any_file_read(mem, job->read, job->source, look, &symbols);
  text_done(&symbols.own);
  text_done(&symbols.all);
  return found;
}
