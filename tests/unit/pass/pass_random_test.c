/* SPDX-License-Identifier: MIT
 *
 * Random programs do the same before and after every pass, on the same inputs.
 *
 * Until slicing, a run ends in the same way, with the same value or error.
 * Slicing keeps only whether and which error (or unsupported construct) is
 * reached.  A run that spends its steps is in an endless loop, as all others of
 * these programs are short: afterwards it may end early, but in no error. */
#include "unit/pass/pass_test.h"
#include "unit/ir/random_program.h"
#include "interp/interp.h"

enum { N_RUNS = 4, MAX_STEPS = 50000 };

typedef struct Outcome {
  InterpEnd end;
  uint32_t error;
  uint64_t value;
} Outcome;

static void run_all(Mem *mem, const Program *p, uint64_t seed, Outcome *out) {
  Interp *run = interp_new(
      mem, p, (InterpOptions){.max_steps = MAX_STEPS, .max_depth = 1000});
  for (uint32_t i = 0; i < N_RUNS; i++) {
    InterpRandom random;
    interp_random_init(&random, mem, seed * N_RUNS + i);
    InterpResult r = interp_run(run, interp_random(&random));
    out[i] = (Outcome){r.end, r.end == INTERP_ERROR ? r.error : 0,
                       r.end == INTERP_RETURNED && r.bits ? r.value[0] : 0};
    interp_random_done(&random);
  }
  interp_free(run);
}

static bool reaches(Outcome o) {
  return o.end == INTERP_ERROR || o.end == INTERP_UNSUPPORTED;
}

/* An assumption found false early is a STOP after cleaning. */
static InterpEnd plain(InterpEnd end) {
  return end == INTERP_ASSUME ? INTERP_STOP : end;
}

typedef enum Same { SAME_ENDS, SAME_ERRORS } Same;

static void compare(const Outcome *before, const Outcome *after, Same same,
                    const char *pass, uint64_t seed) {
  for (uint32_t i = 0; i < N_RUNS; i++) {
    Outcome a = before[i], b = after[i];
    if (a.end == INTERP_FUEL || b.end == INTERP_FUEL) {
      if (a.end != INTERP_FUEL || reaches(b))
        unit_fail(__FILE__, __LINE__, "seed %llu run %u, %s: %s became %s",
                  (unsigned long long)seed, i, pass, interp_end_name(a.end),
                  interp_end_name(b.end));
      continue;
    }
    bool good = same == SAME_ENDS ? plain(a.end) == plain(b.end)
                                  : reaches(a) == reaches(b);
    if (same == SAME_ENDS || reaches(a))
      good = good && a.error == b.error && plain(a.end) == plain(b.end);
    if (same == SAME_ENDS) good = good && a.value == b.value;
    if (!good)
      unit_fail(__FILE__, __LINE__,
                "seed %llu run %u, %s: %s %u/%llu became %s %u/%llu",
                (unsigned long long)seed, i, pass, interp_end_name(a.end),
                a.error, (unsigned long long)a.value, interp_end_name(b.end),
                b.error, (unsigned long long)b.value);
  }
}

static void run_pass(Program *p, int pass, uint32_t *unrolled,
                     uint32_t *equal) {
  if (pass == 0) pass_clean(p);
  if (pass == 1) pass_resolve_calls(p, PASS_STRANGERS_STAY);
  if (pass == 2) pass_inline(p, &INLINE_DEFAULTS);
  if (pass == 3) pass_clean(p);
  if (pass == 4) pass_memory(p);
  if (pass == 5) pass_clean(p);
  if (pass == 6) pass_loads(p);
  if (pass == 7) pass_clean(p);
  if (pass == 8) *equal += pass_equal(p);
  if (pass == 9) pass_slice(p);
  if (pass == 10) pass_clean(p);
  if (pass == 11) *unrolled += pass_unroll(p, PASS_UNROLL_ALL, 4000);
  if (pass == 12) pass_memory(p);
}

static void check_seed(uint64_t seed, uint32_t *ends, uint32_t *unrolled,
                       uint32_t *equal) {
  static const char *const names[] = {
      "clean", "calls", "inline", "clean", "memory", "clean", "loads",
      "clean", "equal", "slice",  "clean", "unroll", "memory"};
  Bench b;
  mem_init(&b.mem, 0);
  b.p = random_program(&b.mem, seed);
  CHECK_VALID(&b);
  Outcome before[N_RUNS], after[N_RUNS];
  run_all(&b.mem, b.p, seed, before);
  for (uint32_t i = 0; i < N_RUNS; i++) ends[before[i].end]++;
  for (int pass = 0; pass < 13; pass++) {
    /* a scalarised local is another input than the memory it was */
    if ((pass == 4 || pass == 12) && seed % 2 == 0) continue;
    run_pass(b.p, pass, unrolled, equal);
    CHECK_VALID(&b);
    run_all(&b.mem, b.p, seed, after);
    compare(before, after, pass < 9 ? SAME_ENDS : SAME_ERRORS, names[pass],
            seed);
  }
  bench_done(&b);
}

TEST(pass_random_programs) {
  uint32_t ends[INTERP_END_COUNT] = {0}, unrolled = 0, equal = 0;
  for (uint64_t seed = 1; seed <= 300; seed++)
    check_seed(seed, ends, &unrolled, &equal);
  CHECK(unrolled > 20);
  CHECK(equal > 20);
  CHECK(ends[INTERP_ERROR] > 100); /* the programs are worth comparing */
  CHECK(ends[INTERP_RETURNED] > 100);
  CHECK(ends[INTERP_TRAP] > 10);
  CHECK(ends[INTERP_STOP] > 10);
}
