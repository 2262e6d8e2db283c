/* SPDX-License-Identifier: MIT
 *
 * The interpreter against plain C: every operation at small widths on all
 * operands, at machine widths on random ones; then memory, calls, inputs and
 * ends on small programs. */
#include "unit/unit.h"
#include "interp/interp.h"
#include "ir/io.h"

#include <math.h>
#include <stdlib.h>

typedef __int128 I128;
typedef unsigned __int128 U128;

/* ---- running text ---- */

typedef struct Fixture {
  Mem mem;
  Program *p;
  Interp *run;
  Text said; /* by the program, or about the result */
} Fixture;

static void fixture_init(Fixture *x, const char *text, InterpOptions options) {
  mem_init(&x->mem, 0);
  text_init(&x->said, &x->mem);
  if (!prog_parse(&x->p, &x->mem, text, &x->said) ||
      !prog_validate(x->p, &x->said)) {
    unit_fail(__FILE__, __LINE__, "%s\n%s", text_get(&x->said), text);
    abort();
  }
  x->run = interp_new(&x->mem, x->p, options);
}

static void fixture_done(Fixture *x) {
  interp_free(x->run);
  prog_free(x->p);
  text_done(&x->said);
  mem_done(&x->mem);
  CHECK_INT(x->mem.used, 0);
}

/* The result of a run, told in words. */
static void expect_with(const char *text, InterpOptions options,
                        const uint64_t *values, uint32_t n, const char *want) {
  Fixture x;
  fixture_init(&x, text, options);
  InterpList list = {values, n, 0};
  for (int round = 0; round < 2; round++) { /* runs do not disturb each other */
    InterpResult result = interp_run(x.run, interp_list(&list));
    text_clear(&x.said);
    interp_print_result(&x.said, x.p, &result);
    CHECK_TEXT(text_get(&x.said), want);
  }
  fixture_done(&x);
}

static void expect(const char *text, const char *want) {
  expect_with(text, (InterpOptions){0}, NULL, 0, want);
}

/* ---- operations ---- */

static U128 mask(uint32_t w) {
  return w == 128 ? ~(U128)0 : ((U128)1 << w) - 1;
}

static I128 sign(U128 x, uint32_t w) {
  return (I128)(x << (128 - w)) >> (128 - w);
}

static U128 modulus(uint32_t w) {
  return w <= 32 ? 32 : w <= 64 ? 64 : 128;
}

/* What docs/SEMANTICS.md says, by C on 128 bits; false: a trap. */
static bool reference(Op op, U128 a, U128 b, uint32_t w, U128 *value) {
  I128 x = sign(a, w), y = sign(b, w);
  I128 least = sign((U128)1 << (w - 1), w);
  U128 s = b % modulus(w);
  bool overflows = y == -1 && x == least;
  bool divides =
      op == OP_UDIV || op == OP_UREM || op == OP_SDIV || op == OP_SREM;
  if (divides && b == 0) return false;
  if ((op == OP_SDIV || op == OP_SREM) && overflows) {
    *value = op == OP_SDIV ? a : 0;
    return w > 64;
  }
  switch ((int)op) {
  case OP_ADD: *value = a + b; break;
  case OP_SUB: *value = a - b; break;
  case OP_MUL: *value = a * b; break;
  case OP_UDIV: *value = a / b; break;
  case OP_SDIV: *value = (U128)(x / y); break;
  case OP_UREM: *value = a % b; break;
  case OP_SREM: *value = (U128)(x % y); break;
  case OP_SHL: *value = s >= w ? 0 : a << s; break;
  case OP_LSHR: *value = s >= w ? 0 : a >> s; break;
  case OP_ASHR: *value = (U128)(x >> (s >= w ? w - 1 : s)); break;
  case OP_AND: *value = a & b; break;
  case OP_OR: *value = a | b; break;
  case OP_XOR: *value = a ^ b; break;
  case OP_EQ: *value = a == b; break;
  case OP_NE: *value = a != b; break;
  case OP_ULT: *value = a < b; break;
  case OP_ULE: *value = a <= b; break;
  case OP_SLT: *value = x < y; break;
  case OP_SLE: *value = x <= y; break;
  default: return false;
  }
  bool compares = op >= OP_EQ && op <= OP_SLE;
  *value &= compares ? 1 : mask(w);
  return true;
}

/* Inputs of up to 128 bits, in order. */
typedef struct Pair {
  U128 values[2];
  uint32_t at;
} Pair;

static bool pair_next(void *ctx, const InterpPlace *place, uint32_t bits,
                      BvWord *value) {
  Pair *pair = ctx;
  (void)place;
  U128 x = pair->values[pair->at++];
  value[0] = (uint64_t)x;
  if (bits > 64) value[1] = (uint64_t)(x >> 64);
  return true;
}

