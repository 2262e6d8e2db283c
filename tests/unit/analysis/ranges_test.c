/* SPDX-License-Identifier: MIT
 *
 * Interval analysis: a counting loop, and every operation against all values
 * of small widths. */
#include "unit/pass/pass_test.h"
#include "analysis/lengths.h"
#include "analysis/ranges.h"

TEST(ranges_counting_loop) {
  static const char text[] = "pointer 32\n"
                             "entry @f\n"
                             "define i32 @f(i32 %1) {\n"
                             "b0:\n"
                             "  br b1\n"
                             "b1:\n"
                             "  %3 = phi i32 [i32 0, b0], [%8, b2]\n"
                             "  %4 = slt i1 %3, i32 100\n"
                             "  condbr %4, b2, b3\n"
                             "b2:\n"
                             "  %6 = mul i32 %3, i32 4\n"
                             "  %7 = urem i32 %1, i32 10\n"
                             "  %8 = add nsw i32 %3, i32 1\n"
                             "  br b1\n"
                             "b3:\n"
                             "  %10 = sub i32 %3, i32 100\n"
                             "  %11 = sub i32 %1, i32 1\n"
                             "  ret %10\n"
                             "}\n";
  Bench b;
  bench_init(&b, text);
  Ranges *iv = prog_ranges_new(&b.mem, b.p, b.p->entry);
  Range i = prog_range_at(iv, val_local(3), (BlockId){1});
  CHECK_INT(i.smin, 0);
  CHECK_INT(i.smax, 100);
  CHECK_INT(i.umax, 100);
  i = prog_range_at(iv, val_local(3), (BlockId){2});
  CHECK_INT(i.smax, 99);
  i = prog_range_at(iv, val_local(3), (BlockId){3});
  CHECK_INT(i.smin, 100);
  CHECK_INT(prog_range_at(iv, val_local(6), (BlockId){2}).umax, 396);
  CHECK_INT(prog_range_at(iv, val_local(7), (BlockId){2}).umax, 9);
  CHECK_INT(prog_range_at(iv, val_local(10), (BlockId){3}).umax, 0);
  prog_ranges_free(iv);
  bench_done(&b);
}

/* i < n && i != 9, as C's front end writes it, where n is at most 50. */
TEST(ranges_bound_and_choice) {
  static const char text[] = "pointer 32\n"
                             "entry @f\n"
                             "define void @f(i32 %1) {\n"
                             "b0:\n"
                             "  %2 = slt i1 i32 50, %1\n"
                             "  condbr %2, b5, b1\n"
                             "b1:\n"
                             "  %4 = phi i32 [i32 0, b0], [%11, b4]\n"
                             "  %5 = slt i1 %4, %1\n"
                             "  condbr %5, b2, b3\n"
                             "b2:\n"
                             "  %7 = ne i1 %4, i32 9\n"
                             "  br b3\n"
                             "b3:\n"
                             "  %9 = phi i1 [i1 0, b1], [%7, b2]\n"
                             "  condbr %9, b4, b5\n"
                             "b4:\n"
                             "  %11 = add i32 %4, i32 1\n"
                             "  br b1\n"
                             "b5:\n"
                             "  ret\n"
                             "}\n";
  Bench b;
  bench_init(&b, text);
  Ranges *iv = prog_ranges_new(&b.mem, b.p, b.p->entry);
  Range i = prog_range_at(iv, val_local(4), (BlockId){4});
  CHECK_INT(i.smin, 0);
  CHECK_INT(i.smax, 49);
  i = prog_range_at(iv, val_local(4), (BlockId){5});
  CHECK_INT(i.smax, 50);
  prog_ranges_free(iv);
  bench_done(&b);
}

/* What is chosen is a constant, and the choice is C's `a && b`: the constant's
 * number is none of an instruction. */
TEST(ranges_choice_of_constants) {
  static const char text[] = "pointer 32\n"
                             "entry @f\n"
                             "define i32 @f(i32 %1, i32 %2) {\n"
                             "b0:\n"
                             "  %3 = slt i1 %1, i32 7\n"
                             "  condbr %3, b1, b2\n"
                             "b1:\n"
                             "  %5 = slt i1 %2, i32 9\n"
                             "  br b2\n"
                             "b2:\n"
                             "  %7 = phi i1 [i1 0, b0], [%5, b1]\n"
                             "  %8 = select i32 %7, i32 70000, i32 90000\n"
                             "  ret %8\n"
                             "}\n";
  Bench b;
  bench_init(&b, text);
  Ranges *iv = prog_ranges_new(&b.mem, b.p, b.p->entry);
  Range i = prog_range_at(iv, val_local(8), (BlockId){2});
  CHECK_INT(i.umin, 70000);
  CHECK_INT(i.umax, 90000);
  prog_ranges_free(iv);
  bench_done(&b);
}

TEST(ranges_divisors) {
  static const char text[] = "pointer 64\n"
                             "entry @f\n"
                             "define void @f(i32 %1) {\n"
                             "b0:\n"
                             "  %2 = mul i32 %1, i32 12\n"
                             "  %3 = zext i64 %2\n"
                             "  %4 = shl i64 %3, i64 1\n"
                             "  %5 = add i64 %4, i64 2\n"
                             "  %6 = and i64 %5, i64 -16\n"
                             "  %7 = slt i1 %1, i32 0\n"
                             "  %8 = select i64 %7, %4, i64 0\n"
                             "  %9 = or i64 %8, %3\n"
                             "  %10 = lshr i64 %4, i64 1\n"
                             "  %11 = trunc i32 %8\n"
                             "  %12 = mul i32 %11, %11\n"
                             "  %13 = shl i64 %3, %4\n"
                             "  ret\n"
                             "}\n";
  static const int64_t want[] = {1, 4, 4, 8, 2, 16, 1, 8, 4, 1, 8, 64, 1};
  Bench b;
  bench_init(&b, text);
  const Function *f = prog_func(b.p, b.p->entry);
  for (uint32_t i = 0; i < sizeof want / sizeof *want; i++)
    CHECK_INT(prog_divisor(b.p, f, val_local(i + 1)), want[i]);
  bench_done(&b);
}

