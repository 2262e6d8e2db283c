/* SPDX-License-Identifier: MIT
 *
 * Concolic execution: what is found makes the interpreter fail, too; what
 * cannot fail is not found; the same search goes the same way. */
#include "concolic/concolic.h"
#include "unit/interp/fixture.h"

typedef struct Search {
  Budget budget;
  Concolic *concolic;
  ConcolicFound found;
} Search;

static void search_init(Search *s, Fixture *x, uint64_t ticks) {
  s->budget = (Budget){.tick_limit = ticks};
  ConcolicSetup setup = {&x->mem, x->p, &s->budget};
  s->concolic = concolic_new(&setup);
  concolic_found_init(&s->found, &x->mem);
}

static ConcolicStats search_done(Search *s) {
  ConcolicStats stats = concolic_stats(s->concolic);
  concolic_found_done(&s->found);
  concolic_free(s->concolic);
  return stats;
}

static bool fails(Fixture *x, ConcolicFound *found) {
  InterpResult result = interp_run(x->run, interp_table(&found->values));
  return result.end == INTERP_ERROR;
}

/* Some run fails, and does so with the inputs that were found. */
static ConcolicStats check_found(const char *text) {
  Fixture x;
  Search s;
  fixture_init(&x, text, (InterpOptions){0});
  search_init(&s, &x, 100000);
  bool found = concolic_next(s.concolic, &s.found);
  CHECK(found);
  if (found) CHECK(fails(&x, &s.found));
  ConcolicStats stats = search_done(&s);
  fixture_done(&x);
  return stats;
}

static void check_none(const char *text) {
  Fixture x;
  Search s;
  fixture_init(&x, text, (InterpOptions){0});
  search_init(&s, &x, 100000);
  CHECK(!concolic_next(s.concolic, &s.found));
  CHECK(!budget_is_spent(&s.budget));
  search_done(&s);
  fixture_done(&x);
}

#define HEAD                                                                   \
  "pointer 64\nentry @main\nsites 4\n"                                         \
  "error 0 = \"unreach-call\" \"no\"\nerror 1 = \"unreach-call\" \"m\"\n"

/* x * 3 + 1 is 22, and y ^ x is 85: no run comes there by chance. */
static const char equations[] = HEAD
    "define i32 @main() {\nb0:\n %1 = nondet.verifier i32 name=n site=1\n"
    " %2 = nondet.verifier i32 name=n site=2\n"
    " %3 = mul i32 %1, i32 3\n %4 = add i32 %3, i32 1\n"
    " %5 = eq i1 %4, i32 22\n condbr %5, b1, b3\n"
    "b1:\n %6 = xor i32 %1, %2\n %7 = eq i1 %6, i32 85\n condbr %7, b2, b3\n"
    "b2:\n error imm=1\n"
    "b3:\n ret i32 0\n}\n";

TEST(concolic_solves_equations) {
  ConcolicStats stats = check_found(equations);
  CHECK(stats.runs >= 3 && stats.runs <= 6);
  CHECK(stats.queries >= 2 && stats.edges > 0);
}

TEST(concolic_is_repeatable) {
  ConcolicStats first = check_found(equations);
  ConcolicStats second = check_found(equations);
  CHECK_INT(first.runs, second.runs);
  CHECK_INT(first.steps, second.steps);
  CHECK_INT(first.queries, second.queries);
}

