/* SPDX-License-Identifier: MIT
 *
 * SMT-LIB print and parse, errors of the reader, infix text. */
#include "unit/unit.h"
#include "unit/term/gen.h"

static void check_round_trip(TermStore *s, Term t) {
  Text out;
  TermScript script;
  text_init(&out, term_store_mem(s));
  term_script_init(&script, s);
  term_print(&out, s, t);
  Term back = term_parse(s, text_get(&out), &script);
  if (!term_same(back, t))
    unit_fail(__FILE__, __LINE__, "%s: %.300s", text_get(&script.error),
              text_get(&out));
  term_script_done(&script, s);
  text_done(&out);
}

static Term random_atom(Gen *g) {
  TermLinear atom = {.op = (TermLinearOp)rng_below(&g->rng, 3)};
  for (uint32_t i = 1 + rng_below(&g->rng, 4); i > 0; i--)
    atom.at[atom.n++] = (TermMonomial){gen_bv(g, g->width, 1),
                                       (TermReading)rng_below(&g->rng, 2),
                                       (int64_t)rng_below(&g->rng, 11) - 5};
  atom.bound = (Integer)rng_below(&g->rng, 41) - 20;
  return term_linear_make(g->store, &atom);
}

TEST(term_print_parse_identity) {
  Mem mem;
  mem_init(&mem, 0);
  Rng rng = {21};
  for (uint32_t round = 0; round < 80; round++) {
    TermStore *s = term_store_new(&mem);
    uint32_t w = round % 4 == 0 ? 32 : 1 + rng_below(&rng, 70);
    Gen g = {.store = s,
             .rng = {round + 5},
             .width = w,
             .n_floats = round % 3 == 0,
             .n_arrays = round % 4 == 0};
    for (uint32_t i = 0; i < 30; i++) {
      Term t = gen_any(&g, 2 + i % 6);
      check_round_trip(s, t);
      check_round_trip(s, term_and(s, random_atom(&g), gen_bool(&g, 3)));
    }
    term_store_free(s);
  }
  mem_done(&mem);
}

/* A script read into another store and printed there is the same script. */
TEST(term_script_fixpoint) {
  Mem mem;
  mem_init(&mem, 0);
  for (uint32_t round = 0; round < 60; round++) {
    TermStore *s = term_store_new(&mem);
    Gen g = {.store = s,
             .rng = {round + 1},
             .width = 32,
             .n_floats = round % 2,
             .n_arrays = round % 3 == 0};
    Term asserts[4];
    for (uint32_t i = 0; i < 4; i++) asserts[i] = gen_bool(&g, 5);
    Text first;
    text_init(&first, &mem);
    term_print_script(&first, s, asserts, 4);
    TermScript script;
    term_script_init(&script, s);
    bool good = term_parse_script(s, text_get(&first), &script);
    if (!good)
      unit_fail(__FILE__, __LINE__, "line %u: %s", script.error_line,
                text_get(&script.error));
    CHECK_INT(script.asserts.n, 4);
    CHECK_INT(script.n_checks, 1);
    for (uint32_t i = 0; good && i < 4; i++)
      CHECK(term_same(script.asserts.at[i], asserts[i]));
    term_script_done(&script, s);
    TermStore *other = term_store_new(&mem);
    term_script_init(&script, other);
    CHECK(term_parse_script(other, text_get(&first), &script));
    for (uint32_t i = 0; good && i < 4; i++)
      CHECK(term_same(term_translate(s, other, script.asserts.at[i]),
                      asserts[i]));
    term_script_done(&script, other);
    term_store_free(other);
    text_done(&first);
    term_store_free(s);
  }
  mem_done(&mem);
}

static const char ordinary[] =
    "(set-info :status sat) ; comment (\n"
    "(set-logic QF_ABV)\n"
    "(declare-fun x () (_ BitVec 8))(declare-const |odd name| Bool)\n"
    "(declare-fun m () (Array (_ BitVec 8) (_ BitVec 8)))\n"
    "(define-fun five () (_ BitVec 8) (_ bv5 8))\n"
    "(assert (! (let ((x (bvadd x five)) (y x)) (bvugt x y)) :named first))\n"
    "(assert (=> |odd name| first (= (select m #x0F) five x)))\n"
    "(assert (distinct x five ((_ rotate_left 3) x)))\n"
    "(assert (or (bvsge x #b00000001) (= (bvcomp x five) #b1)))\n"
    "(assert (= ((_ extract 3 0) x) ((_ zero_extend 2) (_ bv1 2))))\n"
    "(check-sat)(get-model)(exit)\n";

TEST(term_parse_ordinary_file) {
  Mem mem;
  mem_init(&mem, 0);
  TermStore *s = term_store_new(&mem);
  TermScript script;
  term_script_init(&script, s);
  bool good = term_parse_script(s, ordinary, &script);
  CHECK_TEXT(text_get(&script.error), "");
  CHECK(good);
  CHECK_INT(script.asserts.n, 5);
  Term x = term_find_var(s, "x");
  Term sum = term_add(s, x, term_u64(s, 5, 8));
  CHECK(term_same(script.asserts.at[0], term_ult(s, x, sum)));
  term_script_done(&script, s);
  term_store_free(s);
  mem_done(&mem);
}

