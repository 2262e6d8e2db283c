/* SPDX-License-Identifier: MIT
 *
 * The passes on small programs with known effects. */
#include "unit/pass/pass_test.h"
#include "interp/interp.h"

void bench_init(Bench *bench, const char *text) {
  mem_init(&bench->mem, 0);
  Text error;
  text_init(&error, &bench->mem);
  if (!prog_parse(&bench->p, &bench->mem, text, &error))
    unit_fail(__FILE__, __LINE__, "the text is broken: %s", text_get(&error));
  text_done(&error);
  bench_check(bench, __FILE__, __LINE__);
}

void bench_done(Bench *bench) {
  prog_free(bench->p);
  mem_done(&bench->mem);
  CHECK_INT(bench->mem.used, 0);
}

void bench_check(const Bench *bench, const char *file, int line) {
  Text problems;
  text_init(&problems, bench->p->mem);
  if (!prog_validate(bench->p, &problems)) {
    Text all;
    text_init(&all, bench->p->mem);
    prog_print(&all, bench->p);
    unit_fail(file, line, "not valid: %s\n%s", text_get(&problems),
              text_get(&all));
    text_done(&all);
  }
  text_done(&problems);
}

static uint32_t count_in(const Function *f, Op op) {
  uint32_t n = 0;
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++)
      n += f->insts.at[f->blocks.at[b].insts.at[i]].op == op;
  return n;
}

uint32_t bench_count(const Bench *bench, const char *func, Op op) {
  uint32_t n = 0;
  for (uint32_t f = 1; f < bench->p->funcs.n; f++)
    if (!func || strcmp(bench->p->funcs.at[f].name, func) == 0)
      n += count_in(&bench->p->funcs.at[f], op);
  return n;
}

uint32_t bench_blocks(const Bench *bench, const char *func) {
  return prog_func(bench->p, prog_find_function(bench->p, func))->blocks.n;
}

uint64_t bench_result(Bench *bench) {
  Interp *run =
      interp_new(&bench->mem, bench->p,
                 (InterpOptions){.max_steps = 10000, .max_depth = 10});
  InterpRandom random;
  interp_random_init(&random, &bench->mem, 1);
  InterpResult r = interp_run(run, interp_random(&random));
  CHECK_INT(r.end, INTERP_RETURNED);
  uint64_t value = r.value[0];
  interp_random_done(&random);
  interp_free(run);
  return value;
}

/* ---- property ---- */

static const Property reach = {.kinds = 1u << PROPERTY_UNREACH_CALL,
                               .entry = "main"};

static void apply(Bench *bench, Property property) {
  PassResult result = pass_property(bench->p, &property);
  CHECK_INT(result.status, PASS_OK);
  CHECK_TEXT(result.message, "");
  CHECK_VALID(bench);
}

static const char calls[] = "pointer 64\n"
                            "entry @main\n"
                            "sites 3\n"
                            "file 0 = \"a.c\"\n"
                            "global $text i32 constant size=4 align=1 "
                            "init=\"x<0\\00\"\n"
                            "declare void @reach_error()\n"
                            "declare void @__VERIFIER_error()\n"
                            "declare void @__assert_fail(ptr %1)\n"
                            "declare void @mine()\n"
                            "define i32 @main(i32 %1) {\n"
                            "b0:\n"
                            "  switch [%1, b1], [i32 1, b2], [i32 2, b3], "
                            "[i32 3, b4], [i32 4, b5]\n"
                            "b1:\n"
                            "  ret i32 0\n"
                            "b2:\n"
                            "  call @reach_error site=1 !1\n"
                            "  br b6\n"
                            "b3:\n"
                            "  call @__assert_fail, $text site=2 !2\n"
                            "  br b6\n"
                            "b4:\n"
                            "  call @__VERIFIER_error site=3 !3\n"
                            "  br b6\n"
                            "b5:\n"
                            "  call @mine site=3 !3\n"
                            "  br b6\n"
                            "b6:\n"
                            "  %9 = phi i32 [i32 1, b2], [i32 2, b3], "
                            "[i32 3, b4], [i32 4, b5]\n"
                            "  ret %9\n"
                            "}\n"
                            "loc 1 = 0:1:1 @main\n"
                            "loc 2 = 0:2:1 @main\n"
                            "loc 3 = 0:3:1 @main\n";