static void check_pair(Fixture *x, Op op, U128 a, U128 b, uint32_t w) {
  Pair pair = {{a, b}, 0};
  InterpInputs inputs = interp_zeros();
  inputs.ctx = &pair;
  inputs.next = pair_next;
  InterpResult got = interp_run(x->run, inputs);
  U128 want = 0, value = 0;
  bool returns = reference(op, a, b, w, &want);
  if (got.bits) value = got.value[0];
  if (got.bits > 64) value |= (U128)got.value[1] << 64;
  if (got.end != (returns ? INTERP_RETURNED : INTERP_TRAP) ||
      (returns && value != want))
    unit_fail(__FILE__, __LINE__, "%s at %u bits: %llx, %llx", prog_op_name(op),
              w, (unsigned long long)a, (unsigned long long)b);
}

static void start_binary(Fixture *x, Op op, uint32_t w) {
  char text[400];
  uint32_t to = op >= OP_EQ && op <= OP_SLE ? 1 : w;
  snprintf(text, sizeof text,
           "pointer 64\nentry @f\ndefine i%u @f(i%u %%1, i%u %%2) {\n"
           "b0:\n %%3 = %s i%u %%1, %%2\n ret %%3\n}\n",
           to, w, w, prog_op_name(op), to);
  fixture_init(x, text, (InterpOptions){0});
}

TEST(program_interp_small_widths) {
  for (Op op = OP_ADD; op <= OP_SLE; op++)
    for (uint32_t w = 1; w <= 4; w++) {
      Fixture x;
      start_binary(&x, op, w);
      for (U128 a = 0; a <= mask(w); a++)
        for (U128 b = 0; b <= mask(w); b++) check_pair(&x, op, a, b, w);
      fixture_done(&x);
    }
}

static U128 random_value(Rng *rng, uint32_t w) {
  U128 x = (U128)rng_next(rng) << 64 | rng_next(rng);
  switch (rng_below(rng, 4)) {
  case 0: x = rng_below(rng, 2 * w); break;
  case 1: x = (U128) - (I128)rng_below(rng, 4); break;
  case 2: x = ((U128)1 << (w - 1)) - rng_below(rng, 2); break;
  default: break;
  }
  return x & mask(w);
}

TEST(program_interp_machine_widths) {
  static const uint32_t widths[] = {8, 16, 24, 32, 33, 64, 65, 128};
  Rng rng = {3};
  for (Op op = OP_ADD; op <= OP_SLE; op++)
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
      Fixture x;
      start_binary(&x, op, widths[i]);
      for (int round = 0; round < 300; round++) {
        U128 a = random_value(&rng, widths[i]);
        check_pair(&x, op, a, random_value(&rng, widths[i]), widths[i]);
      }
      fixture_done(&x);
    }
}

static void check_cast(Op op, uint32_t from, uint32_t to, Rng *rng) {
  Fixture x;
  char text[300];
  snprintf(text, sizeof text,
           "pointer 64\nentry @f\ndefine i%u @f(i%u %%1) {\nb0:\n"
           " %%2 = %s i%u %%1\n ret %%2\n}\n",
           to, from, prog_op_name(op), to);
  fixture_init(&x, text, (InterpOptions){0});
  for (int round = 0; round < 100; round++) {
    U128 a = random_value(rng, from), value;
    Pair pair = {{a, 0}, 0};
    InterpInputs inputs = interp_zeros();
    inputs.ctx = &pair;
    inputs.next = pair_next;
    InterpResult got = interp_run(x.run, inputs);
    value = got.value[0];
    if (to > 64) value |= (U128)got.value[1] << 64;
    U128 want = op == OP_SEXT ? (U128)sign(a, from) : a;
    CHECK(value == (want & mask(to)));
  }
  fixture_done(&x);
}

TEST(program_interp_casts) {
  static const uint32_t widths[] = {1, 7, 8, 31, 32, 63, 64, 65, 100, 128};
  enum { N = sizeof widths / sizeof *widths };
  Rng rng = {5};
  for (int i = 0; i < N; i++)
    for (int k = i + 1; k < N; k++) {
      check_cast(OP_ZEXT, widths[i], widths[k], &rng);
      check_cast(OP_SEXT, widths[i], widths[k], &rng);
      check_cast(OP_TRUNC, widths[k], widths[i], &rng);
    }
}

/* ---- floats ---- */

static uint64_t bits_of_double(double x) {
  uint64_t bits;
  memcpy(&bits, &x, 8);
  return bits;
}

static uint64_t run_double(const char *body, const char *ret, double a,
                           double b) {
  Fixture x;
  char text[600];
  snprintf(text, sizeof text,
           "pointer 64\nentry @f\ndefine %s @f(f64 %%1, f64 %%2) {\nb0:\n%s}\n",
           ret, body);
  fixture_init(&x, text, (InterpOptions){0});
  uint64_t values[2] = {bits_of_double(a), bits_of_double(b)};
  InterpList list = {values, 2, 0};
  InterpResult got = interp_run(x.run, interp_list(&list));
  CHECK_INT(got.end, INTERP_RETURNED);
  uint64_t value = got.bits ? got.value[0] : 0;
  fixture_done(&x);
  return value;
}

#define FLOAT_BODY(inst) " %3 = " inst "\n ret %3\n"

