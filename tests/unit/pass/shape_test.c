/* SPDX-License-Identifier: MIT
 *
 * Shapes: what is left of a program when its memory is known. */
#include "unit/pass/pass_test.h"
#include "pass/shape/shape.h"

/* main prepends nodes as long as it likes, frees the list from its head, and
 * reaches the error if a node that is freed is no live object. */
static const char list_text[] = "pointer 64\n"
                                "entry @main\n"
                                "sites 8\n"
                                "error 0 = \"valid-free\" \"e\" !0\n"
                                "define void @main() {\n"
                                "b0:\n"
                                "  br b1\n"
                                "b1:\n"
                                "  %2 = phi ptr [ptr 0, b0], [%5, b2]\n"
                                "  %3 = nondet.verifier i1 name=n site=1\n"
                                "  condbr %3, b2, b3\n"
                                "b2:\n"
                                "  %5 = alloc ptr i64 16 site=2\n"
                                "  store %2, %5\n"
                                "  br b1\n"
                                "b3:\n"
                                "  %8 = phi ptr [%2, b1], [%12, b5]\n"
                                "  %9 = eq i1 %8, ptr 0\n"
                                "  condbr %9, b7, b4\n"
                                "b4:\n"
                                "  %11 = valid.free i1 %8\n"
                                "  %12 = load ptr %8\n"
                                "  condbr %11, b5, b6\n"
                                "b5:\n"
                                "  free WHICH\n"
                                "  br b3\n"
                                "b6:\n"
                                "  error\n"
                                "b7:\n"
                                "  ret\n"
                                "}\n";

/* Errors and what is not understood, behind the pass. */
static uint32_t left_of(const char *text, const char *which, ShapeHow how,
                        bool *done) {
  Bench b;
  char buffer[1500];
  const char *at = strstr(text, "WHICH");
  uint32_t states = 0;
  snprintf(buffer, sizeof buffer, "%.*s%s%s", (int)(at - text), text, which,
           at + 5);
  bench_init(&b, buffer);
  ShapeLinks links = {0};
  *done = pass_shape(b.p, how, &links, &states);
  VEC_DONE(b.p->mem, &links);
  CHECK(states > 0);
  uint32_t left = 0;
  if (*done) {
    CHECK_VALID(&b);
    CHECK_INT(bench_count(&b, NULL, OP_VALID), 0);
    CHECK_INT(bench_count(&b, NULL, OP_ALLOC), 0);
    CHECK_INT(bench_count(&b, NULL, OP_FREE), 0);
    left = bench_count(&b, "main", OP_ERROR) +
           bench_count(&b, "main", OP_UNSUPPORTED);
  }
  bench_done(&b);
  return left;
}

/* A list of any length has few shapes, but only if rows of nodes are one. */
TEST(pass_shape_lists_of_any_length) {
  bool done;
  CHECK_INT(left_of(list_text, "%8", (ShapeHow){3, SHAPE_FOLD_ALIKE, 0}, &done),
            0);
  CHECK(done);
  CHECK_INT(left_of(list_text, "%8", (ShapeHow){3, SHAPE_FOLD_ALL, 0}, &done),
            0);
  CHECK(done);
  (void)left_of(list_text, "%8", (ShapeHow){3, SHAPE_FOLD_NEVER, 0}, &done);
  CHECK(!done);
}

/* The next node is freed in place of this one: then it is freed twice, or it is
 * none. */
TEST(pass_shape_keeps_errors) {
  bool done;
  CHECK(left_of(list_text, "%12", (ShapeHow){3, SHAPE_FOLD_ALL, 0}, &done) > 0);
  CHECK(done);
}

/* Numbers that a loop counts become variables, and what depends on them is
 * still there. */
static const char array_text[] = "pointer 64\n"
                                 "entry @main\n"
                                 "sites 8\n"
                                 "error 0 = \"valid-deref\" \"e\" !0\n"
                                 "define void @main() {\n"
                                 "b0:\n"
                                 "  %1 = nondet.verifier i64 name=n site=1\n"
                                 "  %2 = alloc ptr %1 site=2\n"
                                 "  br b1\n"
                                 "b1:\n"
                                 "  %4 = phi i64 [i64 0, b0], [%11, b4]\n"
                                 "  %5 = ult i1 %4, WHICH\n"
                                 "  condbr %5, b2, b5\n"
                                 "b2:\n"
                                 "  %7 = valid.access i1 %2, %4, i64 1\n"
                                 "  condbr %7, b4, b3\n"
                                 "b3:\n"
                                 "  error\n"
                                 "b4:\n"
                                 "  %10 = gep ptr %2, %4 stride=1\n"
                                 "  %11 = add i64 %4, i64 1\n"
                                 "  store i8 1, %10\n"
                                 "  br b1\n"
                                 "b5:\n"
                                 "  ret\n"
                                 "}\n";

TEST(pass_shape_leaves_numbers_to_others) {
  bool done;
  CHECK(left_of(array_text, "%1", (ShapeHow){1, SHAPE_FOLD_ALL, 0}, &done) > 0);
  CHECK(done);
}

/* Blocks of known size need nobody else. */
TEST(pass_shape_computes_constants) {
  bool done;
  Bench b;
  char buffer[1500];
  uint32_t states;
  const char *size = strstr(array_text, "%1 site=2");
  snprintf(buffer, sizeof buffer, "%.*si64 4%s", (int)(size - array_text),
           array_text, size + 2);
  char *bound = strstr(buffer, "WHICH");
  memcpy(bound, "i64 4", 5);
  bench_init(&b, buffer);
  ShapeLinks links = {0};
  done = pass_shape(b.p, (ShapeHow){40, SHAPE_FOLD_NEVER, 0}, &links, &states);
  VEC_DONE(b.p->mem, &links);
  CHECK(done);
  CHECK_VALID(&b);
  CHECK_INT(bench_count(&b, "main", OP_ERROR), 0);
  CHECK_INT(bench_count(&b, "main", OP_CONDBR), 0);
  bench_done(&b);
}