TEST(pass_property_all_error_functions) {
  Bench b;
  bench_init(&b, calls);
  Property property = reach;
  property.kinds = PROPERTY_OWN_ERRORS;
  apply(&b, property);
  CHECK_INT(bench_count(&b, "main", OP_ERROR), 3);
  CHECK_INT(bench_count(&b, "main", OP_CALL), 1);
  CHECK_INT(bench_count(&b, "reach_error", OP_ERROR), 1);
  CHECK_INT(bench_count(&b, "mine", OP_ERROR), 0);
  bool told = false;
  for (uint32_t i = 0; i < b.p->errors.n; i++)
    told |= strcmp(b.p->errors.at[i].message, "assertion fails: x<0") == 0 &&
            strcmp(b.p->errors.at[i].property, "assertion") == 0 &&
            b.p->errors.at[i].loc.id == 2;
  CHECK(told);
  bench_done(&b);
  bench_init(&b, calls);
  apply(&b, reach); /* a failing assert ends the run */
  CHECK_INT(bench_count(&b, "main", OP_ERROR), 2);
  CHECK_INT(bench_count(&b, "main", OP_STOP), 1);
  bench_done(&b);
}

TEST(pass_property_named_error_function) {
  Bench b;
  bench_init(&b, calls);
  Property property = reach;
  property.error_function = "mine";
  apply(&b, property);
  CHECK_INT(bench_count(&b, "main", OP_ERROR), 1);
  CHECK_INT(bench_count(&b, "main", OP_STOP), 1);
  CHECK_INT(bench_count(&b, "main", OP_CALL), 2);
  bench_done(&b);
  bench_init(&b, calls);
  property.error_function = "reach_error"; /* __VERIFIER_error is the same */
  apply(&b, property);
  CHECK_INT(bench_count(&b, "main", OP_ERROR), 2);
  bench_done(&b);
}

static const char two_errors[] = "pointer 64\n"
                                 "entry @main\n"
                                 "sites 2\n"
                                 "file 0 = \"a.c\"\n"
                                 "global $count i32 size=4 align=4\n"
                                 "global $inside i32 size=4 align=4\n"
                                 "declare void @reach_error()\n"
                                 "define i32 @main(i32 %1) {\n"
                                 "b0:\n"
                                 "  switch [%1, b1], [i32 1, b2]\n"
                                 "b1:\n"
                                 "  call @reach_error site=1 !1\n"
                                 "  ret i32 0\n"
                                 "b2:\n"
                                 "  call @reach_error site=2 !2\n"
                                 "  ret i32 1\n"
                                 "}\n"
                                 "loc 1 = 0:1:4 @main\n"
                                 "loc 2 = 0:2:4 @main\n";

/* Errors elsewhere end the run; there one counts while the variable has the
 * value. */
TEST(pass_property_at_one_place) {
  PropertyTarget target = {.file = "a.c",
                           .first_line = 2,
                           .first_col = 4,
                           .last_line = 2,
                           .last_col = 4,
                           .counter = "count",
                           .count = 3,
                           .flag = "inside"};
  Property property = reach;
  property.target = &target;
  Bench b;
  bench_init(&b, two_errors);
  apply(&b, property);
  CHECK_INT(bench_count(&b, "main", OP_ERROR), 1);
  CHECK_INT(bench_count(&b, "main", OP_STOP), 1);
  CHECK_INT(bench_count(&b, "main", OP_ASSUME), 1);
  bench_done(&b);
  target.first_col = 5;
  bench_init(&b, two_errors);
  apply(&b, property);
  CHECK_INT(bench_count(&b, "main", OP_ERROR), 0);
  CHECK_INT(bench_count(&b, "main", OP_STOP), 2);
  bench_done(&b);
}