TEST(program_interp_floats) {
  static const double samples[] = {0.0,   -0.0,     1.5, -2.75,
                                   1e300, -1e-310,  3e9, -3e9,
                                   1e19,  INFINITY, NAN, 4294967296.5};
  enum { N = sizeof samples / sizeof *samples };
  for (int i = 0; i < N; i++)
    for (int k = 0; k < N; k++) {
      double a = samples[i], b = samples[k], sum = a + b, rest = fmod(a, b);
      uint64_t got = run_double(FLOAT_BODY("fadd f64 %1, %2"), "f64", a, b);
      CHECK(got == bits_of_double(sum) || isnan(sum));
      got = run_double(FLOAT_BODY("frem f64 %1, %2"), "f64", a, b);
      CHECK(got == bits_of_double(rest) || isnan(rest));
      CHECK_INT(run_double(FLOAT_BODY("fcmp.olt i1 %1, %2"), "i1", a, b),
                a < b);
      CHECK_INT(run_double(FLOAT_BODY("fcmp.ule i1 %1, %2"), "i1", a, b),
                !(a > b));
      CHECK_INT(run_double(FLOAT_BODY("fcmp.une i1 %1, %2"), "i1", a, b),
                a != b);
    }
  CHECK(run_double(FLOAT_BODY("fneg f64 %1"), "f64", 0.0, 0) ==
        bits_of_double(-0.0));
  CHECK(run_double(FLOAT_BODY("fmath.sqrt f64 %1"), "f64", 2.0, 0) ==
        bits_of_double(sqrt(2.0)));
  CHECK(run_double(FLOAT_BODY("fmath.roundeven f64 %1"), "f64", 2.5, 0) ==
        bits_of_double(2.0));
  CHECK(run_double(FLOAT_BODY("fmath.fmin f64 %1, %2"), "f64", NAN, 7) ==
        bits_of_double(7));
  CHECK(run_double(" %3 = fptrunc f32 %1\n %4 = fpext f64 %3\n ret %4\n", "f64",
                   0.1, 0) == bits_of_double((double)0.1f));
  CHECK(run_double(" %3 = fpext f80 %1\n %4 = fpext f80 %2\n"
                   " %5 = fdiv f80 %3, %4\n %6 = fptrunc f64 %5\n ret %6\n",
                   "f64", 1, 3) == bits_of_double((double)(1.0L / 3.0L)));
}

TEST(program_interp_float_to_int) {
  CHECK_INT((int32_t)run_double(FLOAT_BODY("fptosi i32 %1"), "i32", -7.9, 0),
            -7);
  CHECK_INT(run_double(FLOAT_BODY("fptosi i32 %1"), "i32", 3e9, 0), 1u << 31);
  CHECK_INT(run_double(FLOAT_BODY("fptosi i32 %1"), "i32", NAN, 0), 1u << 31);
  CHECK_INT(run_double(FLOAT_BODY("fptosi i8 %1"), "i8", 300.0, 0), 44);
  CHECK_INT(run_double(FLOAT_BODY("fptoui i32 %1"), "i32", 3e9, 0),
            3000000000u);
  CHECK_INT(run_double(FLOAT_BODY("fptoui i32 %1"), "i32", -1.0, 0),
            UINT32_MAX);
  CHECK(run_double(FLOAT_BODY("fptoui i64 %1"), "i64", 1e19, 0) ==
        10000000000000000000u);
  CHECK(run_double(FLOAT_BODY("fptoui i64 %1"), "i64", -1.0, 0) == UINT64_MAX);
  CHECK(run_double(FLOAT_BODY("fptosi i64 %1"), "i64", 1e30, 0) == (uint64_t)1
                                                                       << 63);
  CHECK(run_double(" %3 = fptosi i128 %1\n %4 = trunc i64 %3\n ret %4\n", "i64",
                   -5.5, 0) == (uint64_t)-5);
  CHECK(run_double(" %3 = sitofp f64 i64 -3\n ret %3\n", "f64", 0, 0) ==
        bits_of_double(-3));
  CHECK(run_double(" %3 = uitofp f64 i64 -1\n ret %3\n", "f64", 0, 0) ==
        bits_of_double(18446744073709551616.0));
}

/* Through the x87 (from 80 bits) and in 32-bit programs conversions out of
 * range give other values: what clang -O0 -msse2 gave on the same inputs. */
