/* SPDX-License-Identifier: MIT
 *
 * Texts: the exact models against libc (compare.c). */
#ifndef TESTS_MODELS_TEXTS_H
#define TESTS_MODELS_TEXTS_H

#include "compare.h"

/* ---- text ------------------------------------------------------------------
 */

MODEL(int, __cutpoint_sign_memcmp, const void *, const void *, size_t);
MODEL(void *, memchr, const void *, int, size_t);
MODEL(void *, memrchr, const void *, int, size_t);
MODEL(void *, memccpy, void *, const void *, int, size_t);
MODEL(void *, memmem, const void *, size_t, const void *, size_t);
MODEL(size_t, strlen, const char *);
MODEL(size_t, strnlen, const char *, size_t);
MODEL(char *, strcpy, char *, const char *);
MODEL(char *, stpcpy, char *, const char *);
MODEL(char *, strncpy, char *, const char *, size_t);
MODEL(char *, strcat, char *, const char *);
MODEL(char *, strncat, char *, const char *, size_t);
MODEL(char *, strdup, const char *);
MODEL(char *, strndup, const char *, size_t);
MODEL(int, __cutpoint_sign_strcmp, const char *, const char *);
MODEL(int, __cutpoint_sign_strncmp, const char *, const char *, size_t);
MODEL(int, __cutpoint_sign_strcasecmp, const char *, const char *);
MODEL(int, __cutpoint_sign_strncasecmp, const char *, const char *, size_t);
MODEL(char *, strchr, const char *, int);
MODEL(char *, strrchr, const char *, int);
MODEL(size_t, strspn, const char *, const char *);
MODEL(size_t, strcspn, const char *, const char *);
MODEL(char *, strpbrk, const char *, const char *);
MODEL(char *, strstr, const char *, const char *);
MODEL(char *, strcasestr, const char *, const char *);
MODEL(char *, strtok, char *, const char *);
MODEL(char *, strsep, char **, const char *);

static void random_text(char *out, unsigned most) {
  unsigned n = below(most);
  for (unsigned i = 0; i < n; i++) out[i] = "aAbBc \xe9"[below(7)];
  out[n] = 0;
}

static int sign(int x) {
  return (x > 0) - (x < 0);
}

static void text_reads(void) {
  char a[24], b[24], few[6];
  random_text(a, 20), random_text(b, 4 + below(16)), random_text(few, 4);
  size_t n = below(20), la = strlen(a), lb = strlen(b);
  int c = "aAbBc \xe9"[below(8)];
  size_t m = la < lb ? la : lb;
  CHECK(sign(model___cutpoint_sign_memcmp(a, b, m)) == sign(memcmp(a, b, m)));
  CHECK(model_memchr(a, c, la) == memchr(a, c, la));
  CHECK(model_memrchr(a, c, la) == memrchr(a, c, la));
  CHECK(model_memmem(a, la, few, strlen(few)) ==
        memmem(a, la, few, strlen(few)));
  CHECK(model_strlen(a) == la);
  CHECK(model_strnlen(a, n) == strnlen(a, n));
  CHECK(sign(model___cutpoint_sign_strcmp(a, b)) == sign(strcmp(a, b)));
  CHECK(sign(model___cutpoint_sign_strncmp(a, b, n)) == sign(strncmp(a, b, n)));
  CHECK(sign(model___cutpoint_sign_strcasecmp(a, b)) == sign(strcasecmp(a, b)));
  CHECK(sign(model___cutpoint_sign_strncasecmp(a, b, n)) ==
        sign(strncasecmp(a, b, n)));
  CHECK(model_strchr(a, c) == strchr(a, c));
  CHECK(model_strrchr(a, c) == strrchr(a, c));
  CHECK(model_strspn(a, few) == strspn(a, few));
  CHECK(model_strcspn(a, few) == strcspn(a, few));
  CHECK(model_strpbrk(a, few) == strpbrk(a, few));
  CHECK(model_strstr(a, few) == strstr(a, few));
  CHECK(model_strcasestr(a, few) == strcasestr(a, few));
}

static void text_writes(void) {
  char from[24], x[64], y[64], *p, *q;
  random_text(from, 20);
  size_t n = below(24);
  memset(x, 7, sizeof x), memset(y, 7, sizeof y);
  strcpy(y, from);
  CHECK(model_strcpy(x, from) == x);
  CHECK(model_stpcpy(x, from) - x == stpcpy(y, from) - y);
  strcat(y, from);
  CHECK(model_strcat(x, from) == x);
  strncat(y, from, n);
  CHECK(model_strncat(x, from, n) == x);
  CHECK(memcmp(x, y, sizeof x) == 0);
  strncpy(y, from, n);
  CHECK(model_strncpy(x, from, n) == x);
  CHECK(memcmp(x, y, sizeof x) == 0);
  size_t most = n < strlen(from) ? n : strlen(from);
  p = model_memccpy(x, from, 'b', most), q = memccpy(y, from, 'b', most);
  CHECK((p ? p - x : -1) == (q ? q - y : -1));
  CHECK(memcmp(x, y, sizeof x) == 0);
  p = model_strdup(from), q = model_strndup(from, n);
  CHECK(strcmp(p, from) == 0);
  CHECK(strlen(q) == strnlen(from, n) && strncmp(q, from, strlen(q)) == 0);
  free(p), free(q);
}