/* The input passes through memory, bytes of it are exchanged on the way. */
TEST(concolic_follows_memory) {
  check_found(HEAD "define i32 @main() {\nb0:\n %1 = alloca ptr imm=8 site=1\n"
                   " %2 = nondet.verifier i32 name=n site=2\n"
                   " store %2, %1\n"
                   " %3 = gep ptr %1 imm=1\n %4 = load i8 %3\n"
                   " %5 = gep ptr %1 imm=4\n memcpy %5, %1, i64 4\n"
                   " store %4, %5\n"
                   " %6 = load i32 %5\n %7 = eq i1 %6, i32 305402486\n"
                   " condbr %7, b1, b2\n" /* 0x12343676 */
                   "b1:\n ret i32 1\n"
                   "b2:\n %8 = eq i1 %6, i32 305419868\n" /* 0x1234785c */
                   " condbr %8, b1, b3\n"
                   "b3:\n %9 = eq i1 %6, i32 305411190\n" /* 0x12345676 */
                   " condbr %9, b1, b4\n"
                   "b4:\n %10 = lshr i32 %6, i32 8\n %11 = trunc i8 %6\n"
                   " %12 = zext i32 %11\n %13 = trunc i8 %10\n"
                   " %14 = zext i32 %13\n %15 = eq i1 %12, %14\n"
                   " %16 = eq i1 %12, i32 90\n %17 = and i1 %15, %16\n"
                   " condbr %17, b5, b1\n"
                   "b5:\n error imm=1\n}\n");
}

/* A loop that must go round five times, each with another input. */
static const char rounds[] =
    HEAD "define i32 @main() {\nb0:\n br b1\n"
         "b1:\n %1 = phi i32 [i32 0, b0], [%5, b2]\n"
         " %2 = nondet.verifier i32 name=n site=1\n"
         " %3 = mul i32 %1, i32 7\n %4 = eq i1 %2, %3\n condbr %4, b2, b4\n"
         "b2:\n %5 = add i32 %1, i32 1\n %6 = eq i1 %5, i32 5\n"
         " condbr %6, b3, b1\n"
         "b3:\n error imm=1\n"
         "b4:\n ret i32 0\n}\n";

TEST(concolic_goes_round) {
  check_found(rounds);
}

/* Assumptions are forks as well. */
TEST(concolic_passes_assumptions) {
  check_found(HEAD "define i32 @main() {\nb0:\n"
                   " %1 = nondet.verifier i32 name=n site=1\n"
                   " %2 = slt i1 i32 1000, %1\n assume %2\n"
                   " %3 = urem i32 %1, i32 17\n %4 = eq i1 %3, i32 16\n"
                   " condbr %4, b1, b2\n"
                   "b1:\n error imm=1\n"
                   "b2:\n ret i32 0\n}\n");
}

/* Both sides of every branch are seen, and none is an error. */
TEST(concolic_ends_where_nothing_fails) {
  check_none(HEAD "define i32 @main() {\nb0:\n"
                  " %1 = nondet.verifier i32 name=n site=1\n"
                  " %2 = and i32 %1, i32 1\n %3 = mul i32 %1, %1\n"
                  " %4 = and i32 %3, i32 1\n %5 = eq i1 %2, %4\n"
                  " condbr %5, b1, b2\n"
                  "b1:\n ret i32 0\n"
                  "b2:\n error imm=1\n}\n");
  check_none(HEAD "define i32 @main() {\nb0:\n ret i32 0\n"
                  "b1:\n error imm=1\n}\n");
}

/* An error behind a trap or an unsupported instruction is not reached. */
TEST(concolic_does_not_pass_ends) {
  check_none(HEAD "define i32 @main() {\nb0:\n"
                  " %1 = nondet.verifier i32 name=n site=1\n"
                  " %2 = eq i1 %1, i32 3\n condbr %2, b1, b2\n"
                  "b1:\n unsupported name=\"inline asm\"\n"
                  "b2:\n %3 = eq i1 %1, i32 4\n condbr %3, b3, b4\n"
                  "b3:\n %4 = sdiv i32 i32 1, i32 0\n error imm=1\n"
                  "b4:\n ret i32 0\n}\n");
}

TEST(concolic_keeps_its_budget) {
  Fixture x;
  Search s;
  fixture_init(&x, rounds, (InterpOptions){0});
  search_init(&s, &x, 1);
  CHECK(!concolic_next(s.concolic, &s.found));
  CHECK(budget_is_spent(&s.budget));
  search_done(&s);
  fixture_done(&x);
}
