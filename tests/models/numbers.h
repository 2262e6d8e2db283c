/* SPDX-License-Identifier: MIT
 *
 * Characters, numbers and floats: the exact models against libc (compare.c). */
#ifndef TESTS_MODELS_NUMBERS_H
#define TESTS_MODELS_NUMBERS_H

#include "compare.h"

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

#endif
