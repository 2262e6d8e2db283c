/* SPDX-License-Identifier: MIT
 *
 * The exact library models against the system's libc, on random inputs.  The
 * models are compiled as they are shipped; their symbols then get the prefix
 * model_ (objcopy), and the primitives are given here. */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <strings.h>

#include "random.h"

#define CHECK(cond)                                                            \
  do {                                                                         \
    checks++;                                                                  \
    if (!(cond) && failures++ < 20) printf("line %d: %s\n", __LINE__, #cond);  \
  } while (0)

/* ---- the primitives -------------------------------------------------------
 */

void *model___cutpoint_alloc(size_t n) {
  return malloc(n ? n : 1);
}
unsigned char model___cutpoint_may_fail(void) {
  return 0;
}
void model___cutpoint_free(void *p) {
  free(p);
}
size_t model___cutpoint_kept(const void *old, size_t n) { /* not called */
  return old ? n : 0;
}
void model___cutpoint_havoc(void *at, size_t n) {
  for (size_t i = 0; i < n; i++) ((char *)at)[i] = (char)random64();
}
void model___cutpoint_havoc_object(void *at) {
  (void)at;
}
size_t model___cutpoint_nondet_size_t(void) {
  return below(5); /* the least room that is used below */
}
unsigned char model___cutpoint_nondet_uchar(void) {
  return (unsigned char)random64();
}
int model___cutpoint_nondet_int(void) {
  return (int)random64();
}
unsigned long model___cutpoint_nondet_ulong(void) {
  return 0;
}
long model___cutpoint_nondet_long(void) {
  return (long)random64();
}
float model___cutpoint_nondet_float(void) {
  return 0;
}
double model___cutpoint_nondet_double(void) {
  return 0;
}
long double model___cutpoint_nondet_long_double(void) {
  return 0;
}
void model___cutpoint_assume(int condition) {
  (void)condition;
}
_Noreturn void model___cutpoint_stop_abort(void) {
  abort();
}
_Noreturn void model___cutpoint_unsupported_scanf_format(void) {
  abort();
}
_Noreturn void model___cutpoint_unsupported_getdelim_without_a_line(void) {
  abort();
}
void model___cutpoint_unsupported_a_buffer_that_a_stream_is_given(void) {}
void model___cutpoint_premise_qsort_keeps_the_order_of_equal_elements(void) {}
void model___cutpoint_premise_fmin_and_fmax_give_the_second_of_two_zeros(void) {
}
void model___cutpoint_premise_bsearch_halves_the_array(void) {}
void *model_test_memcpy(void *to, const void *from, size_t n) {
  return memmove(to, from, n);
}
void *model_test_memset(void *to, int byte, size_t n) {
  return memset(to, byte, n);
}
#define ROUNDING(name)                                                         \
  double model_test_##name(double x) {                                         \
    return name(x);                                                            \
  }                                                                            \
  float model_test_##name##f(float x) {                                        \
    return name##f(x);                                                         \
  }                                                                            \
  long double model_test_##name##l(long double x) {                            \
    return name##l(x);                                                         \
  }
ROUNDING(sqrt)
ROUNDING(floor)
ROUNDING(ceil)
ROUNDING(trunc)
ROUNDING(round)
ROUNDING(roundeven)
double model_test_fma(double x, double y, double z) {
  return fma(x, y, z);
}
float model_test_fmaf(float x, float y, float z) {
  return fmaf(x, y, z);
}
long double model_test_fmal(long double x, long double y, long double z) {
  return fmal(x, y, z);
}

/* ---- text ------------------------------------------------------------------
 */

#define MODEL(type, name, ...) type model_##name(__VA_ARGS__)
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

/* ---- characters and numbers -------------------------------------------------
 */

// clang-format off
#define CLASSES(X) \
  X(isupper) X(islower) X(isalpha) X(isdigit) X(isxdigit) X(isspace) \
  X(isprint) X(isgraph) X(isblank) X(iscntrl) X(ispunct) X(isalnum)
