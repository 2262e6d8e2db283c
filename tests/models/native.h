/* SPDX-License-Identifier: MIT
 *
 * Included before a model that is compiled natively: the builtins which become
 * instructions in bitcode would become calls of the very function that the
 * model defines; here they are calls of the test program. */
#ifndef TESTS_MODELS_NATIVE_H
#define TESTS_MODELS_NATIVE_H

void *test_memcpy(void *, const void *, __SIZE_TYPE__);
void *test_memset(void *, int, __SIZE_TYPE__);
#define __builtin_memcpy test_memcpy
#define __builtin_memset test_memset

/* Streams of models/streams.c, of which only the address matters. */
__attribute__((weak)) char __cutpoint_standard_in[256];
__attribute__((weak)) char __cutpoint_standard_out[256];
__attribute__((weak)) char __cutpoint_standard_err[256];

#define TEST_FLOAT(name)                                                       \
  double test_##name(double);                                                  \
  float test_##name##f(float);                                                 \
  long double test_##name##l(long double);
TEST_FLOAT(sqrt)
TEST_FLOAT(floor)
TEST_FLOAT(ceil)
TEST_FLOAT(trunc)
TEST_FLOAT(round)
TEST_FLOAT(roundeven)
double test_fma(double, double, double);
float test_fmaf(float, float, float);
long double test_fmal(long double, long double, long double);

#define TEST_PICK(name, x)                                                     \
  _Generic((x), float: name##f, double: name, long double: name##l)
#define __builtin_elementwise_sqrt(x)      TEST_PICK(test_sqrt, x)(x)
#define __builtin_elementwise_floor(x)     TEST_PICK(test_floor, x)(x)
#define __builtin_elementwise_ceil(x)      TEST_PICK(test_ceil, x)(x)
#define __builtin_elementwise_trunc(x)     TEST_PICK(test_trunc, x)(x)
#define __builtin_elementwise_round(x)     TEST_PICK(test_round, x)(x)
#define __builtin_elementwise_roundeven(x) TEST_PICK(test_roundeven, x)(x)
#define __builtin_elementwise_fma(x, y, z) TEST_PICK(test_fma, x)(x, y, z)

#endif
