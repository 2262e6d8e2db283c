/* SPDX-License-Identifier: MIT
 *
 * stdlib.h: integers, from text and plain.  Exact, in the C locale; where
 * __cutpoint_rough is 1 a text means any number (rough.c). */
#include "rough.h"

int *__errno_location(void);

enum { RANGE = 34, INVALID = 22 }; /* ERANGE, EINVAL of Linux */

/* The operands of these are the caller's business: they are looked at like code
 * of the user (src/pass/property.c). */
int __cutpoint_operation_abs(int x) {
  return x < 0 ? -x : x;
}
long __cutpoint_operation_labs(long x) {
  return x < 0 ? -x : x;
}
long long __cutpoint_operation_llabs(long long x) {
  return x < 0 ? -x : x;
}
int __cutpoint_operation_div(int a, int b) {
  return a / b;
}
long __cutpoint_operation_ldiv(long a, long b) {
  return a / b;
}
long long __cutpoint_operation_lldiv(long long a, long long b) {
  return a / b;
}

int abs(int x) {
  return __cutpoint_operation_abs(x);
}
long labs(long x) {
  return __cutpoint_operation_labs(x);
}
long long llabs(long long x) {
  return __cutpoint_operation_llabs(x);
}
long long imaxabs(long long x) {
  return __cutpoint_operation_llabs(x);
}

typedef struct {
  int quot, rem;
} div_t;
typedef struct {
  long quot, rem;
} ldiv_t;
typedef struct {
  long long quot, rem;
} lldiv_t;

div_t div(int a, int b) {
  div_t result = {__cutpoint_operation_div(a, b), a % b};
  return result;
}
ldiv_t ldiv(long a, long b) {
  ldiv_t result = {__cutpoint_operation_ldiv(a, b), a % b};
  return result;
}
lldiv_t lldiv(long long a, long long b) {
  lldiv_t result = {__cutpoint_operation_lldiv(a, b), a % b};
  return result;
}
lldiv_t imaxdiv(long long a, long long b) {
  return lldiv(a, b);
}

/* ---- text to integer -------------------------------------------------------- */

static int is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Value of a digit in bases up to 36; 99 when it is none. */
static int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  return 99;
}

typedef struct {
  unsigned long long magnitude;
  int negative;
  int overflow; /* the magnitude exceeds `most` */
} Number;

static Number any_number(const char *text, char **end,
                         unsigned long long most) {
  Number number = {0, 0, 0};
  size_t n = __cutpoint_rough_place(text);
  if (end) *end = (char *)text + n;
  if (n == 0) return number;
  number.magnitude = __cutpoint_nondet_ulong();
  if (sizeof number.magnitude > sizeof(long))
    number.magnitude ^= (unsigned long long)__cutpoint_nondet_ulong() << 32;
  __cutpoint_assume(number.magnitude <= most);
  number.negative = model_choice();
  number.overflow = model_choice();
  return number;
}

/* Which texts are numbers: 0b begins one since C23. */
typedef enum { BEFORE_C23, SINCE_C23 } Standard;

/* How many characters of the text only tell its base, which may be open. */
static inline __attribute__((always_inline)) size_t
prefix_of(const char *text, int *base, Standard standard) {
  if (text[0] != '0') return 0;
  if ((*base == 0 || *base == 16) && (text[1] == 'x' || text[1] == 'X') &&
      digit(text[2]) < 16) {
    *base = 16;
    return 2;
  }
  if (standard == SINCE_C23 && (*base == 0 || *base == 2) &&
      (text[1] == 'b' || text[1] == 'B') && digit(text[2]) < 2) {
    *base = 2;
    return 2;
  }
  if (*base == 0) *base = 8;
  return 0;
}

/* Reads [blanks][sign][prefix]digits; *end is the text itself if there are
 * none.  Magnitudes above `most` set `overflow` and count on. */
