/* SPDX-License-Identifier: MIT
 *
 * The interpreter against plain C: every operation at small widths on all
 * operands, at machine widths on random ones; floats on samples. */
#include "unit/interp/fixture.h"

#include <math.h>

typedef __int128 I128;
typedef unsigned __int128 U128;

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