MODEL(char *, index, const char *, int);
MODEL(char *, rindex, const char *, int);
MODEL(void *, rawmemchr, const void *, int);
MODEL(size_t, strlcpy, char *, const char *, size_t);
MODEL(size_t, strlcat, char *, const char *, size_t);

/* What the BSD functions do stands in their manual: the text as far as there is
 * room, and the length that it would have had. */
static void text_of_others(void) {
  char a[24], x[32], y[32];
  random_text(a, 20);
  int c = "aAbBc \xe9"[below(8)];
  CHECK(model_index(a, c) == index(a, c));
  CHECK(model_rindex(a, c) == rindex(a, c));
  CHECK(model_rawmemchr(a, 0) == rawmemchr(a, 0));
  size_t room = below(32), before = below(10);
  memset(x, 7, sizeof x), memset(y, 7, sizeof y);
  CHECK(model_strlcpy(x, a, room) == (size_t)snprintf(y, room, "%s", a));
  CHECK(memcmp(x, y, sizeof x) == 0);
  memset(x, 'x', sizeof x), x[before] = 0, memcpy(y, x, sizeof y);
  size_t had = strnlen(y, room);
  size_t want = had + (size_t)snprintf(y + had, room - had, "%s", a);
  CHECK(model_strlcat(x, a, room) == want);
  CHECK(memcmp(x, y, sizeof x) == 0);
}

static void text_tokens(void) {
  char x[24], y[24];
  random_text(x, 20), memcpy(y, x, sizeof y);
  char *p = model_strtok(x, "a "), *q = strtok(y, "a ");
  for (;; p = model_strtok(NULL, "a "), q = strtok(NULL, "a ")) {
    CHECK((p == NULL) == (q == NULL));
    if (!p || !q) break;
    CHECK(p - x == q - y && strcmp(p, q) == 0);
  }
  random_text(x, 20), memcpy(y, x, sizeof y);
  char *rx = x, *ry = y;
  do {
    p = model_strsep(&rx, "a"), q = strsep(&ry, "a");
    CHECK((p == NULL) == (q == NULL));
    CHECK(!p || !q || (p - x == q - y && strcmp(p, q) == 0));
  } while (p && q);
}

/* ---- wide text -------------------------------------------------------------
 */

MODEL(wchar_t *, wmemset, wchar_t *, wchar_t, size_t);
MODEL(wchar_t *, wmemcpy, wchar_t *, const wchar_t *, size_t);
MODEL(wchar_t *, wmemmove, wchar_t *, const wchar_t *, size_t);
MODEL(wchar_t *, wmempcpy, wchar_t *, const wchar_t *, size_t);
MODEL(wchar_t *, wmemchr, const wchar_t *, wchar_t, size_t);
MODEL(int, __cutpoint_sign_wmemcmp, const wchar_t *, const wchar_t *, size_t);
MODEL(size_t, wcslen, const wchar_t *);
MODEL(size_t, wcsnlen, const wchar_t *, size_t);
MODEL(wchar_t *, wcscpy, wchar_t *, const wchar_t *);
MODEL(wchar_t *, wcsncpy, wchar_t *, const wchar_t *, size_t);
MODEL(wchar_t *, wcscat, wchar_t *, const wchar_t *);
MODEL(wchar_t *, wcsncat, wchar_t *, const wchar_t *, size_t);
MODEL(wchar_t *, wcpcpy, wchar_t *, const wchar_t *);
MODEL(wchar_t *, wcpncpy, wchar_t *, const wchar_t *, size_t);
MODEL(wchar_t *, wcsdup, const wchar_t *);
MODEL(int, __cutpoint_sign_wcscmp, const wchar_t *, const wchar_t *);
MODEL(int, __cutpoint_sign_wcsncmp, const wchar_t *, const wchar_t *, size_t);
MODEL(wchar_t *, wcschr, const wchar_t *, wchar_t);
MODEL(wchar_t *, wcsrchr, const wchar_t *, wchar_t);
MODEL(size_t, wcsspn, const wchar_t *, const wchar_t *);
MODEL(size_t, wcscspn, const wchar_t *, const wchar_t *);
MODEL(wchar_t *, wcspbrk, const wchar_t *, const wchar_t *);
MODEL(wchar_t *, wcsstr, const wchar_t *, const wchar_t *);

static const wchar_t letters[] = L"aAb\x7fffffff\x80000000 \xe9";

static void random_wide(wchar_t *out, unsigned most) {
  unsigned n = below(most);
  for (unsigned i = 0; i < n; i++) out[i] = letters[below(7)];
  out[n] = 0;
}

