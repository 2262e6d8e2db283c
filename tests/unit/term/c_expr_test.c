/* SPDX-License-Identifier: MIT
 *
 * Terms as C expressions: the compiler, with its checker for undefined
 * behaviour, must read them as we evaluate them. */
#include "unit/unit.h"
#include "unit/term/gen.h"

#include <stdlib.h>
#include <unistd.h>

typedef struct Met {
  const TermStore *store;
  TermList vars; /* met so far, in order */
  Mem *mem;
} Met;

static TermCSign sign_of(Term var) {
  return term_node(var) % 2 ? TERM_C_SIGNED : TERM_C_UNSIGNED;
}

static const char *name_of(void *context, Term var, TermCSign *sign) {
  Met *names = context;
  *sign = sign_of(var);
  bool known = false;
  for (uint32_t i = 0; i < names->vars.n; i++)
    known |= term_same(names->vars.at[i], var);
  if (!known) VEC_PUSH(names->mem, &names->vars, var);
  return term_var_name(names->store, var);
}

static uint64_t value_of(Term var, uint64_t seed, uint32_t width) {
  Rng rng = {term_node(var) * 1000003u + seed};
  uint64_t bits = rng_next(&rng);
  if (bits % 3 == 0) bits = rng_below(&rng, 4);
  if (bits % 3 == 1) bits = 0 - (uint64_t)rng_below(&rng, 4);
  return width < 64 ? bits & ((UINT64_C(1) << width) - 1) : bits;
}

typedef struct Point {
  const TermStore *store;
  uint64_t seed;
} Point;

static bool valuation(void *context, TermEval *eval, Term var,
                      TermValue *value) {
  const Point *point = context;
  Sort sort = term_sort(point->store, var);
  if (sort_kind(sort) != SORT_BV) return false;
  uint32_t width = sort_width(sort);
  *value = term_value_u64(eval, value_of(var, point->seed, width), width);
  return true;
}

static void declare(Text *out, const Met *names, uint64_t seed) {
  for (uint32_t i = 0; i < names->vars.n; i++) {
    Term var = names->vars.at[i];
    uint32_t width = term_width(names->store, var);
    text_printf(out, "  %sint%u_t %s = (%sint%u_t)%lluULL;\n",
                sign_of(var) == TERM_C_SIGNED ? "" : "u", width,
                term_var_name(names->store, var),
                sign_of(var) == TERM_C_SIGNED ? "" : "u", width,
                (unsigned long long)value_of(var, seed, width));
  }
}

/* One block of C for a term under one valuation; false when not sayable. */
static bool add_case(Text *out, const TermStore *s, Term t, uint64_t seed) {
  Met names = {.store = s, .mem = term_store_mem(s)};
  Text expression;
  text_init(&expression, names.mem);
  Point point = {s, seed};
  TermEval *eval = term_eval_new(s, valuation, &point);
  TermValue value;
  bool said =
      term_print_c(&expression, s, t, TERM_C_STRICT, name_of, &names, 4000) &&
      term_eval(eval, t, &value) == TERM_EVAL_OK;
  if (said) {
    text_add(out, "{\n");
    declare(out, &names, seed);
    text_printf(out, "  if (!(%s) == %d) return puts(\"%u\"), 1;\n}\n",
                text_get(&expression), value.bits ? 1 : 0, term_node(t));
  }
  term_eval_free(eval);
  text_done(&expression);
  VEC_DONE(names.mem, &names.vars);
  return said;
}

static Term random_atom(Gen *g) {
  TermLinear atom = {.op = (TermLinearOp)rng_below(&g->rng, 3)};
  for (uint32_t i = 1 + rng_below(&g->rng, 3); i > 0; i--)
    atom.at[atom.n++] = (TermMonomial){gen_bv(g, g->width, 1),
                                       (TermReading)rng_below(&g->rng, 2),
                                       (int64_t)rng_below(&g->rng, 7) - 3};
  atom.bound = (Integer)rng_below(&g->rng, 41) - 20;
  return term_linear_make(g->store, &atom);
}

/* Adds random cases of one width; how many. */
static uint32_t add_cases(Text *out, Mem *mem, uint32_t width, uint32_t n) {
  TermStore *s = term_store_new(mem);
  Gen g = {.store = s, .rng = {width + 77}, .width = width};
  uint32_t said = 0;
  for (uint32_t i = 0; i < n; i++) {
    Term t = i % 3 == 0 ? random_atom(&g) : gen_bool(&g, 1 + i % 4);
    said += add_case(out, s, t, i);
    said += add_case(out, s, term_not(t), i + 1);
  }
  term_store_free(s);
  return said;
}

static void compile_and_run(const Text *program) {
  char source[] = "/tmp/cutpoint-unit-XXXXXX.c", binary[64], command[400];
  int file = mkstemps(source, 2);
  require(file >= 0);
  require(write(file, text_get(program), program->n) == (ssize_t)program->n);
  close(file);
  snprintf(binary, sizeof binary, "%.*s", (int)strlen(source) - 2, source);
  snprintf(command, sizeof command,
           "clang-19 -w -fsanitize=undefined -fno-sanitize-recover=all "
           "-o %s %s && %s",
           binary, source, binary);
  CHECK_INT(system(command), 0);
  unlink(source);
  unlink(binary);
}

TEST(term_c_expression) {
  Mem mem;
  mem_init(&mem, 0);
  Text program;
  text_init(&program, &mem);
  text_add(&program, "#include <stdint.h>\n#include <stdio.h>\n"
                     "int main(void) {\n");
  uint32_t said = 0;
  for (uint32_t width = 8; width <= 64; width *= 2)
    said += add_cases(&program, &mem, width, unit_rounds(200));
  text_add(&program, "return 0;\n}\n");
  CHECK(said > unit_rounds(400));
  compile_and_run(&program);
  text_done(&program);
  mem_done(&mem);
}

static const char *fixed_name(void *context, Term var, TermCSign *sign) {
  *sign = TERM_C_SIGNED;
  return term_var_name(context, var);
}

static void check_text(TermStore *s, Term t, const char *want) {
  Text out;
  text_init(&out, term_store_mem(s));
  bool said = term_print_c(&out, s, t, TERM_C_STRICT, fixed_name, s, 1000);
  CHECK_TEXT(said ? text_get(&out) : "-", want);
  text_done(&out);
}

TEST(term_c_expression_is_readable) {
  Mem mem;
  mem_init(&mem, 0);
  TermStore *s = term_store_new(&mem);
  Term x = term_var(s, "x", sort_bv(32)), y = term_var(s, "y", sort_bv(32));
  TermLinear sum = {.op = TERM_LE,
                    .n = 2,
                    .bound = 5,
                    .at = {{x, TERM_SIGNED, 2}, {y, TERM_SIGNED, -1}}};
  check_text(s, term_slt(s, x, y), "x < y");
  check_text(s, term_not(term_slt(s, x, y)), "x >= y");
  check_text(s, term_linear_make(s, &sum),
             "2 * (long long)x - (long long)y <= 5");
  check_text(s, term_or(s, term_eq(s, x, y), term_slt(s, y, x)),
             "y < x || x == y");
  check_text(s, term_eq(s, x, term_mul(s, y, term_i64(s, 2, 32))),
             "x == (int)((unsigned int)y * 2U)");
  Term odd = term_var(s, "odd", sort_bv(33));
  check_text(s, term_slt(s, odd, term_i64(s, 7, 33)), "-");
  term_store_free(s);
  mem_done(&mem);
}