static Number read_number(const char *text, char **end, int base,
                          unsigned long long most, Standard standard) {
  Number number = {0, 0, 0};
  size_t at = 0, first;
  unsigned long long limit;
  unsigned last;
  if (__cutpoint_rough()) return any_number(text, end, most);
  while (is_blank(text[at])) at++;
  if (text[at] == '+' || text[at] == '-') number.negative = text[at++] == '-';
  at += prefix_of(text + at, &base, standard);
  if (base == 0) base = 10;
  limit = most / (unsigned)base; /* once: division is dear in formulas */
  last = (unsigned)(most % (unsigned)base);
  for (first = at; digit(text[at]) < base; at++) {
    unsigned d = (unsigned)digit(text[at]);
    if (number.overflow || number.magnitude > limit ||
        (number.magnitude == limit && d > last))
      number.overflow = 1;
    else
      number.magnitude = number.magnitude * (unsigned)base + d;
  }
  if (end) *end = (char *)text + (at == first ? 0 : at);
  return number;
}

/* Whether *end is set then is open: glibc leaves it alone. */
static int bad_base(int base, const char *text, char **end) {
  if (base == 0 || (base >= 2 && base <= 36)) return 0;
  if (end && model_choice()) *end = (char *)text;
  *__errno_location() = INVALID;
  return 1;
}

#define SIGNED(T, name, standard)                                              \
  T name(const char *text, char **end, int base) {                             \
    const unsigned long long most = (unsigned T)-1 >> 1;                       \
    Number number;                                                             \
    if (bad_base(base, text, end)) return 0;                                   \
    number = read_number(text, end, base, most + 1, standard);                 \
    if (number.overflow || (!number.negative && number.magnitude > most)) {    \
      *__errno_location() = RANGE;                                             \
      return (T)(number.negative ? most + 1 : most);                           \
    }                                                                          \
    return (T)(number.negative ? 0 - number.magnitude : number.magnitude);     \
  }
#define UNSIGNED(T, name, standard)                                            \
  T name(const char *text, char **end, int base) {                             \
    Number number;                                                             \
    if (bad_base(base, text, end)) return 0;                                   \
    number = read_number(text, end, base, (T)-1, standard);                    \
    if (number.overflow) {                                                     \
      *__errno_location() = RANGE;                                             \
      return (T)-1;                                                            \
    }                                                                          \
    return (T)(number.negative ? 0 - number.magnitude : number.magnitude);     \
  }
SIGNED(long, strtol, BEFORE_C23)
SIGNED(long long, strtoll, BEFORE_C23)
UNSIGNED(unsigned long, strtoul, BEFORE_C23)
UNSIGNED(unsigned long long, strtoull, BEFORE_C23)
SIGNED(long, __isoc23_strtol, SINCE_C23)
SIGNED(long long, __isoc23_strtoll, SINCE_C23)
UNSIGNED(unsigned long, __isoc23_strtoul, SINCE_C23)
UNSIGNED(unsigned long long, __isoc23_strtoull, SINCE_C23)

int atoi(const char *text) {
  return (int)strtol(text, NULL, 10);
}
long atol(const char *text) {
  return strtol(text, NULL, 10);
}
long long atoll(const char *text) {
  return strtoll(text, NULL, 10);
}

long __strtol_internal(const char *text, char **end, int base, int group) {
  return strtol(text, end, base);
}

/* ---- text to float ---- */

/* Which float a text means is not computed: any one.  A counterexample is run
 * with the real functions (src/replay/bitcode/bitcode.c). */
static size_t any_length(const char *text, char **end) {
  size_t n = 0;
  if (__cutpoint_rough())
    n = __cutpoint_rough_length(text);
  else
    while (text[n]) n++;
  n = model_upto(n);
  if (end) *end = (char *)text + n;
  return n;
}
double strtod(const char *text, char **end) {
  return any_length(text, end) == 0 ? 0 : __cutpoint_nondet_double();
}
float strtof(const char *text, char **end) {
  return any_length(text, end) == 0 ? 0 : __cutpoint_nondet_float();
}
long double strtold(const char *text, char **end) {
  return any_length(text, end) == 0 ? 0 : __cutpoint_nondet_long_double();
}
