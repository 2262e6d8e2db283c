/* SPDX-License-Identifier: MIT
 *
 * Localisation: what is forgotten, what is not followed, what stays. */
#include "unit/pass/pass_test.h"
#include "pass/over/over.h"

/* main sets $flag, lets f change it by way of a pointer, and looks at it. */
static const char text[] = "pointer 64\n"
                           "entry @main\n"
                           "sites 4\n"
                           "error 0 = \"unreach-call\" \"e\" !0\n"
                           "global $flag i32 size=4 align=4\n"
                           "global $plain i32 size=4 align=4\n"
                           "define void @f(i32 %1, ptr %2) {\n"
                           "b0:\n"
                           "  %3 = eq i1 %1, i32 0\n"
                           "  condbr %3, b1, b2\n"
                           "b1:\n"
                           "  store i32 1, %2\n"
                           "  ret\n"
                           "b2:\n"
                           "  %7 = sub i32 %1, i32 1\n"
                           "  call @f, %7, %2 site=1\n"
                           "  ret\n"
                           "}\n"
                           "define void @main() {\n"
                           "b0:\n"
                           "  store i32 0, $flag\n"
                           "  store i32 0, $plain\n"
                           "  call @f, i32 3, $flag site=2\n"
                           "  %4 = load i32 LOOKED\n"
                           "  %5 = eq i1 %4, i32 0\n"
                           "  condbr %5, b1, b2\n"
                           "b1:\n"
                           "  ret\n"
                           "b2:\n"
                           "  error\n"
                           "}\n";

static uint32_t errors_left(const char *looked, LocalStats *stats) {
  Bench b;
  char buffer[1500];
  const char *at = strstr(text, "LOOKED");
  snprintf(buffer, sizeof buffer, "%.*s%s%s", (int)(at - text), text, looked,
           at + 6);
  bench_init(&b, buffer);
  uint32_t n = b.p->funcs.n;
  uint8_t *stays = MEM_ARRAY(b.p->mem, uint8_t, n);
  CHECK_INT(pass_local_find(b.p, LOCAL_STUBS_RECURSIVE, stays), 1);
  *stats = pass_local(b.p, stays, NULL, LOCAL_NULL_GOES_ON);
  CHECK_VALID(&b);
  MEM_FREE_ARRAY(b.p->mem, stays, n);
  CHECK_INT(bench_count(&b, NULL, OP_CALL), 0);
  CHECK_INT(bench_count(&b, NULL, OP_STORE), 0);
  bool told = false;
  for (uint32_t i = 0; i < b.p->ledger.n; i++)
    told |= b.p->ledger.at[i].direction == LEDGER_OVER &&
            strstr(b.p->ledger.at[i].reason, "'f' is not followed");
  CHECK(told);
  uint32_t errors = bench_count(&b, "main", OP_ERROR);
  bench_done(&b);
  return errors;
}

/* What a function changes that is not followed is forgotten; what it cannot
 * change is a variable. */
TEST(pass_local_forgets_what_a_stub_changes) {
  LocalStats stats;
  CHECK_INT(errors_left("$flag", &stats), 1);
  CHECK_INT(stats.stubs, 1);
  CHECK_INT(stats.forgotten, 1);
  CHECK_INT(errors_left("$plain", &stats), 0);
}

/* What is read through a pointer that is an input. */
static const char follows[] = "pointer 64\n"
                              "entry @main\n"
                              "sites 1\n"
                              "error 0 = \"unreach-call\" \"e\" !0\n"
                              "define void @main() {\n"
                              "b0:\n"
                              "  %1 = nondet.verifier ptr name=x site=1\n"
                              "  %2 = load i32 %1\n"
                              "  %3 = load i32 %1\n"
                              "  %4 = eq i1 %2, %3\n"
                              "  condbr %4, b1, b2\n"
                              "b1:\n"
                              "  ret\n"
                              "b2:\n"
                              "  error\n"
                              "}\n";

/* For errors it is assumed once that the pointer leads to an object, and the
 * ledger forbids a proof; for proofs nothing is. */
TEST(pass_local_ends_at_null_for_errors_alone) {
  static const LocalNulls ways[] = {LOCAL_NULL_GOES_ON, LOCAL_NULL_ENDS};
  for (uint32_t w = 0; w < 2; w++) {
    Bench b;
    bench_init(&b, follows);
    uint8_t *stays = MEM_ARRAY(b.p->mem, uint8_t, b.p->funcs.n);
    LocalStats stats = pass_local(b.p, stays, NULL, ways[w]);
    MEM_FREE_ARRAY(b.p->mem, stays, b.p->funcs.n);
    CHECK_VALID(&b);
    CHECK_INT(stats.forgotten, 2);
    CHECK_INT(bench_count(&b, "main", OP_ERROR), 1);
    CHECK_INT(bench_count(&b, "main", OP_ASSUME), w);
    uint32_t under = 0;
    for (uint32_t i = 0; i < b.p->ledger.n; i++)
      under += b.p->ledger.at[i].direction == LEDGER_UNDER;
    CHECK_INT(under, w);
    bench_done(&b);
  }
}
