/* SPDX-License-Identifier: MIT
 *
 * math.h: what the program form computes exactly.  The elementwise builtins
 * become single instructions whatever the compiler thinks of errno.  Functions
 * that round differently from library to library (sin, exp, pow, ...) have no
 * model: their result is any value. */
#include "model.h"

void __cutpoint_premise_fmin_and_fmax_give_the_second_of_two_zeros(void);

/* 32-bit libraries may compute in 80 bits, which is then rounded once more. */
#if __SIZEOF_LONG__ == 4
#define DIFFERENCE(T, x, y)                                                    \
  T once = x - y, twice = (T)((long double)x - (long double)y);                \
  return once == twice || model_choice() ? once : twice
#else
#define DIFFERENCE(T, x, y) return x - y
#endif

/* One definition for each of the three types: suffix, type, and the unsigned
 * integer or word view below. */
#define FOR_ALL(X) X(, double) X(f, float) X(l, long double)

#define EXACT(s, T)                                                            \
  T fabs##s(T x) {                                                             \
    return __builtin_fabs##s(x);                                               \
  }                                                                            \
  T sqrt##s(T x) {                                                             \
    return __builtin_elementwise_sqrt(x);                                      \
  }                                                                            \
  T floor##s(T x) {                                                            \
    return __builtin_elementwise_floor(x);                                     \
  }                                                                            \
  T ceil##s(T x) {                                                             \
    return __builtin_elementwise_ceil(x);                                      \
  }                                                                            \
  T trunc##s(T x) {                                                            \
    return __builtin_elementwise_trunc(x);                                     \
  }                                                                            \
  T round##s(T x) {                                                            \
    return __builtin_elementwise_round(x);                                     \
  }                                                                            \
  T roundeven##s(T x) {                                                        \
    return __builtin_elementwise_roundeven(x);                                 \
  }                                                                            \
  /* the rounding mode is the default one: to nearest, ties to even */         \
  T rint##s(T x) {                                                             \
    return __builtin_elementwise_roundeven(x);                                 \
  }                                                                            \
  T nearbyint##s(T x) {                                                        \
    return __builtin_elementwise_roundeven(x);                                 \
  }                                                                            \
  T copysign##s(T x, T y) {                                                    \
    return __builtin_copysign##s(x, y);                                        \
  }                                                                            \
  T fmin##s(T x, T y) {                                                        \
    __cutpoint_premise_fmin_and_fmax_give_the_second_of_two_zeros();           \
    return x != x ? y : y != y ? x : x < y ? x : y;                            \
  }                                                                            \
  T fmax##s(T x, T y) {                                                        \
    __cutpoint_premise_fmin_and_fmax_give_the_second_of_two_zeros();           \
    return x != x ? y : y != y ? x : x > y ? x : y;                            \
  }                                                                            \
  T fdim##s(T x, T y) {                                                        \
    if (x <= y) return 0;                                                      \
    DIFFERENCE(T, x, y);                                                       \
  }                                                                            \
  T fma##s(T x, T y, T z) {                                                    \
    return __builtin_elementwise_fma(x, y, z);                                 \
  }                                                                            \
  T modf##s(T x, T *whole) {                                                   \
    *whole = __builtin_elementwise_trunc(x);                                   \
    return __builtin_copysign##s(                                              \
        __builtin_fabs##s(x) == __builtin_inf##s() ? 0 : x - *whole, x);       \
  }                                                                            \
  T nan##s(const char *tag) {                                                  \
    return __builtin_nan##s("");                                               \
  }                                                                            \
  long lrint##s(T x) {                                                         \
    return (long)__builtin_elementwise_roundeven(x);                           \
  }                                                                            \
  long long llrint##s(T x) {                                                   \
    return (long long)__builtin_elementwise_roundeven(x);                      \
  }                                                                            \
  long lround##s(T x) {                                                        \
    return (long)__builtin_elementwise_round(x);                               \
  }                                                                            \
  long long llround##s(T x) {                                                  \
    return (long long)__builtin_elementwise_round(x);                          \
  }
