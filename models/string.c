/* SPDX-License-Identifier: MIT
 *
 * string.h and strings.h: everything that looks at the bytes.  Exact, byte by
 * byte, in the C locale.
 *
 * The standard fixes only the sign of what a comparison returns (C11 7.24.4p1),
 * so that is any number of this sign.  Where a program looks at nothing but the
 * sign, the twin __cutpoint_sign_ is called in its place, which returns -1, 0
 * or 1 (src/frontend/library/open.c).
 *
 * Where __cutpoint_rough is 1 there are no loops (rough.c). */
#include "rough.h"

typedef unsigned char Byte;

#define MOST ((size_t)-1 / 2) /* bytes of an object */

static int sign(Byte a, Byte b) {
  return a < b ? -1 : a > b;
}

static Byte lower(Byte c) {
  return c >= 'A' && c <= 'Z' ? (Byte)(c + 32) : c;
}

/* ---- memory -------------------------------------------------------------- */

void __cutpoint_reads_bytes(const void *at, size_t bytes); /* format.c */

/* All bytes are compared (C11 7.24.4.1p2), also behind a difference. */
int __cutpoint_sign_memcmp(const void *a, const void *b, size_t bytes) {
  const Byte *p = a, *q = b;
  __cutpoint_reads_bytes(a, bytes);
  __cutpoint_reads_bytes(b, bytes);
  if (__cutpoint_rough()) return __cutpoint_rough_memory(a, b, bytes);
  for (; bytes > 0; p++, q++, bytes--)
    if (*p != *q) return sign(*p, *q);
  return 0;
}

int memcmp(const void *a, const void *b, size_t bytes) {
  return model_of_sign(__cutpoint_sign_memcmp(a, b, bytes));
}

int __cutpoint_truth_bcmp(const void *a, const void *b, size_t bytes) {
  return __cutpoint_sign_memcmp(a, b, bytes);
}

int bcmp(const void *a, const void *b, size_t bytes) {
  return model_of_truth(__cutpoint_truth_bcmp(a, b, bytes));
}

void *memchr(const void *in, int byte, size_t bytes) {
  const Byte *p = in;
  if (__cutpoint_rough()) return __cutpoint_rough_find_byte(in, byte, bytes);
  for (; bytes > 0; p++, bytes--)
    if (*p == (Byte)byte) return (void *)p;
  return NULL;
}

void *rawmemchr(const void *in, int byte) {
  const Byte *p = in;
  while (*p != (Byte)byte) p++;
  return (void *)p;
}

void *memrchr(const void *in, int byte, size_t bytes) {
  const Byte *p = in;
  while (bytes > 0)
    if (p[--bytes] == (Byte)byte) return (void *)(p + bytes);
  return NULL;
}

void *memccpy(void *to, const void *from, int byte, size_t bytes) {
  Byte *q = to;
  const Byte *p = from;
  for (; bytes > 0; bytes--)
    if ((*q++ = *p++) == (Byte)byte) return q;
  return NULL;
}

void *memmem(const void *in, size_t bytes, const void *what, size_t length) {
  const Byte *p = in;
  for (; bytes >= length; p++, bytes--)
    if (__cutpoint_sign_memcmp(p, what, length) == 0) return (void *)p;
  return NULL;
}

/* ---- length and copy ------------------------------------------------------ */

size_t strlen(const char *s) {
  size_t n = 0;
  if (__cutpoint_rough()) return __cutpoint_rough_length(s);
  while (s[n]) n++;
  return n;
}

size_t strnlen(const char *s, size_t most) {
  size_t n = 0;
  if (__cutpoint_rough()) return __cutpoint_rough_upto(s, most);
  while (n < most && s[n]) n++;
  return n;
}

/* One index for both: engines find it easier than two pointers. */
char *stpcpy(char *to, const char *from) {
  size_t n = 0;
  if (__cutpoint_rough())
    return __cutpoint_rough_copy(to, __cutpoint_rough_length(from));
  while ((to[n] = from[n])) n++;
  return to + n;
}

char *strcpy(char *to, const char *from) {
  stpcpy(to, from);
  return to;
}

char *stpncpy(char *to, const char *from, size_t bytes) {
  size_t i = 0, end;
  if (__cutpoint_rough())
    return __cutpoint_rough_fill(to, __cutpoint_rough_upto(from, bytes), bytes);
  while (i < bytes && from[i]) to[i] = from[i], i++;
  for (end = i; i < bytes; i++) to[i] = 0;
  return to + end;
}