TEST(program_interp_float_to_int_elsewhere) {
  static const struct {
    int pointer, from, to;
    const char *op;
    double x;
    uint64_t want;
  } rows[] = {
      {64, 80, 16, "fptosi", 65536.5, 0x8000},
      {64, 80, 8, "fptosi", 2147483647.5, 0},
      {64, 80, 8, "fptoui", 2147483647.5, 0},
      {64, 80, 16, "fptoui", 2147483647.5, 65535},
      {64, 80, 64, "fptoui", 1e30, 0},
      {64, 80, 64, "fptoui", -1e30, (uint64_t)1 << 63},
      {64, 80, 64, "fptoui", 1e19, 10000000000000000000u},
      {64, 64, 64, "fptoui", 1e30, (uint64_t)1 << 63},
      {64, 64, 16, "fptosi", 65536.5, 0},
      {64, 64, 32, "fptoui", 4294967296.0, 0},
      {32, 64, 32, "fptoui", 4294967296.0, (uint64_t)1 << 31},
      {32, 64, 32, "fptoui", 3e9, 3000000000u},
      {32, 64, 32, "fptoui", -2147483649.0, (uint64_t)1 << 31},
      {32, 64, 64, "fptoui", 1e30, 0},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char text[400];
    snprintf(text, sizeof text,
             "pointer %d\nentry @f\ndefine i%d @f(f64 %%1) {\nb0:\n"
             "%s %%3 = %s i%d %s\n ret %%3\n}\n",
             rows[i].pointer, rows[i].to,
             rows[i].from == 80 ? " %2 = fpext f80 %1\n" : "", rows[i].op,
             rows[i].to, rows[i].from == 80 ? "%2" : "%1");
    Fixture x;
    fixture_init(&x, text, (InterpOptions){0});
    uint64_t value = bits_of_double(rows[i].x);
    InterpList list = {&value, 1, 0};
    InterpResult got = interp_run(x.run, interp_list(&list));
    CHECK_INT(got.end, INTERP_RETURNED);
    if (got.value[0] != rows[i].want)
      unit_fail(__FILE__, __LINE__, "row %d: %llx", (int)i,
                (unsigned long long)got.value[0]);
    fixture_done(&x);
  }
}

/* ---- memory ---- */

TEST(program_interp_memory) {
  expect("pointer 32\nentry @main\nsites 1\n"
         "global $g i32 init=\"\\ff\\ff\\ff\\ff\"\n"
         "global $p ptr size=8 init=\"\" 4:$g 0:@main\n"
         "define i32 @main() {\nb0:\n"
         " %1 = alloca ptr imm=8 site=1\n"
         " store i32 305419896, %1\n"
         " %2 = gep ptr %1, i8 -1 imm=2 stride=1\n"
         " store i8 -1, %2\n"
         " %3 = load i32 %1\n" /* 0x1234ff78 */
         " %4 = load ptr $p+4\n"
         " memset %4, i8 1, i32 2\n"
         " %5 = load i32 $g\n" /* 0xffff0101 */
         " %6 = add i32 %3, %5\n"
         " ret %6\n}\n",
         "returned 305397881");
  expect("pointer 64\nentry @main\nsites 1\n"
         "define i64 @main() {\nb0:\n"
         " %1 = alloc ptr i64 16 site=1\n"
         " store i128 0x0f0e0d0c0b0a09080706050403020100, %1\n"
         " %2 = gep ptr %1 imm=3\n"
         " memcpy %2, %1, i64 8\n"
         " %3 = load i64 %2\n"
         " %4 = load i24 %1\n"
         " %5 = zext i64 %4\n"
         " %6 = sub i64 %3, %5\n"
         " free %1\n"
         " ret %6\n}\n",
         "returned 506097522914099200");
}

static const char outside[] =
    "pointer 64\nentry @main\nsites 1\nfile 0 = \"a.c\"\n"
    "loc 1 = 0:7:3\n"
    "define i32 @main() {\nb0:\n"
    " %1 = alloca ptr imm=6 site=1\n"
    " %2 = gep ptr %1 imm=4\n"
    " store i32 16909060, %2 !1\n" /* two bytes beyond the end */
    " %3 = load i32 %2\n"
    " store i32 7, ptr 4096\n"
    " %4 = load i32 ptr 4096\n"
    " %5 = add i32 %3, %4\n"
    " ret %5\n}\n";

TEST(program_interp_outside_of_objects) {
  InterpOptions strict = {.memory = INTERP_STRICT};
  expect(outside, "returned 16909067");
  expect_with(outside, strict, NULL, 0, "bad access 0x7f0000000006 at a.c:7:3");
  expect_with("pointer 64\nentry @main\nglobal $c i8 constant init=\"\\05\"\n"
              "define i8 @main() {\nb0:\n store i8 1, $c\n ret i8 0\n}\n",
              strict, NULL, 0,
              "bad access 0x10000000000 (write to a constant)");
  static const char twice[] =
      "pointer 64\nentry @main\nsites 1\ndefine void @main() {\nb0:\n"
      " %1 = alloc ptr i64 0 site=1\n free %1\n free ptr 0\n free %1\n ret\n}\n";
  expect_with(twice, strict, NULL, 0,
              "bad access 0x100000000000 (free of no heap object)");
  expect(twice, "returned");
}

TEST(program_interp_dead_locals) {
  static const char text[] =
      "pointer 64\nentry @main\nsites 2\n"
      "define ptr @local() {\nb0:\n %1 = alloca ptr imm=4 site=1\n"
      " store i32 5, %1\n ret %1\n}\n"
      "define i32 @main() {\nb0:\n %1 = call ptr @local site=2\n"
      " %2 = load i32 %1\n ret %2\n}\n";
  expect(text, "returned 0");
  expect_with(text, (InterpOptions){.memory = INTERP_STRICT}, NULL, 0,
              "bad access 0x7f0000000000");
}