/* One operation between two inputs held in ranges by branches, with the oracle
 * enumerating both. */
enum { BITS = 4, N = 1 << BITS };

static int64_t to_signed(uint64_t v) {
  return (int64_t)(v ^ 8) - 8;
}

/* The machine's result; false: trap. */
static bool machine(Op op, uint64_t a, uint64_t b, uint64_t *r) {
  int64_t x = to_signed(a), y = to_signed(b);
  bool divides = op >= OP_UDIV && op <= OP_SREM;
  if (divides && b == 0) return false;
  if ((op == OP_SDIV || op == OP_SREM) && x == -8 && y == -1) return false;
  if (op == OP_UDIV || op == OP_UREM) *r = op == OP_UDIV ? a / b : a % b;
  if (op == OP_SDIV || op == OP_SREM)
    *r = (uint64_t)(op == OP_SDIV ? x / y : x % y);
  if (op == OP_ADD) *r = a + b;
  if (op == OP_SUB) *r = a - b;
  if (op == OP_MUL) *r = a * b;
  if (op == OP_AND) *r = a & b;
  if (op == OP_OR) *r = a | b;
  if (op == OP_XOR) *r = a ^ b;
  if (op >= OP_SHL && op <= OP_ASHR && b >= BITS) return false; /* any value */
  if (op == OP_SHL) *r = a << b;
  if (op == OP_LSHR) *r = a >> b;
  if (op == OP_ASHR) *r = (uint64_t)(x >> b);
  if (op == OP_EQ || op == OP_NE) *r = (a == b) == (op == OP_EQ);
  if (op == OP_ULT) *r = a < b;
  if (op == OP_ULE) *r = a <= b;
  if (op == OP_SLT) *r = x < y;
  if (op == OP_SLE) *r = x <= y;
  *r &= op >= OP_EQ ? 1 : N - 1;
  return true;
}

static bool compares(Op op, uint64_t a, uint64_t b) {
  uint64_t r = 0;
  (void)machine(op, a, b, &r);
  return r != 0;
}

typedef struct Setup {
  Op op, t1, t2;   /* operation; conditions on the inputs */
  uint64_t c1, c2; /* against these constants */
  bool left;       /* constant 1 stands left */
  bool taken;      /* condition 1 holds */
} Setup;

static void write_setup(Text *text, const Setup *s) {
  char first[64];
  if (s->left)
    snprintf(first, sizeof first, "i4 %u, %%1", (unsigned)s->c1);
  else
    snprintf(first, sizeof first, "%%1, i4 %u", (unsigned)s->c1);
  text_printf(text,
              "pointer 32\nentry @f\ndefine void @f(i4 %%1, i4 %%2) {\n"
              "b0:\n  %%3 = %s i1 %s\n  condbr %%3, %s\n"
              "b1:\n  %%5 = %s i1 %%2, i4 %u\n  condbr %%5, b2, b3\n"
              "b2:\n  %%7 = %s %s %%1, %%2\n  ret\n"
              "b3:\n  ret\n}\n",
              prog_op_name(s->t1), first, s->taken ? "b1, b3" : "b3, b1",
              prog_op_name(s->t2), (unsigned)s->c2, prog_op_name(s->op),
              s->op >= OP_EQ ? "i1" : "i4");
}

/* All inputs that reach b2: their results are in the range. */
static void check_all(const Setup *s, Range i) {
  for (uint64_t a = 0; a < N; a++)
    for (uint64_t b = 0; b < N; b++) {
      bool first =
          s->left ? compares(s->t1, s->c1, a) : compares(s->t1, a, s->c1);
      uint64_t r = 0;
      if (first != s->taken || !compares(s->t2, b, s->c2)) continue;
      if (!machine(s->op, a, b, &r)) continue;
      int64_t sr = s->op >= OP_EQ ? -(int64_t)r : to_signed(r);
      CHECK(i.umin <= r && r <= i.umax && i.smin <= sr && sr <= i.smax);
    }
}

static void check_setup(const Setup *s) {
  Mem mem;
  mem_init(&mem, 0);
  Text text;
  text_init(&text, &mem);
  write_setup(&text, s);
  Bench b;
  bench_init(&b, text_get(&text));
  Ranges *iv = prog_ranges_new(&b.mem, b.p, b.p->entry);
  check_all(s, prog_range_at(iv, val_local(7), (BlockId){2}));
  prog_ranges_free(iv);
  bench_done(&b);
  text_done(&text);
  mem_done(&mem);
}

TEST(ranges_operations_by_enumeration) {
  static const Op tests[] = {OP_ULT, OP_ULE, OP_SLT, OP_SLE, OP_EQ, OP_NE};
  Rng rng = {7};
  for (int round = 0; round < 2500; round++) {
    Setup s = {.op = (Op)(OP_ADD + rng_below(&rng, OP_SLE - OP_ADD + 1)),
               .t1 = tests[rng_below(&rng, 6)],
               .t2 = tests[rng_below(&rng, 6)],
               .c1 = rng_below(&rng, N),
               .c2 = rng_below(&rng, N),
               .left = rng_below(&rng, 2) == 0,
               .taken = rng_below(&rng, 2) == 0};
    check_setup(&s);
  }
}