// clang-format on
#define X(name) int model___cutpoint_truth_##name(int);
CLASSES(X)
#undef X
int model_tolower(int), model_toupper(int), model_toascii(int);
const unsigned short **model___ctype_b_loc(void);
const int **model___ctype_tolower_loc(void);
const int **model___ctype_toupper_loc(void);

static void characters(void) {
  for (int c = -1; c < 256; c++) {
#define X(name) CHECK(model___cutpoint_truth_##name(c) == (name)(c));
    CLASSES(X)
#undef X
  }
  for (int c = -128; c < 256; c++) {
    CHECK(model_toascii(c) == (toascii)(c));
    CHECK(model_tolower(c) == (tolower)(c));
    CHECK(model_toupper(c) == (toupper)(c));
    CHECK((*model___ctype_b_loc())[c] == (*__ctype_b_loc())[c]);
    CHECK((*model___ctype_tolower_loc())[c] == (*__ctype_tolower_loc())[c]);
    CHECK((*model___ctype_toupper_loc())[c] == (*__ctype_toupper_loc())[c]);
  }
}

MODEL(long, strtol, const char *, char **, int);
MODEL(long long, strtoll, const char *, char **, int);
MODEL(unsigned long, strtoul, const char *, char **, int);
MODEL(unsigned long long, strtoull, const char *, char **, int);
MODEL(int, atoi, const char *);
MODEL(long, atol, const char *);
MODEL(long long, atoll, const char *);
MODEL(long, __isoc23_strtol, const char *, char **, int);
MODEL(long long, __isoc23_strtoll, const char *, char **, int);
MODEL(unsigned long, __isoc23_strtoul, const char *, char **, int);
MODEL(unsigned long long, __isoc23_strtoull, const char *, char **, int);
int *model___errno_location(void);

/* Since C23 0b begins a number of base 2; there, and where the base is none,
 * the library may be older than the model. */
static void numbers_since_c23(const char *s, int base, bool is_binary) {
  char *p, *q;
  const char *digits = s;
  if (is_binary) digits = strchr(s, 'b') + 1, base = 2;
  long want = strtol(digits, &q, base);
  if (is_binary && s[0] == '-') want = -want;
  base = is_binary && below(2) ? 0 : base;
  CHECK(model___isoc23_strtol(s, &p, base) == want && p == q);
  CHECK(model___isoc23_strtoll(s, &p, base) == want && p == q);
  CHECK(model___isoc23_strtoul(s, &p, base) == (unsigned long)want && p == q);
  CHECK(model___isoc23_strtoull(s, &p, base) == (unsigned long long)want &&
        p == q);
}

static void numbers(void) {
  static const char *const parts[] = {"",   "0",  "0x", "7", "12345678",  "-",
                                      "+",  " ",  "f",  "9", "99999999",  "0X",
                                      "\t", "zz", "-0", "8", "2147483648"};
  char s[64] = "", *p, *q;
  for (unsigned i = below(5); i-- > 0;) strcat(s, parts[below(17)]);
  static const int bases[] = {10, 0, 16, 8, 2, 36, 10};
  int base = bases[below(7)];
#define SAME(type, name)                                                       \
  {                                                                            \
    errno = 0, *model___errno_location() = 0;                                  \
    type want = name(s, &q, base), got = model_##name(s, &p, base);            \
    CHECK(got == want && p == q && *model___errno_location() == errno);        \
  }
  SAME(long, strtol)
  SAME(long long, strtoll)
  SAME(unsigned long, strtoul)
  SAME(unsigned long long, strtoull)
  CHECK(model_atoi(s) == atoi(s));
  CHECK(model_atol(s) == atol(s));
  CHECK(model_atoll(s) == atoll(s));
  snprintf(s, sizeof s, "%s%u", below(2) ? "" : "-", below(1000000));
  numbers_since_c23(s, base, false);
  snprintf(s, sizeof s, "%s0b%u", below(2) ? "" : "-", below(2) ? 1011 : 0);
  numbers_since_c23(s, base, true);
  static const int none[] = {1, -1, 37, -2147483647};
  p = q = s, base = none[below(4)]; /* *end is set or not: the model chooses */
  errno = 0, *model___errno_location() = 0;
  CHECK(strtol("7", &q, base) == model_strtol("7", &p, base));
  CHECK(errno == *model___errno_location());
  bool is_left = false;
  for (int i = 0; i < 20; i++)
    p = s, model_strtol("7", &p, base), is_left |= p == s;
  CHECK(q != s || is_left);
}

