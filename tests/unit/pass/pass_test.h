/* SPDX-License-Identifier: MIT
 *
 * Programs from text for the tests of the passes. */
#ifndef TESTS_PASS_TEST_H
#define TESTS_PASS_TEST_H

#include "unit/unit.h"
#include "ir/io.h"
#include "pass/pass.h"

typedef struct Bench {
  Mem mem;
  Program *p;
} Bench;

/* Reads a program; a test that cannot is broken and says why. */
void bench_init(Bench *bench, const char *text);
void bench_done(Bench *bench);
/* The program is valid; if not, the test fails with the reasons. */
void bench_check(const Bench *bench, const char *file, int line);
/* Instructions of `op` listed in the function (all functions: NULL). */
uint32_t bench_count(const Bench *bench, const char *func, Op op);
uint32_t bench_blocks(const Bench *bench, const char *func);
/* What main returns in the interpreter. */
uint64_t bench_result(Bench *bench);
#define CHECK_VALID(bench) bench_check((bench), __FILE__, __LINE__)

#endif