TEST(pass_property_unsupported_is_told) {
  Bench b;
  bench_init(&b, calls);
  Property property = {.kinds = 1u << PROPERTY_TERMINATION |
                                1u << PROPERTY_NO_OVERFLOW};
  PassResult result = pass_property(b.p, &property);
  CHECK_INT(result.status, PASS_UNSUPPORTED);
  CHECK_TEXT(result.message, "unsupported property: termination");
  property = reach;
  property.error_label = "ERROR";
  result = pass_property(b.p, &property);
  CHECK_INT(result.status, PASS_UNSUPPORTED);
  CHECK_INT(bench_count(&b, NULL, OP_ERROR), 0);
  bench_done(&b);
}

TEST(pass_property_labels) {
  static const char text[] = "pointer 32\n"
                             "entry @main\n"
                             "define void @main(i32 %1) {\n"
                             "b0:\n"
                             "  %2 = eq i1 %1, i32 0\n"
                             "  condbr %2, b1, b2\n"
                             "b1 ERROR:\n"
                             "  br b2\n"
                             "b2 ERROR1:\n"
                             "  ret\n"
                             "}\n"
                             "define void @f(i32 %1) {\n"
                             "b0:\n"
                             "  br b1\n"
                             "b1 ERROR7:\n"
                             "  %3 = add i32 %1, i32 1\n"
                             "  ret\n"
                             "}\n"
                             "var 1 = ERROR int signed size=4 func=@f\n";
  Bench b;
  bench_init(&b, text);
  Property property = reach;
  property.error_label = "ERROR";
  apply(&b, property);
  CHECK_INT(bench_count(&b, "main", OP_ERROR), 1);
  CHECK_INT(bench_count(&b, "main", OP_RET), 1);
  CHECK_INT(bench_count(&b, "f", OP_ERROR), 1);
  CHECK_INT(bench_count(&b, "f", OP_RET), 0);
  bench_done(&b);
}

/* Other returns come by, too. */
TEST(pass_property_label_at_end) {
  static const char text[] = "pointer 32\n"
                             "entry @main\n"
                             "define void @main(i32 %1) {\n"
                             "b0:\n"
                             "  br b1\n"
                             "b1 ERROR:\n"
                             "  ret\n"
                             "}\n";
  Bench b;
  bench_init(&b, text);
  Property property = reach;
  property.error_label = "ERROR";
  CHECK_INT(pass_property(b.p, &property).status, PASS_UNSUPPORTED);
  bench_done(&b);
}

static const char arithmetic[] = "pointer 32\n"
                                 "entry @f\n"
                                 "define i32 @f(i32 %1, i32 %2, ptr %3) {\n"
                                 "b0:\n"
                                 "  %4 = add nsw i32 %1, i32 1\n"
                                 "  %5 = add i32 %4, i32 1\n"
                                 "  %6 = mul nsw i32 %5, %2\n"
                                 "  %7 = sub nsw i32 i32 0, %6\n"
                                 "  %8 = sdiv i32 %7, %2\n"
                                 "  %9 = udiv i32 %8, i32 7\n"
                                 "  %10 = shl i32 %9, %2\n"
                                 "  %11 = lshr i32 %10, i32 31\n"
                                 "  %12 = gep ptr %3, %2 imm=4 stride=4\n"
                                 "  store %11, %12\n"
                                 "  %14 = load i32 %3\n"
                                 "  %15 = add nsw model i32 %14, %1\n"
                                 "  ret %15\n"
                                 "}\n";

TEST(pass_property_guards) {
  static const struct {
    PropertyKind kind;
    uint32_t errors;
  } rows[] = {{PROPERTY_NO_OVERFLOW, 4}, /* add, mul, neg, sdiv */
              {PROPERTY_NO_DIV_ZERO, 1},
              {PROPERTY_NO_BAD_SHIFT, 1},
              {PROPERTY_NULL_DEREF, 1}}; /* one pointer in one block */
  for (int i = 0; i < 4; i++) {
    Bench b;
    bench_init(&b, arithmetic);
    apply(&b, (Property){.kinds = 1u << rows[i].kind});
    CHECK_INT(bench_count(&b, "f", OP_ERROR), rows[i].errors);
    bench_done(&b);
  }
}

