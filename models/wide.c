/* SPDX-License-Identifier: MIT
 *
 * wchar.h: wide strings and wide memory.  Exact, character by character.  What
 * a comparison returns is any number of the right sign, as in string.c. */
#include "model.h"

typedef __WCHAR_TYPE__ Wide;
void __cutpoint_stream_used(FILE *from); /* streams.c */

void *malloc(size_t bytes);

static int sign(Wide a, Wide b) {
  return a < b ? -1 : a > b;
}

/* ---- memory ---- */

Wide *wmemset(Wide *to, Wide c, size_t n) {
  size_t i;
  for (i = 0; i < n; i++) to[i] = c;
  return to;
}

Wide *wmemcpy(Wide *to, const Wide *from, size_t n) {
  __builtin_memcpy(to, from, n * sizeof(Wide));
  return to;
}

Wide *wmemmove(Wide *to, const Wide *from, size_t n) {
  __builtin_memmove(to, from, n * sizeof(Wide));
  return to;
}

Wide *wmempcpy(Wide *to, const Wide *from, size_t n) {
  __builtin_memcpy(to, from, n * sizeof(Wide));
  return to + n;
}

Wide *wmemchr(const Wide *in, Wide c, size_t n) {
  for (; n > 0; in++, n--)
    if (*in == c) return (Wide *)in;
  return NULL;
}

int __cutpoint_sign_wmemcmp(const Wide *a, const Wide *b, size_t n) {
  for (; n > 0; a++, b++, n--)
    if (*a != *b) return sign(*a, *b);
  return 0;
}

int wmemcmp(const Wide *a, const Wide *b, size_t n) {
  return model_of_sign(__cutpoint_sign_wmemcmp(a, b, n));
}

/* ---- length and copy ---- */

size_t wcslen(const Wide *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}

size_t wcsnlen(const Wide *s, size_t most) {
  size_t n = 0;
  while (n < most && s[n]) n++;
  return n;
}

Wide *wcpcpy(Wide *to, const Wide *from) {
  size_t n = 0;
  while ((to[n] = from[n])) n++;
  return to + n;
}

Wide *wcscpy(Wide *to, const Wide *from) {
  wcpcpy(to, from);
  return to;
}

Wide *wcpncpy(Wide *to, const Wide *from, size_t n) {
  size_t i = 0, end;
  while (i < n && from[i]) to[i] = from[i], i++;
  for (end = i; i < n; i++) to[i] = 0;
  return to + end;
}

Wide *wcsncpy(Wide *to, const Wide *from, size_t n) {
  wcpncpy(to, from, n);
  return to;
}

Wide *wcscat(Wide *to, const Wide *from) {
  wcpcpy(to + wcslen(to), from);
  return to;
}

Wide *wcsncat(Wide *to, const Wide *from, size_t most) {
  size_t end = wcslen(to), n = 0;
  for (; n < most && from[n]; n++) to[end + n] = from[n];
  to[end + n] = 0;
  return to;
}

Wide *wcsdup(const Wide *s) {
  size_t bytes = (wcslen(s) + 1) * sizeof(Wide);
  Wide *copy = malloc(bytes);
  if (copy) __builtin_memcpy(copy, s, bytes);
  return copy;
}

/* ---- comparing and finding ---- */

int __cutpoint_sign_wcsncmp(const Wide *a, const Wide *b, size_t n) {
  for (; n > 0; a++, b++, n--) {
    if (*a != *b) return sign(*a, *b);
    if (!*a) return 0;
  }
  return 0;
}

int wcsncmp(const Wide *a, const Wide *b, size_t n) {
  return model_of_sign(__cutpoint_sign_wcsncmp(a, b, n));
}

int __cutpoint_sign_wcscmp(const Wide *a, const Wide *b) {
  return __cutpoint_sign_wcsncmp(a, b, (size_t)-1);
}

int wcscmp(const Wide *a, const Wide *b) {
  return model_of_sign(__cutpoint_sign_wcscmp(a, b));
}

Wide *wcschr(const Wide *s, Wide c) {
  for (; *s; s++)
    if (*s == c) return (Wide *)s;
  return c ? NULL : (Wide *)s;
}

Wide *wcsrchr(const Wide *s, Wide c) {
  const Wide *found = NULL;
  for (; *s; s++)
    if (*s == c) found = s;
  return (Wide *)(c ? found : s);
}

size_t wcsspn(const Wide *s, const Wide *of) {
  size_t n = 0;
  while (s[n] && wcschr(of, s[n])) n++;
  return n;
}

size_t wcscspn(const Wide *s, const Wide *of) {
  size_t n = 0;
  while (s[n] && !wcschr(of, s[n])) n++;
  return n;
}

Wide *wcspbrk(const Wide *s, const Wide *of) {
  s += wcscspn(s, of);
  return *s ? (Wide *)s : NULL;
}

Wide *wcsstr(const Wide *in, const Wide *what) {
  size_t n = wcslen(what);
  for (;; in++) {
    if (__cutpoint_sign_wcsncmp(in, what, n) == 0) return (Wide *)in;
    if (!*in) return NULL;
  }
}

/* ---- lines ---- */

/* Any characters; a failure may leave some of them. */
Wide *fgetws(Wide *to, int room, FILE *from) {
  size_t n;
  __cutpoint_stream_used(from);
  if (room <= 0) return NULL;
  if (model_choice()) {
    model_perhaps_some(to, (size_t)room * sizeof(Wide));
    return NULL;
  }
  n = model_upto((size_t)room - 1);
  __cutpoint_havoc(to, (n + 1) * sizeof(Wide));
  to[n] = 0;
  return to;
}
