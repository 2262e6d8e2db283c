/* SPDX-License-Identifier: MIT
 *
 * The unit-test harness: TEST(room_topic) { CHECK(...); } registers itself.
 * Each test runs in a process of its own, two at a time, so a crash or a hang
 * (120 s of CPU time) is one failed test; one of 10 s and more is named.  `unit
 * [-l] [NAME-PART…]` lists or selects. */
#ifndef TESTS_UNIT_H
#define TESTS_UNIT_H

#include "base/base.h"

typedef void UnitTest(void);
void unit_register(const char *name, const char *file, UnitTest *run);
void unit_fail(const char *file, int line, const char *format, ...)
    BASE_PRINTF(3, 4);

/* How often to try something random or large: `n`, or an eighth of it under
 * the address sanitizer, which makes everything several times slower. */
uint32_t unit_rounds(uint32_t n);

#define TEST(name)                                                             \
  static void test_##name(void);                                               \
  __attribute__((constructor)) static void register_##name(void) {             \
    unit_register(#name, __FILE__, test_##name);                               \
  }                                                                            \
  static void test_##name(void)

#define CHECK(cond)                                                            \
  do {                                                                         \
    if (!(cond)) unit_fail(__FILE__, __LINE__, "%s", #cond);                   \
  } while (0)
#define CHECK_INT(got, want)                                                   \
  do {                                                                         \
    long long got_ = (long long)(got), want_ = (long long)(want);              \
    if (got_ != want_)                                                         \
      unit_fail(__FILE__, __LINE__, "%s is %lld, not %lld", #got, got_,        \
                want_);                                                        \
  } while (0)
#define CHECK_TEXT(got, want)                                                  \
  do {                                                                         \
    const char *got_ = (got), *want_ = (want);                                 \
    if (strcmp(got_, want_) != 0)                                              \
      unit_fail(__FILE__, __LINE__, "%s is \"%s\", not \"%s\"", #got, got_,    \
                want_);                                                        \
  } while (0)

#endif