TEST(pass_property_assumes_no_overflow) {
  Property property = reach;
  property.overflow = OVERFLOW_ASSUMED_AWAY;
  Bench b;
  bench_init(&b, arithmetic);
  apply(&b, property);
  CHECK_INT(bench_count(&b, "f", OP_ASSUME), 4); /* as above */
  CHECK_INT(bench_count(&b, "f", OP_ERROR), 0);
  CHECK_INT(b.p->ledger.n, 1);
  CHECK_INT(b.p->ledger.at[0].direction, LEDGER_PREMISE);
  bench_done(&b);
  bench_init(&b, arithmetic); /* checked: nothing needs to be assumed */
  property.kinds = 1u << PROPERTY_NO_OVERFLOW;
  apply(&b, property);
  CHECK_INT(bench_count(&b, "f", OP_ASSUME), 0);
  CHECK_INT(b.p->ledger.n, 0);
  bench_done(&b);
}

/* ---- entry ---- */

TEST(pass_entry_parameters_are_inputs) {
  static const char text[] = "pointer 32\n"
                             "entry @main\n"
                             "define i32 @main(i32 %1, ptr %2) {\n"
                             "b0:\n"
                             "  %3 = load i32 %2\n"
                             "  %4 = add i32 %3, %1\n"
                             "  ret %4\n"
                             "}\n";
  Bench b;
  bench_init(&b, text);
  CHECK_INT(pass_entry(b.p, &reach, PASS_ARGUMENTS_MADE).status,
            PASS_UNSUPPORTED); /* there is nobody who makes them */
  CHECK_INT(pass_entry(b.p, &reach, PASS_ARGUMENTS_ANY).status, PASS_OK);
  CHECK_VALID(&b);
  CHECK_INT(prog_func(b.p, b.p->entry)->n_params, 0);
  CHECK_INT(bench_count(&b, "main", OP_NONDET), 2);
  CHECK_INT(bench_count(&b, "main", OP_ASSUME), 1);
  CHECK_INT(b.p->ledger.n, 2); /* argc >= 1, any memory */
  bench_done(&b);
}

TEST(pass_entry_recursive_main_gets_a_stub) {
  static const char text[] = "pointer 32\n"
                             "entry @main\n"
                             "sites 1\n"
                             "define i32 @main(i32 %1) {\n"
                             "b0:\n"
                             "  %2 = call i32 @main, i32 5 site=1\n"
                             "  ret %2\n"
                             "}\n";
  Bench b;
  bench_init(&b, text);
  CHECK_INT(pass_entry(b.p, &reach, PASS_ARGUMENTS_MADE).status, PASS_OK);
  CHECK_VALID(&b);
  CHECK_TEXT(prog_func(b.p, b.p->entry)->name, "main.start");
  CHECK_INT(prog_func(b.p, b.p->entry)->n_params, 0);
  CHECK_INT(bench_count(&b, "main.start", OP_CALL), 1);
  Property other = {.entry = "start"};
  CHECK_INT(pass_entry(b.p, &other, PASS_ARGUMENTS_MADE).status,
            PASS_UNSUPPORTED);
  bench_done(&b);
}

/* ---- clean ---- */

TEST(pass_clean_folds_and_merges) {
  static const char text[] = "pointer 32\n"
                             "entry @f\n"
                             "sites 1\n"
                             "define i32 @f(i32 %1) {\n"
                             "b0:\n"
                             "  %2 = add i32 i32 3, i32 4\n"
                             "  %3 = slt i1 %2, i32 8\n"
                             "  %4 = zext i32 %3\n"
                             "  %5 = ne i1 %4, i32 0\n"
                             "  condbr %5, b1, b2\n"
                             "b1:\n"
                             "  %6 = mul i32 %1, i32 9\n"
                             "  br b3\n"
                             "b2:\n"
                             "  %7 = nondet.verifier i32 name=x site=1\n"
                             "  br b3\n"
                             "b3:\n"
                             "  %8 = phi i32 [%6, b1], [%7, b2]\n"
                             "  %9 = sdiv i32 %8, i32 0\n"
                             "  ret %8\n"
                             "}\n";
  Bench b;
  bench_init(&b, text);
  pass_clean(b.p);
  CHECK_VALID(&b);
  CHECK_INT(bench_blocks(&b, "f"), 1);
  CHECK_INT(prog_func(b.p, b.p->entry)->blocks.at[0].insts.n, 3);
  CHECK_INT(bench_count(&b, "f", OP_SDIV), 1); /* it traps: it stays */
  bench_done(&b);
}