static void wide_reads(void) {
  wchar_t a[24], b[24], few[6], c = letters[below(8)];
  random_wide(a, 20), random_wide(b, 4 + below(16)), random_wide(few, 4);
  size_t n = below(20), la = wcslen(a), lb = wcslen(b), m = la < lb ? la : lb;
  CHECK(model_wcslen(a) == la && model_wcsnlen(a, n) == wcsnlen(a, n));
  CHECK(sign(model___cutpoint_sign_wmemcmp(a, b, m)) == sign(wmemcmp(a, b, m)));
  CHECK(sign(model___cutpoint_sign_wcscmp(a, b)) == sign(wcscmp(a, b)));
  CHECK(sign(model___cutpoint_sign_wcsncmp(a, b, n)) == sign(wcsncmp(a, b, n)));
  CHECK(model_wmemchr(a, c, la) == wmemchr(a, c, la));
  CHECK(model_wcschr(a, c) == wcschr(a, c));
  CHECK(model_wcsrchr(a, c) == wcsrchr(a, c));
  CHECK(model_wcsspn(a, few) == wcsspn(a, few));
  CHECK(model_wcscspn(a, few) == wcscspn(a, few));
  CHECK(model_wcspbrk(a, few) == wcspbrk(a, few));
  CHECK(model_wcsstr(a, few) == wcsstr(a, few));
}

static void wide_writes(void) {
  wchar_t from[24], x[64], y[64], *p;
  random_wide(from, 20);
  size_t n = below(20);
  model_wmemset(x, 7, 64), wmemset(y, 7, 64);
  CHECK(model_wcscpy(x, from) == x && wcscpy(y, from) == y);
  CHECK(model_wcpcpy(x, from) - x == wcpcpy(y, from) - y);
  CHECK(model_wcscat(x, from) == x && wcscat(y, from) == y);
  CHECK(model_wcsncat(x, from, n) == x && wcsncat(y, from, n) == y);
  CHECK(memcmp(x, y, sizeof x) == 0);
  CHECK(model_wcsncpy(x, from, n) == x && wcsncpy(y, from, n) == y);
  CHECK(model_wcpncpy(x, from, n) - x == wcpncpy(y, from, n) - y);
  CHECK(model_wmemcpy(x + 30, from, n) == x + 30 && wmemcpy(y + 30, from, n));
  CHECK(model_wmempcpy(x, from, n) == x + n && wmempcpy(y, from, n));
  CHECK(model_wmemmove(x + 1, x, n) == x + 1 && wmemmove(y + 1, y, n));
  CHECK(memcmp(x, y, sizeof x) == 0);
  p = model_wcsdup(from);
  CHECK(wcscmp(p, from) == 0);
  free(p);
}

/* ---- the length of a text by its format ------------------------------------
 */

MODEL(size_t, __cutpoint_text_signed, int);
MODEL(size_t, __cutpoint_text_unsigned, unsigned);
MODEL(size_t, __cutpoint_text_hex, unsigned);
MODEL(size_t, __cutpoint_text_signed_wide, long long);
MODEL(size_t, __cutpoint_text_unsigned_wide, unsigned long long);
MODEL(size_t, __cutpoint_text_hex_wide, unsigned long long);
MODEL(size_t, __cutpoint_text_least, size_t, int);
MODEL(size_t, __cutpoint_reads_upto, const char *, int);
void model___cutpoint_confirm_alignment(size_t bytes) {
  (void)bytes;
}
void model___cutpoint_confirm_text(const char *at, size_t n, int kind) {
  (void)at, (void)n, (void)kind;
}

static void lengths(void) {
  char a[24];
  int v = (int)random64() >> below(32), w = (int)below(30) - 15;
  random_text(a, 20);
  CHECK((int)model___cutpoint_text_signed(v) == snprintf(NULL, 0, "%d", v));
  CHECK((int)model___cutpoint_text_unsigned((unsigned)v) ==
        snprintf(NULL, 0, "%u", (unsigned)v));
  CHECK((int)model___cutpoint_text_hex((unsigned)v) ==
        snprintf(NULL, 0, "%x", (unsigned)v));
  CHECK((int)model___cutpoint_text_least(model___cutpoint_text_signed(v), w) ==
        snprintf(NULL, 0, "%*d", w, v));
  CHECK((int)model___cutpoint_reads_upto(a, w) ==
        snprintf(NULL, 0, "%.*s", w, a));
  long long wide = (long long)random64() >> below(64);
  unsigned long long u = (unsigned long long)wide;
  CHECK((int)model___cutpoint_text_signed_wide(wide) ==
        snprintf(NULL, 0, "%lld", wide));
  CHECK((int)model___cutpoint_text_unsigned_wide(u) ==
        snprintf(NULL, 0, "%llu", u));
  CHECK((int)model___cutpoint_text_hex_wide(u) == snprintf(NULL, 0, "%llx", u));
}

#endif