TEST(program_interp_valid) {
  static const struct {
    const char *before, *asked, *said;
  } rows[] = {
      {"", "valid.access i1 %1, i64 4, i64 4", "-1"},
      {"", "valid.access i1 %1, i64 5, i64 4", "0"},
      {"", "valid.access i1 %1, i64 9, i64 0", "-1"},
      {"", "valid.access i1 %2, i64 -4, i64 4", "-1"}, /* %2 is its end */
      {"", "valid.access i1 %2, i64 0, i64 1", "0"},
      {"", "valid.access i1 ptr 0, i64 0, i64 1", "0"},
      {"", "valid.free i1 %1", "-1"},
      {"", "valid.free i1 ptr 0", "-1"},
      {"", "valid.free i1 %2", "0"},
      {"", "valid.free i1 %3", "0"}, /* a local */
      {" free %1\n", "valid.access i1 %1, i64 0, i64 1", "0"},
      {" free %1\n", "valid.free i1 %1", "0"},
      {"", "valid.access i1 %3, i64 0, i64 4", "-1"},
      {" end %3\n", "valid.access i1 %3, i64 0, i64 4", "0"},
      {" end %3\n begin %3\n", "valid.access i1 %3, i64 0, i64 4", "-1"},
      {"", "valid.at_return i1", "0"},
      {"", "valid.at_exit i1", "-1"}, /* a register has its address */
      {" store %2, $g\n", "valid.at_return i1", "-1"},
      {" free %1\n", "valid.at_return i1", "-1"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char text[512], want[32];
    snprintf(text, sizeof text,
             "pointer 64\nentry @main\nsites 2\nglobal $g ptr\n"
             "define i1 @main() {\nb0:\n %%1 = alloc ptr i64 8 site=1\n"
             " %%2 = gep ptr %%1 imm=8\n %%3 = alloca ptr imm=4 site=2\n%s"
             " %%4 = %s\n ret %%4\n}\n",
             rows[i].before, rows[i].asked);
    snprintf(want, sizeof want, "returned %s", rows[i].said);
    expect(text, want);
  }
}

/* ---- control and calls ---- */

TEST(program_interp_phis_move_at_once) {
  expect("pointer 64\nentry @main\ndefine i32 @main() {\n"
         "b0:\n br b1\n"
         "b1:\n"
         " %1 = phi i32 [i32 1, b0], [%2, b1]\n"
         " %2 = phi i32 [i32 2, b0], [%1, b1]\n"
         " %3 = phi i32 [i32 0, b0], [%4, b1]\n"
         " %4 = add i32 %3, i32 1\n"
         " %5 = slt i1 %4, i32 4\n"
         " condbr %5, b1, b2\n"
         "b2:\n %6 = mul i32 %1, i32 10\n %7 = add i32 %6, %2\n ret %7\n}\n",
         "returned 21");
}

static const char fibonacci[] =
    "pointer 64\nentry @main\nsites 3\n"
    "global $f ptr init=\"\" 0:@fib\n"
    "define i32 @fib(i32 %1) {\n"
    "b0:\n %2 = slt i1 %1, i32 2\n condbr %2, b1, b2\n"
    "b1:\n ret %1\n"
    "b2:\n %3 = sub i32 %1, i32 1\n %4 = call i32 @fib, %3 site=1\n"
    " %5 = sub i32 %1, i32 2\n %6 = load ptr $f\n"
    " %7 = call i32 %6, %5 site=2\n %8 = add i32 %4, %7\n ret %8\n}\n"
    "define i32 @main() {\nb0:\n %1 = call i32 @fib, i32 15 site=3\n"
    " ret %1\n}\n";

TEST(program_interp_recursion_and_fuel) {
  expect(fibonacci, "returned 610");
  expect_with(fibonacci, (InterpOptions){.max_depth = 5}, NULL, 0,
              "fuel (depth)");
  expect_with(fibonacci, (InterpOptions){.max_steps = 1000}, NULL, 0,
              "fuel (steps)");
  expect_with(
      "pointer 64\nentry @main\nsites 1\ndefine void @main() {\n"
      "b0:\n br b1\nb1:\n %1 = alloc ptr i64 100000 site=1\n br b1\n}\n",
      (InterpOptions){.max_bytes = 1 << 24}, NULL, 0, "fuel (memory)");
}

TEST(program_interp_ends) {
  static const char text[] =
      "pointer 64\nentry @main\nsites 2\nfile 0 = \"a.c\"\nloc 1 = 0:3:4\n"
      "error 0 = \"unreach-call\" \"no\"\nerror 1 = \"unreach-call\" \"m\" !1\n"
      "declare i32 @other()\n"
      "define i32 @main() {\nb0:\n %1 = nondet.verifier i32 name=n site=1\n"
      " switch [%1, b1], [i32 0, b2], [i32 1, b3], [i32 2, b4], [i32 -1, b5],"
      " [i32 4, b6], [i32 5, b7]\n"
      "b1:\n ret %1\n"
      "b2:\n stop name=abort !1\n"
      "b3:\n error imm=1 !1\n"
      "b4:\n unsupported name=\"inline asm\" !1\n"
      "b5:\n assume i1 0 !1\n ret i32 0\n"
      "b6:\n %2 = sdiv i32 i32 1, i32 0 !1\n ret %2\n"
      "b7:\n %3 = inttoptr ptr i64 16\n %4 = call i32 %3 site=2 !1\n ret %4\n"
      "}\n";
  static const char *const wants[] = {"stop (abort) at a.c:3:4",
                                      "error 1 at a.c:3:4",
                                      "unsupported (inline asm) at a.c:3:4",
                                      "returned 3",
                                      "trap (division) at a.c:3:4",
                                      "bad call 0x10 at a.c:3:4"};
  for (uint64_t i = 0; i < 6; i++)
    expect_with(text, (InterpOptions){0}, &i, 1, wants[i]);
  uint64_t minus = UINT32_MAX;
  expect_with(text, (InterpOptions){0}, &minus, 1, "assume at a.c:3:4");
  expect_with(text, (InterpOptions){0}, NULL, 0, "no input");
}

TEST(program_interp_varargs) {
  /* 64 bits: i32 at 0, i64 at 8, f80 at 16, i8 at 32 */
  expect("pointer 64\nentry @main\nsites 1\n"
         "define i32 @f(i32 %1) variadic {\nb0:\n %2 = va_area ptr\n"
         " %3 = load i32 %2\n"
         " %4 = gep ptr %2 imm=8\n %5 = load i32 %4\n"
         " %6 = gep ptr %2 imm=16\n %7 = load f80 %6\n"
         " %8 = gep ptr %2 imm=32\n %9 = load i64 %8\n"
         " %10 = fptosi i32 %7\n %11 = trunc i32 %9\n"
         " %12 = mul i32 %3, %5\n %13 = mul i32 %10, %11\n"
         " %14 = add i32 %12, %13\n %15 = sub i32 %14, %1\n ret %15\n}\n"
         "define i32 @main() {\nb0:\n"
         " %1 = call i32 @f, i32 1, i32 3, i64 5,"
         " f80 0x4001e000000000000000, i8 -1 site=1\n ret %1\n}\n",
         "returned 1799");
}

/* ---- inputs: the same before and after inlining ---- */

static const char called[] =
    "pointer 64\nentry @main\nsites 6\n"
    "define i32 @pick() {\nb0:\n %1 = nondet.verifier i32 name=n site=1\n"
    " %2 = alloca ptr imm=4 site=2\n %3 = load i32 %2\n"
    " %4 = xor i32 %1, %3\n ret %4\n}\n"
    "define i32 @twice() {\nb0:\n %1 = call i32 @pick site=3\n"
    " %2 = call i32 @pick site=4\n %3 = mul i32 %2, i32 3\n"
    " %4 = sub i32 %1, %3\n ret %4\n}\n"
    "define i32 @main(i32 %1) {\nb0:\n br b1\n"
    "b1:\n %2 = phi i32 [%1, b0], [%5, b1]\n"
    " %7 = phi i32 [i32 0, b0], [%8, b1]\n"
    " %3 = call i32 @twice site=5\n %4 = mul i32 %2, i32 31\n"
    " %5 = add i32 %4, %3\n %8 = add i32 %7, i32 1\n"
    " %6 = ult i1 %8, i32 5\n condbr %6, b1, b2\n"
    "b2:\n ret %5\n}\n";

/* twice() inlined, and in it the second call of pick(). */
static const char inlined[] =
    "pointer 64\nentry @main\nsites 6\n"
    "context 1 = parent=0 site=5 callee=@twice\n"
    "context 2 = parent=1 site=4 callee=@pick\n"
    "define i32 @pick() {\nb0:\n %1 = nondet.verifier i32 name=n site=1\n"
    " %2 = alloca ptr imm=4 site=2\n %3 = load i32 %2\n"
    " %4 = xor i32 %1, %3\n ret %4\n}\n"
    "define i32 @twice() {\nb0:\n ret i32 0\n}\n"
    "define i32 @main(i32 %1) {\nb0:\n br b1\n"
    "b1:\n %2 = phi i32 [%1, b0], [%5, b1]\n"
    " %7 = phi i32 [i32 0, b0], [%8, b1]\n"
    " %11 = call i32 @pick site=3 context=1\n"
    " %12 = nondet.verifier i32 name=n site=1 context=2\n"
    " %13 = alloca ptr imm=4 site=2 context=2\n"
    " %14 = load i32 %13 context=2\n"
    " %15 = xor i32 %12, %14 context=2\n"
    " %16 = mul i32 %15, i32 3\n"
    " %3 = sub i32 %11, %16\n %4 = mul i32 %2, i32 31\n"
    " %5 = add i32 %4, %3\n %8 = add i32 %7, i32 1\n"
    " %6 = ult i1 %8, i32 5\n condbr %6, b1, b2\n"
    "b2:\n ret %5\n}\n";

TEST(program_interp_inputs_do_not_see_inlining) {
  Fixture x, y;
  fixture_init(&x, called, (InterpOptions){0});
  fixture_init(&y, inlined, (InterpOptions){0});
  InterpTable table;
  interp_table_init(&table, &x.mem);
  uint32_t different = 0;
  uint64_t last = 0;
  for (uint64_t seed = 1; seed <= 20; seed++) {
    InterpRandom random;
    interp_random_init(&random, &x.mem, seed);
    InterpResult a = interp_run(x.run, interp_random(&random));
    InterpResult b = interp_run(y.run, interp_random(&random));
    CHECK_INT(a.end, INTERP_RETURNED);
    CHECK_INT(b.end, INTERP_RETURNED);
    uint64_t first = a.value[0];
    CHECK(first == b.value[0]);
    different += first != last;
    last = first;
    /* Recorded in one, replayed in the other. */
    InterpRecorder recorder = {interp_random(&random), &table};
    interp_run(x.run, interp_record(&recorder));
    CHECK_INT(table.given.n, 21 * (int)seed);
    b = interp_run(y.run, interp_table(&table));
    CHECK(first == b.value[0]);
    interp_random_done(&random);
  }
  CHECK(different > 15);
  CHECK(interp_chain(y.p, 2) == interp_chain_push(interp_chain_push(0, 5), 4));
  interp_table_done(&table);
  fixture_done(&x);
  fixture_done(&y);
}

/* ---- host and trace ---- */

TEST(program_interp_host_printf) {
  Mem mem;
  mem_init(&mem, 0);
  Text out;
  text_init(&out, &mem);
  Fixture x;
  fixture_init(&x,
               "pointer 64\nentry @main\nsites 4\n"
               "type t1 = [64 x i8]\n"
               "global $f t1 init=\"%d|%5u|%-4x|%ld|%llx|%c|%s|%.2s|%g|%a|%%|"
               "%hhd|%*d|%Lg\\0a\"\n"
               "global $s t1 init=\"text\"\n"
               "declare i32 @printf(ptr %1) variadic\n"
               "declare i32 @puts(ptr %1)\n"
               "define i32 @putchar(i32 %1) {\nb0:\n ret i32 -9\n}\n"
               "define i32 @main() {\nb0:\n"
               " %1 = call i32 @printf, $f, i32 -5, i32 77, i32 -1, i64 -6,"
               " i64 -1, i32 65, $s, $s, f64 0x3ff8000000000000,"
               " f64 0x3ff8000000000000, i32 257, i32 4, i32 9,"
               " f80 0x4001e000000000000000 site=1\n"
               " %2 = call i32 @puts, $s+1 site=2\n"
               " %3 = call i32 @putchar, i32 33 site=3\n"
               " %4 = mul i32 %1, i32 1000\n %5 = add i32 %4, %3\n"
               " ret %5\n}\n",
               (InterpOptions){.host = interp_host_printf(&out)});
  InterpResult result = interp_run(x.run, interp_zeros());
  static const char want[] =
      "-5|   77|ffffffff|-6|ffffffffffffffff|A|text|te|1.5|0x1.8p+0|%|1|   9|7"
      "\n";
  CHECK_INT(result.end, INTERP_RETURNED);
  CHECK_INT(result.value[0], ((int)sizeof want - 1) * 1000 + 33);
  Text expected;
  text_init(&expected, &mem);
  text_printf(&expected, "%sext\n!", want);
  CHECK_TEXT(text_get(&out), text_get(&expected));
  text_done(&expected);
  fixture_done(&x);
  text_done(&out);
  mem_done(&mem);
}

typedef struct Trace {
  uint32_t n;
  uint64_t sum, dbg;
} Trace;

static void on_trace(void *ctx, const InterpPlace *place, const BvWord *value) {
  Trace *trace = ctx;
  trace->n++;
  if (place->inst->op == OP_DBG)
    trace->dbg = trace->dbg * 10 + value[0];
  else if (value && place->inst->type.id)
    trace->sum += value[0];
}

TEST(program_interp_trace) {
  Trace trace = {0};
  Fixture x;
  fixture_init(&x,
               "pointer 64\nentry @main\nsites 1\nvar 1 = i \"int\" signed\n"
               "define i32 @one() {\nb0:\n ret i32 1\n}\n"
               "define i32 @main() {\nb0:\n br b1\n"
               "b1:\n %1 = phi i32 [i32 0, b0], [%3, b1]\n dbg %1 var=1\n"
               " %2 = call i32 @one site=1\n %3 = add i32 %1, %2\n"
               " %4 = eq i1 %3, i32 3\n condbr %4, b2, b1\n"
               "b2:\n ret %1\n}\n",
               (InterpOptions){.trace = on_trace, .trace_ctx = &trace});
  InterpResult result = interp_run(x.run, interp_zeros());
  CHECK_INT(result.end, INTERP_RETURNED);
  CHECK_INT(result.value[0], 2);
  CHECK_INT(trace.n, 1 + 3 * 6);
  CHECK_INT(trace.dbg, 12);
  CHECK_INT(trace.sum, (0 + 1 + 2) + 3 + (1 + 2 + 3) + 1);
  fixture_done(&x);
}

/* ---- corners ---- */

TEST(program_interp_calls_that_disagree) {
  expect("pointer 64\nentry @main\nsites 3\n"
         "define i32 @two(i32 %1, i32 %2) {\nb0:\n %3 = sub i32 %1, %2\n"
         " ret %3\n}\n"
         "define void @none() {\nb0:\n ret\n}\n"
         "define i32 @main() {\nb0:\n"
         " call @none, i32 1, i8 2 site=1\n"
         " %1 = call i32 @two, i32 9, i32 4, i64 7 site=2\n ret %1\n}\n",
         "returned 5");
  expect("pointer 64\nentry @main\nsites 1\n"
         "define i32 @id(i32 %1) {\nb0:\n ret %1\n}\n"
         "define i32 @main() {\nb0:\n"
         " %1 = call i32 @id, i64 9 site=1\n ret %1\n}\n",
         "unsupported (an argument of another type than the parameter)");
  uint64_t value = 12;
  expect_with("pointer 64\nentry @main\nsites 1\n"
              "define i32 @id(i32 %1) {\nb0:\n ret %1\n}\n"
              "define i32 @main() {\nb0:\n %1 = call i32 @id site=1\n"
              " ret %1\n}\n",
              (InterpOptions){0}, &value, 1, "returned 12");
}

/* The first page is no memory, also where an access only runs into it. */
TEST(program_interp_null_traps) {
  expect("pointer 32\nentry @main\nsites 1\n"
         "define i32 @main() {\nb0:\n %1 = load i32 ptr 4095\n ret %1\n}\n",
         "trap (access through NULL)");
  expect("pointer 32\nentry @main\nsites 1\n"
         "define i32 @main() {\nb0:\n store i32 1, ptr 4294967294\n"
         " ret i32 0\n}\n",
         "trap (access through NULL)");
}

/* Private objects at both ends of the address space and between objects; a
 * later object takes the place of a private one. */
TEST(program_interp_private_objects) {
  expect("pointer 32\nentry @main\nsites 1\n"
         "define i32 @main() {\nb0:\n"
         " store i32 16909060, ptr 4294967292\n" /* the last bytes */
         " %1 = load i16 ptr 4294967294\n %2 = zext i32 %1\n"
         " store i8 9, ptr 3221225473\n" /* where the local will be */
         " %3 = alloca ptr imm=4 site=1\n"
         " %4 = load i8 ptr 3221225473\n %5 = zext i32 %4\n"
         " store i8 3, ptr 3221225476\n"
         " store i32 -1, %3\n"
         " %6 = load i8 ptr 3221225476\n %7 = zext i32 %6\n"
         " %8 = mul i32 %2, i32 100\n %9 = mul i32 %5, i32 10\n"
         " %10 = add i32 %8, %9\n %11 = add i32 %10, %7\n ret %11\n}\n",
         "returned 25803");
}

TEST(program_interp_deep_recursion) {
  static const char text[] =
      "pointer 64\nentry @main\nsites 2\n"
      "define i32 @down(i32 %1) {\nb0:\n %2 = eq i1 %1, i32 0\n"
      " condbr %2, b1, b2\nb1:\n ret i32 7\n"
      "b2:\n %3 = sub i32 %1, i32 1\n %4 = call i32 @down, %3 site=1\n"
      " ret %4\n}\n"
      "define i32 @main() {\nb0:\n %1 = call i32 @down, i32 90000 site=2\n"
      " ret %1\n}\n";
  expect(text, "returned 7");
  expect_with(text, (InterpOptions){.max_bytes = 1 << 20}, NULL, 0,
              "fuel (memory)");
}

/* Damaged programs that are still valid run to some end. */
TEST(program_interp_survives_damage) {
  static const char *const texts[] = {fibonacci, called, inlined, outside};
  static char damaged[4000];
  Rng rng = {11};
  uint32_t valid = 0;
  for (int round = 0; round < 8000; round++) {
    const char *from = texts[rng_below(&rng, 4)];
    uint32_t n = (uint32_t)strlen(from);
    memcpy(damaged, from, n + 1);
    for (uint32_t k = 1 + rng_below(&rng, 3); k--;) {
      uint32_t a = rng_below(&rng, n);
      while (damaged[a] < '0' || damaged[a] > '9') a = rng_below(&rng, n);
      damaged[a] = (char)('0' + rng_below(&rng, 10));
    }
    Mem mem;
    mem_init(&mem, 0);
    Text error;
    Program *p;
    text_init(&error, &mem);
    if (prog_parse(&p, &mem, damaged, &error)) {
      if (prog_validate(p, &error)) {
        Interp *run = interp_new(
            &mem, p, (InterpOptions){.max_steps = 20000, .max_bytes = 1 << 20});
        InterpRandom random;
        interp_random_init(&random, &mem, (uint64_t)round);
        InterpResult result = interp_run(run, interp_random(&random));
        CHECK(result.end < INTERP_END_COUNT);
        interp_random_done(&random);
        interp_free(run);
        valid++;
      }
      prog_free(p);
    }
    text_done(&error);
    mem_done(&mem);
  }
  CHECK(valid > 500);
}