TEST(pass_clean_folds_either_side) {
  static const char text[] = "pointer 32\n"
                             "entry @f\n"
                             "sites 1\n"
                             "define i32 @f(i32 %1) {\n"
                             "b0:\n"
                             "  %2 = and i32 i32 0, %1\n"
                             "  %3 = or i32 i32 0, %1\n"
                             "  %4 = mul i32 i32 1, %3\n"
                             "  %5 = add i32 %2, %4\n"
                             "  %6 = sub i32 i32 0, %5\n"
                             "  ret %6\n"
                             "}\n";
  Bench b;
  bench_init(&b, text);
  pass_clean(b.p);
  CHECK_VALID(&b);
  CHECK_INT(bench_count(&b, "f", OP_SUB), 1); /* 0 - x is not x */
  CHECK_INT(prog_func(b.p, b.p->entry)->blocks.at[0].insts.n, 2);
  bench_done(&b);
}

TEST(pass_clean_keeps_what_matters) {
  static const char text[] = "pointer 32\n"
                             "entry @f\n"
                             "sites 1\n"
                             "define void @f(ptr %1) {\n"
                             "b0:\n"
                             "  %2 = nondet.verifier i32 name=x site=1\n"
                             "  store %2, %1\n"
                             "  %4 = load i32 %1\n"
                             "  %5 = ne i1 %4, i32 0\n"
                             "  assume %5\n"
                             "  br b1\n"
                             "b1:\n"
                             "  %8 = phi i32 [i32 0, b0], [%9, b1]\n"
                             "  %9 = add i32 %8, i32 1\n"
                             "  %10 = eq i1 %9, %2\n"
                             "  condbr %10, b2, b1\n"
                             "b2:\n"
                             "  assume i1 0\n"
                             "  error\n"
                             "}\n"
                             "error 0 = \"unreach-call\" \"x\"\n";
  Bench b;
  bench_init(&b, text);
  pass_clean(b.p);
  CHECK_VALID(&b);
  CHECK_INT(bench_count(&b, "f", OP_STORE), 1);
  CHECK_INT(bench_count(&b, "f", OP_ASSUME), 1);
  CHECK_INT(bench_count(&b, "f", OP_ERROR), 0);
  CHECK_INT(bench_count(&b, "f", OP_STOP), 1);
  CHECK_INT(bench_blocks(&b, "f"), 3);
  bench_done(&b);
}

/* Doubled edges: one entry of the PHI per remaining edge at most. */
TEST(pass_clean_doubled_edges) {
  static const char text[] = "pointer 32\n"
                             "entry @f\n"
                             "define i32 @f(i32 %1) {\n"
                             "b0:\n"
                             "  switch [i32 2, b1], [i32 1, b2], [i32 2, b2], "
                             "[i32 3, b1]\n"
                             "b1:\n"
                             "  br b2\n"
                             "b2:\n"
                             "  %4 = phi i32 [%1, b0], [%1, b0], [i32 7, b1]\n"
                             "  ret %4\n"
                             "}\n";
  Bench b;
  bench_init(&b, text);
  pass_clean(b.p);
  CHECK_VALID(&b);
  CHECK_INT(bench_blocks(&b, "f"), 1);
  CHECK(val_same(
      prog_terminator(prog_func(b.p, b.p->entry), (BlockId){0})->ops[0],
      prog_param(0)));
  bench_done(&b);
}
