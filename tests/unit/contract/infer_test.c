/* SPDX-License-Identifier: MIT
 *
 * Inferred contracts: what is inductive is found, what is not is not kept,
 * however rarely it fails. */
#include "contract/contract.h"
#include "program/io.h"
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

static bool finds(int step, ConLevel level, const char *fact) {
  Mem mem;
  mem_init(&mem, 0);
  Text text, told;
  text_init(&text, &mem);
  text_init(&told, &mem);
  text_printf(&text, recursion, step);
  Property property = {.kinds = 1u << PROPERTY_UNREACH_CALL, .entry = "main"};
  EngineOptions engine = {0};
  Budget budget = {0};
  ConSetup setup = {.mem = &mem,
                    .program = text_get(&text),
                    .property = &property,
                    .encoding = {.blocks = ENC_CUTSET},
                    .engine = &engine,
                    .budget = &budget};
  Program *p = con_program(&setup, level, &told);
  CHECK(p != NULL);
  bool found = strstr(text_get(&told), fact) != NULL;
  Text problems;
  text_init(&problems, &mem);
  CHECK(prog_validate(p, &problems));
  text_done(&problems);
  prog_free(p);
  text_done(&text);
  text_done(&told);
  mem_done(&mem);
  return found;
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
