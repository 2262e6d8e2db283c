/* SPDX-License-Identifier: MIT
 *
 * Objects followed, and the engine that proves things of them: a list that is
 * built and walked through, and its twins that go wrong in one detail. */
#include "encode/encode.h"
#include "pass/over/over.h"
#include "engine/engine.h"
#include "ir/io.h"
#include "pass/pass.h"
#include "unit/unit.h"

/* A list of `value`s built at the front; `more` comes behind it, with p as the
 * first node; then each node is looked at. */
static void write_list(Text *out, const char *value, const char *link,
                       const char *more) {
  text_printf(out,
              "pointer 64\nentry @main\nsites 9\n"
              "error 0 = \"unreach-call\" \"e\" !0\n"
              "define i32 @main() {\n"
              "b0:\n"
              "  br b1\n"
              "b1:\n"
              "  %%1 = phi ptr [ptr 0, b0], [%%4, b2]\n"
              "  %%2 = nondet.verifier i1 site=1\n"
              "  %%3 = nondet.verifier i32 site=2\n"
              "  condbr %%2, b2, b3\n"
              "b2:\n"
              "  %%4 = alloc ptr i64 16 site=3\n"
              "  store %s, %%4\n"
              "  %%5 = gep ptr %%4 imm=8\n"
              "  %s\n"
              "  br b1\n"
              "b3:\n"
              "  %%6 = ne i1 %%1, ptr 0\n"
              "  condbr %%6, b4, b5\n"
              "b4:\n"
              "  %s\n"
              "  br b5\n"
              "b5:\n"
              "  %%7 = phi ptr [%%1, b3], [%%1, b4], [%%12, b8]\n"
              "  %%8 = ne i1 %%7, ptr 0\n"
              "  condbr %%8, b6, b9\n"
              "b6:\n"
              "  %%9 = load i32 %%7\n"
              "  %%10 = ne i1 %%9, i32 7\n"
              "  condbr %%10, b7, b8\n"
              "b7:\n"
              "  error\n"
              "b8:\n"
              "  %%11 = gep ptr %%7 imm=8\n"
              "  %%12 = load ptr %%11\n"
              "  br b5\n"
              "b9:\n"
              "  ret i32 0\n"
              "}\n",
              value, link, more);
}

static EngineClaim claim_of(const char *text, uint32_t objects, HeapOnce once) {
  Mem mem;
  mem_init(&mem, 0);
  Text problem;
  text_init(&problem, &mem);
  Program *program = NULL;
  bool good = prog_parse(&program, &mem, text, &problem);
  CHECK_TEXT(text_get(&problem), "");
  require(good);
  Simplify how = {CELLS_LAST_LOADED, objects, once, LOOPS_WHOLE};
  Simplified done = pass_simplify(program, how);
  CHECK_INT(done.fields, 2);
  TermStore *store = term_store_new(&mem);
  EncOptions encoding = {.blocks = ENC_CUTSET};
  Ts *ts = enc_program(&mem, store, program, &encoding);
  EngineOptions options = {0};
  EngineStats stats = {0};
  EngineResult result;
  Budget budget = {.tick_limit = 20000};
  engine_result_init(&result, &mem);
  engine_pdr.run(ts, &options, &budget, &result, &stats);
  EngineClaim claim = result.claim;
  engine_result_done(&result, store);
  ts_free(ts);
  term_store_free(store);
  prog_free(program);
  text_done(&problem);
  mem_done(&mem);
  return claim;
}

static void check_all(const char *value, const char *link, const char *more,
                      EngineClaim wanted) {
  Mem mem;
  mem_init(&mem, 0);
  Text text;
  text_init(&text, &mem);
  write_list(&text, value, link, more);
  for (uint32_t n = 1; n <= 3; n++)
    for (int once = HEAP_APART; once <= HEAP_AMONG; once++)
      CHECK_INT(claim_of(text_get(&text), n, (HeapOnce)once), wanted);
  text_done(&text);
  mem_done(&mem);
}

TEST(heap_list_is_proved) {
  check_all("i32 7", "store %1, %5", "store i32 7, %1", ENGINE_SAFE);
}
TEST(heap_any_value_is_seen) {
  check_all("%3", "store %1, %5", "store i32 7, %1", ENGINE_UNSAFE);
}
TEST(heap_later_store_is_seen) {
  check_all("i32 7", "store %1, %5", "store i32 6, %1", ENGINE_UNSAFE);
}
TEST(heap_missing_link_is_seen) {
  check_all("i32 7", "store i32 7, %4", "store i32 7, %1", ENGINE_UNSAFE);
}