MODEL(int, abs, int);
MODEL(long, labs, long);
MODEL(long long, llabs, long long);
MODEL(long long, imaxabs, long long);
MODEL(div_t, div, int, int);
MODEL(ldiv_t, ldiv, long, long);
MODEL(lldiv_t, lldiv, long long, long long);
MODEL(lldiv_t, imaxdiv, long long, long long);
MODEL(int, ffs, int);
MODEL(int, ffsl, long);
MODEL(int, ffsll, long long);

/* Any number of bits, but not the least number, whose absolute value is none.
 */
static long long random_number(void) {
  long long x = (long long)(random64() >> below(64));
  x = below(2) ? x : -x;
  return x == LLONG_MIN ? 0 : x;
}

static void plain_numbers(void) {
  long long x = random_number(), y = random_number();
  int i = (int)x == INT_MIN ? 1 : (int)x, j = (int)y ? (int)y : 1;
  long k = (long)x == LONG_MIN ? 1 : (long)x, l = (long)y ? (long)y : 1;
  if (y == 0) y = 3;
  CHECK(model_abs(i) == abs(i) && model_labs(k) == labs(k));
  CHECK(model_llabs(x) == llabs(x) && model_imaxabs(x) == llabs(x));
  div_t a = model_div(i, j), b = div(i, j);
  CHECK(a.quot == b.quot && a.rem == b.rem);
  ldiv_t c = model_ldiv(k, l), d = ldiv(k, l);
  CHECK(c.quot == d.quot && c.rem == d.rem);
  lldiv_t e = model_lldiv(x, y), f = lldiv(x, y), g = model_imaxdiv(x, y);
  CHECK(e.quot == f.quot && e.rem == f.rem);
  CHECK(g.quot == f.quot && g.rem == f.rem);
  CHECK(model_ffs(i) == ffs(i) && model_ffsl(k) == ffsl(k));
  CHECK(model_ffsll(x) == ffsll(x));
}

/* ---- sorting
 * ----------------------------------------------------------------- */

typedef int Compare(const void *, const void *);
MODEL(void, __cutpoint_pure_qsort, void *, size_t, size_t, Compare *);
MODEL(void *, __cutpoint_pure_bsearch, const void *, const void *, size_t,
      size_t, Compare *);

static int by_key(const void *a, const void *b) {
  const short *p = a, *q = b;
  return (*p > *q) - (*p < *q);
}

static void sorting(void) {
  short x[20][3], y[20][3];
  size_t n = below(20);
  for (size_t i = 0; i < n; i++)
    x[i][0] = (short)below(8), x[i][1] = (short)i, x[i][2] = 0;
  memcpy(y, x, sizeof y);
  model___cutpoint_pure_qsort(x, n, sizeof x[0], by_key),
      qsort(y, n, sizeof y[0], by_key);
  CHECK(memcmp(x, y, n * sizeof x[0]) == 0);
  short key = (short)below(10), *found;
  found = model___cutpoint_pure_bsearch(&key, x, n, sizeof x[0], by_key);
  void *want = bsearch(&key, x, n, sizeof x[0], by_key);
  CHECK((found == NULL) == (want == NULL));
  CHECK(!found || *found == key);
}

/* ---- floats
 * ------------------------------------------------------------------ */