TEST(term_parse_errors) {
  static const struct {
    const char *text;
    uint32_t line;
  } bad[] = {{"(assert true", 1},
             {"(declare-const x (_ BitVec 8))\n(assert x)", 2},
             {"(declare-const x Bool)\n\n(assert (and x y))", 3},
             {"(declare-fun f (Bool) Bool)", 1},
             {"(assert (bvadd #b0 #b00))", 1},
             {"(assert (forall ((x Bool)) x))", 1},
             {"(push 1)", 1},
             {"(assert ((_ extract 9 0) #b00))", 1},
             {"(assert (= #xZ #x0))", 1},
             {"(assert (fp.add #b0 #b1))", 1},
             {"(assert (let ((x true)) x)", 1},
             {"(assert (_ bv 8))", 1},
             {"(assert (not))", 1},
             {"(assert (or))", 1},
             {"(assert (= #b1))", 1},
             {"(assert ())", 1},
             {"(assert (select true true))", 1},
             {"(assert (ite #b1 true true))", 1},
             {"(assert RNE)", 1},
             {"(assert 5)", 1},
             {"(declare-const x (Array Bool Bool))", 1},
             {"(assert |abc", 1},
             {")", 1}};
  for (uint32_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    Mem mem;
    mem_init(&mem, 0);
    TermStore *s = term_store_new(&mem);
    TermScript script;
    term_script_init(&script, s);
    bool good = term_parse_script(s, bad[i].text, &script);
    if (good || script.error_line != bad[i].line || script.error.n == 0)
      unit_fail(__FILE__, __LINE__, "%s: line %u, %s", bad[i].text,
                script.error_line, text_get(&script.error));
    term_script_done(&script, s);
    term_store_free(s);
    mem_done(&mem);
  }
}

/* The plain script has no annotations and none of Z3's operators; only the
 * bits of floats add assertions. */
TEST(term_plain_script) {
  Mem mem;
  mem_init(&mem, 0);
  for (uint32_t round = 0; round < 40; round++) {
    TermStore *s = term_store_new(&mem);
    Gen g = {.store = s,
             .rng = {round + 1},
             .width = 16,
             .n_floats = round % 2,
             .n_arrays = round % 3 == 0};
    Term assertion = gen_bool(&g, 5);
    Text out;
    text_init(&out, &mem);
    term_print_plain_script(&out, s, &assertion, 1);
    CHECK(!strstr(text_get(&out), ":cutpoint"));
    CHECK(!strstr(text_get(&out), "to_ieee_bv"));
    TermScript script;
    term_script_init(&script, s);
    bool good = term_parse_script(s, text_get(&out), &script);
    CHECK_TEXT(text_get(&script.error), "");
    CHECK(good && script.n_checks == 1 && script.asserts.n >= 1);
    if (good && round % 2 == 0) CHECK_INT(script.asserts.n, 1);
    term_script_done(&script, s);
    text_done(&out);
    term_store_free(s);
  }
  mem_done(&mem);
}

/* Variables may be called like operators and constants. */
TEST(term_print_reserved_names) {
  static const char *const names[] = {"select",   "true",   "and", "and ",
                                      "RNE",      "signed", "let", "a b",
                                      "select  ", "?1",     "_"};
  Mem mem;
  mem_init(&mem, 0);
  TermStore *s = term_store_new(&mem);
  Term all = term_true();
  for (uint32_t i = 0; i < sizeof names / sizeof names[0]; i++)
    all = term_and(s, term_not(all), term_var(s, names[i], sort_bool()));
  check_round_trip(s, all);
  Text out;
  TermScript script;
  text_init(&out, &mem);
  term_print_script(&out, s, &all, 1);
  TermStore *other = term_store_new(&mem);
  term_script_init(&script, other);
  CHECK(term_parse_script(other, text_get(&out), &script));
  CHECK_TEXT(text_get(&script.error), "");
  CHECK(term_same(term_translate(s, other, script.asserts.at[0]), all));
  term_script_done(&script, other);
  text_done(&out);
  term_store_free(other);
  term_store_free(s);
  mem_done(&mem);
}

/* What starts with . or @ belongs to solvers. */
TEST(term_plain_names) {
  Mem mem;
  mem_init(&mem, 0);
  TermStore *s = term_store_new(&mem);
  Term both = term_and(s, term_var(s, ".str", sort_bool()),
                       term_var(s, "@x", sort_bool()));
  Text out;
  text_init(&out, &mem);
  term_print_plain_script(&out, s, &both, 1);
  CHECK(strstr(text_get(&out), "| .str |") && strstr(text_get(&out), "| @x |"));
  CHECK(!strstr(text_get(&out), "|.") && !strstr(text_get(&out), "|@"));
  text_done(&out);
  term_store_free(s);
  mem_done(&mem);
}

TEST(term_infix_text) {
  Mem mem;
  mem_init(&mem, 0);
  TermStore *s = term_store_new(&mem);
  Text out;
  text_init(&out, &mem);
  Term x = term_var(s, "x", sort_bv(32)), y = term_var(s, "y", sort_bv(32));
  Term p = term_slt(s, term_add(s, x, term_i64(s, -1, 32)), y);
  Term q = term_not(term_ult(s, x, term_u64(s, 7, 32)));
  term_print_infix(&out, s, term_or(s, p, term_and(s, q, term_ne(s, x, y))), 0);
  CHECK_TEXT(text_get(&out), "x + -1 < y || 7u <= (unsigned)x && x != y");
  text_clear(&out);
  TermLinear atom = {.op = TERM_LE, .n = 2, .bound = 9};
  atom.at[0] = (TermMonomial){x, TERM_SIGNED, 2};
  atom.at[1] = (TermMonomial){y, TERM_UNSIGNED, -3};
  Term lin = term_linear_make(s, &atom);
  term_print_infix(&out, s, lin, 0);
  text_add(&out, "; ");
  term_print_infix(&out, s, term_not(lin), 0);
  CHECK_TEXT(text_get(&out), "2*x - 3*(unsigned)y <= 9; "
                             "-2*x + 3*(unsigned)y <= -10");
  text_done(&out);
  term_store_free(s);
  mem_done(&mem);
}