FOR_ALL(EXACT)

/* glibc's own names for the classification macros, and its results: FP_NAN 0,
 * FP_INFINITE 1, FP_ZERO 2, FP_SUBNORMAL 3, FP_NORMAL 4; isinf tells the sign.
 */
#define CLASSIFY(s, T, min)                                                    \
  int __isnan##s(T x) {                                                        \
    return x != x;                                                             \
  }                                                                            \
  int isnan##s(T x) {                                                          \
    return x != x;                                                             \
  }                                                                            \
  int __isinf##s(T x) {                                                        \
    return x == __builtin_inf##s() ? 1 : x == -__builtin_inf##s() ? -1 : 0;    \
  }                                                                            \
  int isinf##s(T x) {                                                          \
    return __isinf##s(x);                                                      \
  }                                                                            \
  int __finite##s(T x) {                                                       \
    return __builtin_fabs##s(x) < __builtin_inf##s();                          \
  }                                                                            \
  int finite##s(T x) {                                                         \
    return __builtin_fabs##s(x) < __builtin_inf##s();                          \
  }                                                                            \
  int __signbit##s(T x) {                                                      \
    return __builtin_copysign##s(1, x) < 0;                                    \
  }                                                                            \
  int __fpclassify##s(T x) {                                                   \
    T a = __builtin_fabs##s(x);                                                \
    if (x != x) return 0;                                                      \
    if (a == __builtin_inf##s()) return 1;                                     \
    if (a == 0) return 2;                                                      \
    return a < min ? 3 : 4;                                                    \
  }
CLASSIFY(, double, __DBL_MIN__)
CLASSIFY(f, float, __FLT_MIN__)
CLASSIFY(l, long double, __LDBL_MIN__)

/* Tasks call these as functions when they do not include the header. */
int isfinite(double x) {
  return __builtin_fabs(x) < __builtin_inf();
}
int isnormal(double x) {
  return __fpclassify(x) == 4;
}
int signbit(double x) {
  return __signbit(x);
}

/* The remainder is exact, so repeated exact subtraction of y * 2^k computes it:
 * every x - y * 2^k with y * 2^k <= x < y * 2^(k+1) is representable. */
#define REMAINDER(s, T)                                                        \
  T fmod##s(T x, T y) {                                                        \
    T rest = __builtin_fabs##s(x), by = __builtin_fabs##s(y), step;            \
    if (x != x || y != y || by == 0 || rest == __builtin_inf##s())             \
      return __builtin_nan##s("");                                             \
    while (rest >= by) {                                                       \
      for (step = by; step <= rest - step; step *= 2) {                        \
      }                                                                        \
      rest -= step;                                                            \
    }                                                                          \
    return __builtin_copysign##s(rest, x);                                     \
  }
FOR_ALL(REMAINDER)

/* The exponent field becomes that of [1/2, 1[; what is less than normal is made
 * normal first, exactly. */
#define FRACTION(s, T, Word, digits, bias, scale)                              \
  T frexp##s(T x, int *exponent) {                                             \
    union {                                                                    \
      T value;                                                                 \
      Word bits;                                                               \
    } view;                                                                    \
    const Word field = (Word)(2 * bias + 3) << (digits - 1);                   \
    int small = x != 0 && __builtin_fabs##s(x) < scale;                        \
    *exponent = 0;                                                             \
    if (x == 0 || !(__builtin_fabs##s(x) < __builtin_inf##s())) return x;      \
    view.value = small ? x / scale : x;                                        \
    *exponent = (int)((view.bits & field) >> (digits - 1)) - bias;             \
    if (small) *exponent -= bias;                                              \
    view.bits = (view.bits & ~field) | (Word)bias << (digits - 1);             \
    return view.value;                                                         \
  }
FRACTION(, double, unsigned long long, 53, 1022, __DBL_MIN__)
FRACTION(f, float, unsigned, 24, 126, __FLT_MIN__)