static double random_double(void) {
  static const double corners[] = {
      0.0,    -0.0,     1.0,       -1.0, 0.5,  -0.5,   1.5, 2.5, -2.5, 1e300,
      1e-310, INFINITY, -INFINITY, NAN,  4e15, 0x1p53, 3.0, 0.1, 1e-5, 100.0};
  if (below(2)) return corners[below(20)];
  uint64_t bits = random64();
  double x;
  memcpy(&x, &bits, sizeof x);
  if (isnan(x)) return NAN; /* never a signalling one */
  return below(2) ? x : (double)(int64_t)bits / (double)(1 << below(30));
}

static bool same(double a, double b) {
  return isnan(a) ? isnan(b) : a == b && signbit(a) == signbit(b);
}

/* Arguments pass through memory on 32-bit x86: excess precision is gone. */
__attribute__((noinline)) static bool samef(float a, float b) {
  return same(a, b);
}

#define UNARY(X)                                                               \
  X(fabs)                                                                      \
  X(sqrt) X(floor) X(ceil) X(trunc) X(round) X(rint) X(nearbyint) X(roundeven)
#define BINARY(X) X(fmin) X(fmax) X(fmod) X(copysign)
#define X(name)                                                                \
  double model_##name(double);                                                 \
  float model_##name##f(float);                                                \
  long double model_##name##l(long double);
UNARY(X)
#undef X
#define X(name)                                                                \
  double model_##name(double, double);                                         \
  float model_##name##f(float, float);                                         \
  long double model_##name##l(long double, long double);
BINARY(X)
#undef X
#define INTEGERS(X)                                                            \
  X(long, lrint) X(long, lround) X(long long, llrint) X(long long, llround)
#define X(type, name)                                                          \
  type model_##name(double);                                                   \
  type model_##name##f(float);                                                 \
  type model_##name##l(long double);
INTEGERS(X)
#undef X
MODEL(double, modf, double, double *);
MODEL(double, fdim, double, double);
MODEL(float, fdimf, float, float);
MODEL(double, frexp, double, int *);
MODEL(float, frexpf, float, int *);
MODEL(double, fma, double, double, double);
int model___isnan(double), model___isinf(double), model___finite(double),
    model___fpclassify(double), model___signbit(double);
int model___isnanf(float), model___fpclassifyf(float);

static bool samel(long double a, long double b) {
  return isnan(a) ? isnan(b) : a == b && signbit(a) == signbit(b);
}

int model___isnanl(long double), model___isinfl(long double),
    model___finitel(long double), model___fpclassifyl(long double),
    model___signbitl(long double);
MODEL(long double, modfl, long double, long double *);
MODEL(float, modff, float, float *);