char *strncpy(char *to, const char *from, size_t bytes) {
  stpncpy(to, from, bytes);
  return to;
}

char *strcat(char *to, const char *from) {
  stpcpy(to + strlen(to), from);
  return to;
}

char *strncat(char *to, const char *from, size_t most) {
  size_t end = strlen(to), n = 0;
  if (__cutpoint_rough()) {
    __cutpoint_rough_copy(to + end, __cutpoint_rough_upto(from, most));
    return to;
  }
  for (; n < most && from[n]; n++) to[end + n] = from[n];
  to[end + n] = 0;
  return to;
}

size_t strlcpy(char *to, const char *from, size_t room) {
  size_t i = 0;
  if (room > 0 && __cutpoint_rough()) {
    __cutpoint_rough_copy(to, __cutpoint_rough_upto(from, room - 1));
  } else if (room > 0) {
    for (; i < room - 1 && from[i]; i++) to[i] = from[i];
    to[i] = 0;
  }
  return strlen(from);
}

size_t strlcat(char *to, const char *from, size_t room) {
  size_t n = strnlen(to, room);
  return n == room ? room + strlen(from)
                   : n + strlcpy(to + n, from, room - n);
}

void *malloc(size_t bytes);

char *strdup(const char *s) {
  char *copy = malloc(strlen(s) + 1);
  return copy ? strcpy(copy, s) : NULL;
}

char *__strdup(const char *s) {
  return strdup(s);
}

char *strndup(const char *s, size_t most) {
  size_t i, n = strnlen(s, most);
  char *copy = malloc(n + 1);
  if (!copy) return NULL;
  if (__cutpoint_rough()) {
    __cutpoint_rough_copy(copy, n);
    return copy;
  }
  for (i = 0; i < n; i++) copy[i] = s[i];
  copy[n] = 0;
  return copy;
}

/* ---- comparison ----------------------------------------------------------- */

int __cutpoint_sign_strcmp(const char *a, const char *b) {
  if (__cutpoint_rough()) return __cutpoint_rough_compare(a, b, MOST, 0);
  for (; *a && *a == *b; a++, b++) {
  }
  return sign((Byte)*a, (Byte)*b);
}

int __cutpoint_sign_strncmp(const char *a, const char *b, size_t most) {
  if (__cutpoint_rough()) return __cutpoint_rough_compare(a, b, most, 0);
  for (; most > 0 && *a && *a == *b; a++, b++, most--) {
  }
  return most == 0 ? 0 : sign((Byte)*a, (Byte)*b);
}

int __cutpoint_sign_strcoll(const char *a, const char *b) {
  return __cutpoint_sign_strcmp(a, b);
}

int __cutpoint_sign_strcasecmp(const char *a, const char *b) {
  if (__cutpoint_rough()) return __cutpoint_rough_compare(a, b, MOST, 1);
  for (; *a && lower((Byte)*a) == lower((Byte)*b); a++, b++) {
  }
  return sign(lower((Byte)*a), lower((Byte)*b));
}

int __cutpoint_sign_strncasecmp(const char *a, const char *b, size_t most) {
  if (__cutpoint_rough()) return __cutpoint_rough_compare(a, b, most, 1);
  for (; most > 0 && *a && lower((Byte)*a) == lower((Byte)*b);
       a++, b++, most--) {
  }
  return most == 0 ? 0 : sign(lower((Byte)*a), lower((Byte)*b));
}

int strcmp(const char *a, const char *b) {
  return model_of_sign(__cutpoint_sign_strcmp(a, b));
}

int strncmp(const char *a, const char *b, size_t most) {
  return model_of_sign(__cutpoint_sign_strncmp(a, b, most));
}

int strcoll(const char *a, const char *b) {
  return model_of_sign(__cutpoint_sign_strcoll(a, b));
}

int strcasecmp(const char *a, const char *b) {
  return model_of_sign(__cutpoint_sign_strcasecmp(a, b));
}

int strncasecmp(const char *a, const char *b, size_t most) {
  return model_of_sign(__cutpoint_sign_strncasecmp(a, b, most));
}

/* ---- search --------------------------------------------------------------- */

