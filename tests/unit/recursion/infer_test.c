/* SPDX-License-Identifier: MIT
 *
 * Inferred contracts: what is inductive is found, what is not is not kept,
 * however rarely it fails. */
#include "recursion/infer.h"
#include "ir/io.h"
#include "unit/unit.h"

/* down(a, b) is b, but for STEP added where a is 1000. */
static const char recursion[] =
    "pointer 32\nentry @main\nsites 3\n"
    "define i32 @down(i32 %%1, i32 %%2) {\n"
    "b0:\n  %%3 = eq i1 %%1, i32 0\n  condbr %%3, b1, b2\n"
    "b1:\n  ret %%2\n"
    "b2:\n  %%6 = sub i32 %%1, i32 1\n"
    "  %%7 = call i32 @down, %%6, %%2 site=1\n"
    "  %%8 = eq i1 %%1, i32 1000\n  condbr %%8, b3, b4\n"
    "b3:\n  %%10 = add i32 %%7, i32 %d\n  br b4\n"
    "b4:\n  %%12 = phi i32 [%%7, b2], [%%10, b3]\n  ret %%12\n}\n"
    "define i32 @main() {\n"
    "b0:\n  %%1 = nondet.verifier i32 name=x site=2\n"
    "  %%2 = call i32 @down, %%1, i32 7 site=3\n  ret %%2\n}\n";

/* Does "function: fact" hold the words? */
static bool is_fact(const ConFact *fact, const char *words) {
  char line[500];
  snprintf(line, sizeof line, "%s: %s", fact->function, fact->text);
  return strstr(line, words) != NULL;
}

/* Does the contract of the program, with the number put into it, say so? */
static bool finds_in(const char *program, int number, ConLevel level,
                     const char *fact) {
  Mem mem;
  mem_init(&mem, 0);
  Text text, problem;
  text_init(&text, &mem);
  text_init(&problem, &mem);
  text_printf(&text, program, number);
  Program *original = NULL;
  CHECK(prog_parse(&original, &mem, text_get(&text), &problem));
  Property property = {.kinds = 1u << PROPERTY_UNREACH_CALL, .entry = "main"};
  EngineOptions engine = {0};
  Budget budget = {0};
  ConSetup setup = {.mem = &mem,
                    .program = original,
                    .property = &property,
                    .encoding = {.blocks = ENC_CUTSET},
                    .engine = &engine,
                    .budget = &budget};
  ConFacts facts;
  con_facts_init(&facts, &mem);
  Program *p = con_program(&setup, level, &facts);
  CHECK(p != NULL);
  bool found = false;
  for (uint32_t i = 0; i < facts.list.n; i++)
    found |= is_fact(&facts.list.at[i], fact);
  con_facts_done(&facts);
  Text problems;
  text_init(&problems, &mem);
  CHECK(prog_validate(p, &problems));
  text_done(&problems);
  prog_free(p);
  prog_free(original);
  text_done(&text);
  text_done(&problem);
  mem_done(&mem);
  return found;
}

static bool finds(int step, ConLevel level, const char *fact) {
  return finds_in(recursion, step, level, fact);
}

TEST(contract_infer_an_equality) {
  CHECK(finds(0, CON_EQUALITIES, "down: result + -1*argument2 == 0"));
}

TEST(contract_infer_drops_what_fails_once) {
  CHECK(!finds(1, CON_EQUALITIES, "down: result + -1*argument2 == 0"));
}

/* What every call keeps is known about the argument. */
TEST(contract_infer_before) {
  CHECK(finds(0, CON_UNGUARDED, "down: argument2 == 7"));
}

/* twice(n) is 2^n, and adds n to a global; n is at most 9, and the result for
 * n = 8 is changed by STEP * the global. */
static const char powers[] =
    "pointer 32\nentry @main\nsites 3\n"
    "type t1 = i32 size=4 align=4\n"
    "global $total t1 size=4 align=4\n"
    "define i32 @twice(i32 %%1) {\n"
    "b0:\n  %%2 = load i32 $total\n  %%3 = add i32 %%2, %%1\n"
    "  store %%3, $total\n"
    "  %%5 = eq i1 %%1, i32 0\n  condbr %%5, b1, b2\n"
    "b1:\n  ret i32 1\n"
    "b2:\n  %%8 = sub i32 %%1, i32 1\n"
    "  %%9 = call i32 @twice, %%8 site=1\n"
    "  %%10 = mul i32 %%9, i32 2\n"
    "  %%11 = eq i1 %%1, i32 8\n  condbr %%11, b3, b4\n"
    "b3:\n  %%13 = mul i32 %%2, i32 %d\n  %%14 = add i32 %%10, %%13\n  br b4\n"
    "b4:\n  %%16 = phi i32 [%%10, b2], [%%14, b3]\n  ret %%16\n}\n"
    "define i32 @main() {\n"
    "b0:\n  %%1 = nondet.verifier i32 name=x site=2\n"
    "  %%2 = ule i1 %%1, i32 9\n  condbr %%2, b1, b2\n"
    "b1:\n  %%4 = call i32 @twice, %%1 site=3\n  ret %%4\n"
    "b2:\n  ret i32 0\n}\n";

TEST(contract_infer_tables) {
  CHECK(finds_in(powers, 0, CON_TABLES,
                 "twice: argument1 == 9 implies result == 512"));
}

/* A table ends where something else matters; others go on. */
TEST(contract_infer_tables_end) {
  CHECK(!finds_in(powers, 1, CON_TABLES, "argument1 == 8 implies result"));
  CHECK(finds_in(powers, 1, CON_TABLES,
                 "argument1 == 9 implies total + -1*old(total) == 45"));
}