static void long_floats(void) {
  long double x = random_double(), y = random_double(), p, q;
  if (isfinite(x) && below(2)) x = x * 3 + 0x1p-70L;
#define X(name) CHECK(samel(model_##name##l(x), name##l(x)));
  UNARY(X)
#undef X
  if (x == 0 && y == 0) y = x;
#define X(name)                                                                \
  if (x != y) CHECK(samel(model_##name##l(x, y), name##l(x, y)));
  BINARY(X)
#undef X
  CHECK(samel(model_modfl(x, &p), modfl(x, &q)) && samel(p, q));
  CHECK(model___isnanl(x) == (isnan(x) != 0));
  CHECK(model___isinfl(x) == (isinf(x) ? (x > 0 ? 1 : -1) : 0));
  CHECK(model___finitel(x) == (isfinite(x) != 0));
  CHECK(model___fpclassifyl(x) == fpclassify(x));
  CHECK((model___signbitl(x) != 0) == (signbit(x) != 0));
}

/* Numbers that fit; of others the result is open (C11 7.12.9.5p2). */
static void rounded_to_integers(void) {
  double x = random_double();
  float f = (float)x, whole, part;
  CHECK(samef(model_modff(f, &whole), modff(f, &part)) && samef(whole, part));
#define X(type, name)                                                          \
  if (fabs(x) < (sizeof(type) == 4 ? 0x1p31 - 1 : 0x1p63)) {                   \
    CHECK(model_##name(x) == name(x));                                         \
    CHECK(model_##name##l((long double)x / 3) == name##l((long double)x / 3)); \
  }                                                                            \
  if (fabsf(f) < (sizeof(type) == 4 ? 0x1p31f : 0x1p63f))                      \
    CHECK(model_##name##f(f) == name##f(f));
  INTEGERS(X)
#undef X
}

static void floats(void) {
  double x = random_double(), y = random_double(), p, q;
  float f = (float)x, g = (float)y;
#define X(name)                                                                \
  CHECK(same(model_##name(x), name(x)));                                       \
  CHECK(samef(model_##name##f(f), name##f(f)));
  UNARY(X)
#undef X
  bool zeros = x == 0 && y == 0; /* which zero fmin returns is open */
  if (zeros) y = x, g = f;
#define X(name)                                                                \
  CHECK(same(model_##name(x, y), name(x, y)));                                 \
  CHECK((f == 0 && g == 0) || samef(model_##name##f(f, g), name##f(f, g)));
  BINARY(X)
#undef X
  CHECK(same(model_modf(x, &p), modf(x, &q)) && same(p, q));
  bool dim = false, dimf = false; /* rounded once or twice: any of the two */
  for (int i = 0; i < 20; i++) {
    dim |= same(model_fdim(x, y), fdim(x, y));
    dimf |= samef(model_fdimf(f, g), fdimf(f, g));
  }
  CHECK(dim && dimf);
  int i = 0, j = 0;
  CHECK(same(model_frexp(x, &i), frexp(x, &j)) && i == j);
  CHECK(samef(model_frexpf(f, &i), frexpf(f, &j)) && i == j);
  CHECK(same(model_fma(x, y, 1.5), fma(x, y, 1.5)));
  CHECK(model___isnan(x) == (isnan(x) != 0));
  CHECK(model___isinf(x) == (isinf(x) ? (x > 0 ? 1 : -1) : 0));
  CHECK(model___finite(x) == (isfinite(x) != 0));
  CHECK(model___fpclassify(x) == fpclassify(x));
  CHECK(model___fpclassifyf(f) == fpclassify(f));
  CHECK(model___isnanf(f) == (isnan(f) != 0));
  CHECK(model___signbit(x) == (signbit(x) != 0));
}

/* ---- input: what the models store stays within what they may
 * ----------------- */

int model_sscanf(const char *, const char *, ...);
char *model_fgets(char *, int, void *);

static void input(void) {
  char text[8], c = 5, line[16];
  short h[2] = {1, 1};
  int i[2] = {1, 1};
  long long q[2] = {1, 1};
  double d[2] = {1, 1};
  memset(text, 9, sizeof text), memset(line, 9, sizeof line);
  int n = model_sscanf("", "%hd, %d %%%*d %4s%lld%lf %c", h, i, text, q, d, &c);
  CHECK(n >= -1 && n <= 6);
  CHECK(h[1] == 1 && i[1] == 1 && q[1] == 1 && d[1] == 1);
  CHECK(text[5] == 9 && (n < 3 || memchr(text, 0, 5)));
  CHECK(n >= 1 || h[0] == 1);
  if (model_fgets(line, 10, line)) CHECK(line[10] == 9);
}

int main(int argc, char **argv) {
  unsigned rounds = argc > 1 ? (unsigned)atoi(argv[1]) : 20000;
  characters();
  for (unsigned i = 0; i < rounds; i++) {
    text_reads(), text_writes(), text_of_others(), text_tokens();
    wide_reads(), wide_writes(), lengths();
    numbers(), plain_numbers(), sorting(), input();
    floats(), long_floats(), rounded_to_integers();
  }
  printf("models: %u checks, %u failures\n", checks, failures);
  return failures ? 1 : 0;
}