char *strchrnul(const char *s, int c) {
  if (__cutpoint_rough()) return __cutpoint_rough_find(s, c);
  while (*s && *s != (char)c) s++;
  return (char *)s;
}

char *strchr(const char *s, int c) {
  s = strchrnul(s, c);
  return !(char)c | (*s == (char)c) ? (char *)s : NULL; /* also its end */
}

char *strrchr(const char *s, int c) {
  const char *found = NULL;
  if (__cutpoint_rough()) return __cutpoint_rough_find_last(s, c);
  for (; *s; s++)
    if (*s == (char)c) found = s;
  return (char *)((char)c ? found : s);
}

char *index(const char *s, int c) {
  return strchr(s, c);
}

char *rindex(const char *s, int c) {
  return strrchr(s, c);
}

size_t strspn(const char *s, const char *of) {
  size_t n = 0;
  if (__cutpoint_rough())
    return __cutpoint_rough_length(of), __cutpoint_rough_place(s);
  while (s[n] && strchr(of, s[n])) n++;
  return n;
}

size_t strcspn(const char *s, const char *of) {
  size_t n = 0;
  if (__cutpoint_rough()) return __cutpoint_rough_find_one(s, of);
  while (s[n] && !strchr(of, s[n])) n++;
  return n;
}

char *strpbrk(const char *s, const char *of) {
  s += strcspn(s, of);
  return *s ? (char *)s : NULL;
}

char *strstr(const char *in, const char *what) {
  size_t n = strlen(what);
  if (__cutpoint_rough()) return __cutpoint_rough_find_text(in, what);
  for (;; in++) {
    if (__cutpoint_sign_strncmp(in, what, n) == 0) return (char *)in;
    if (!*in) return NULL;
  }
}

char *strcasestr(const char *in, const char *what) {
  size_t n = strlen(what);
  if (__cutpoint_rough()) return __cutpoint_rough_find_text(in, what);
  for (;; in++) {
    if (__cutpoint_sign_strncasecmp(in, what, n) == 0) return (char *)in;
    if (!*in) return NULL;
  }
}

char *strsep(char **rest, const char *separators) {
  char *token = *rest, *end;
  if (token == NULL) return NULL;
  end = strpbrk(token, separators);
  if (end) *end++ = 0;
  *rest = end;
  return token;
}

char *strtok_r(char *s, const char *separators, char **rest) {
  char *end;
  if (s == NULL) s = *rest;
  s += strspn(s, separators);
  if (!*s) {
    *rest = s;
    return NULL;
  }
  end = s + strcspn(s, separators);
  if (*end) *end++ = 0;
  *rest = end;
  return s;
}

char *__strtok_r(char *s, const char *separators, char **rest) {
  return strtok_r(s, separators, rest);
}

char *strtok(char *s, const char *separators) {
  static char *rest;
  return strtok_r(s, separators, &rest);
}

/* ---- bits ------------------------------------------------------------------ */

int ffsll(long long x) {
  unsigned long long u = (unsigned long long)x;
  int n = 1;
  if (u == 0) return 0;
  for (; !(u & 1); u >>= 1) n++;
  return n;
}

int ffsl(long x) {
  return ffsll((unsigned long)x);
}

int ffs(int x) {
  return ffsll((unsigned)x);
}

/* ---- messages -------------------------------------------------------------- */

/* A later call may overwrite the text, or have one of its own. */
char *strerror(int number) {
  static char texts[8][64];
  char *text = texts[model_upto(7)];
  model_any_string(text, sizeof texts[0]);
  return text;
}

/* ---- the checked twins of _FORTIFY_SOURCE ---------------------------------- */

char *__strcpy_chk(char *to, const char *from, size_t room) {
  if (strlen(from) >= room) __cutpoint_stop_abort();
  return strcpy(to, from);
}

char *__strncpy_chk(char *to, const char *from, size_t bytes, size_t room) {
  if (bytes > room) __cutpoint_stop_abort();
  return strncpy(to, from, bytes);
}

char *__strcat_chk(char *to, const char *from, size_t room) {
  if (strlen(to) + strlen(from) >= room) __cutpoint_stop_abort();
  return strcat(to, from);
}

char *__strncat_chk(char *to, const char *from, size_t most, size_t room) {
  if (strlen(to) + strnlen(from, most) >= room) __cutpoint_stop_abort();
  return strncat(to, from, most);
}
