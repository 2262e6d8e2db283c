/* SPDX-License-Identifier: MIT
 *
 * What programs written by csmith include: the same names as its own runtime,
 * written anew and without any library but printf.  Arithmetic wraps, shift
 * amounts are masked, a division that has no result returns its first operand;
 * csmith asks only that these functions are defined everywhere. */
#ifndef TESTS_FUZZ_CSMITH_H
#define TESTS_FUZZ_CSMITH_H

typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned uint32_t;
typedef long long int64_t;
typedef unsigned long long uint64_t;

int printf(const char *, ...);
void reach_error(void);

#define CSMITH_SIGNED(T, bits)                                                 \
  static T safe_unary_minus_func_##T##_s(T a) {                                \
    return (T)(0ull - (uint64_t)a);                                            \
  }                                                                            \
  static T safe_add_func_##T##_s_s(T a, T b) {                                 \
    return (T)((uint64_t)a + (uint64_t)b);                                     \
  }                                                                            \
  static T safe_sub_func_##T##_s_s(T a, T b) {                                 \
    return (T)((uint64_t)a - (uint64_t)b);                                     \
  }                                                                            \
  static T safe_mul_func_##T##_s_s(T a, T b) {                                 \
    return (T)((uint64_t)a * (uint64_t)b);                                     \
  }                                                                            \
  static T safe_div_func_##T##_s_s(T a, T b) {                                 \
    return b == 0 || b == -1 ? a : (T)(a / b);                                 \
  }                                                                            \
  static T safe_mod_func_##T##_s_s(T a, T b) {                                 \
    return b == 0 || b == -1 ? a : (T)(a % b);                                 \
  }                                                                            \
  static T safe_lshift_func_##T##_s_s(T a, int b) {                            \
    return (T)((uint64_t)a << (b & (bits - 1)));                               \
  }                                                                            \
  static T safe_lshift_func_##T##_s_u(T a, unsigned b) {                       \
    return (T)((uint64_t)a << (b & (bits - 1)));                               \
  }                                                                            \
  static T safe_rshift_func_##T##_s_s(T a, int b) {                            \
    return (T)(a >> (b & (bits - 1)));                                         \
  }                                                                            \
  static T safe_rshift_func_##T##_s_u(T a, unsigned b) {                       \
    return (T)(a >> (b & (bits - 1)));                                         \
  }
#define CSMITH_UNSIGNED(T, bits)                                               \
  static T safe_unary_minus_func_##T##_u(T a) {                                \
    return (T)(0ull - a);                                                      \
  }                                                                            \
  static T safe_add_func_##T##_u_u(T a, T b) {                                 \
    return (T)(a + b);                                                         \
  }                                                                            \
  static T safe_sub_func_##T##_u_u(T a, T b) {                                 \
    return (T)(a - b);                                                         \
  }                                                                            \
  static T safe_mul_func_##T##_u_u(T a, T b) {                                 \
    return (T)((uint64_t)a * b);                                               \
  }                                                                            \
  static T safe_div_func_##T##_u_u(T a, T b) {                                 \
    return b == 0 ? a : (T)(a / b);                                            \
  }                                                                            \
  static T safe_mod_func_##T##_u_u(T a, T b) {                                 \
    return b == 0 ? a : (T)(a % b);                                            \
  }                                                                            \
  static T safe_lshift_func_##T##_u_s(T a, int b) {                            \
    return (T)((uint64_t)a << (b & (bits - 1)));                               \
  }                                                                            \
  static T safe_lshift_func_##T##_u_u(T a, unsigned b) {                       \
    return (T)((uint64_t)a << (b & (bits - 1)));                               \
  }                                                                            \
  static T safe_rshift_func_##T##_u_s(T a, int b) {                            \
    return (T)(a >> (b & (bits - 1)));                                         \
  }                                                                            \
  static T safe_rshift_func_##T##_u_u(T a, unsigned b) {                       \
    return (T)(a >> (b & (bits - 1)));                                         \
  }
CSMITH_SIGNED(int8_t, 8)
CSMITH_SIGNED(int16_t, 16)
CSMITH_SIGNED(int32_t, 32)
CSMITH_SIGNED(int64_t, 64)
CSMITH_UNSIGNED(uint8_t, 8)
CSMITH_UNSIGNED(uint16_t, 16)
CSMITH_UNSIGNED(uint32_t, 32)
CSMITH_UNSIGNED(uint64_t, 64)

/* The checksum: not csmith's polynomial, but as sensitive. */
static uint64_t crc32_context = 14695981039346656037ull;
static void crc32_gentab(void) {}
static void transparent_crc(uint64_t value, const char *name, int flag) {
  (void)name, (void)flag;
  crc32_context = (crc32_context ^ value) * 1099511628211ull;
  crc32_context ^= crc32_context >> 29;
}
static void transparent_crc_bytes(const void *at, int bytes, const char *name,
                                  int flag) {
  for (int i = 0; i < bytes; i++)
    transparent_crc(((const unsigned char *)at)[i], name, flag);
}
static void platform_main_begin(void) {}
static void platform_main_end(uint64_t total, int flag) {
  (void)flag;
  printf("%llu\n", total);
#ifdef EXPECT
  if (total == EXPECT) reach_error();
#endif
}

#endif
