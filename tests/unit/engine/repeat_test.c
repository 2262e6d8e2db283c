/* SPDX-License-Identifier: MIT
 *
 * The same system twice: the same claim after the same number of questions,
 * the same proof and the same path. */
#include "unit/engine/tiny.h"
#include "unit/unit.h"
#include "encode/encode.h"
#include "engine/absint/absint.h"
#include "engine/engine.h"

/* All that a run says, as text. */
static void tell_run(Text *out, Program *program) {
  Mem mem;
  mem_init(&mem, 0);
  TermStore *store = term_store_new(&mem);
  EncOptions encoding = {.blocks = ENC_CUTSET};
  Ts *ts = enc_program(&mem, store, program, &encoding);
  EngineOptions options = {0};
  Budget cheap = {.tick_limit = 30000}, budget = {.tick_limit = 100000};
  AiStats ai = {0};
  CHECK(ai_invariants(ts, &options, &cheap, &options.seeds, &ai));
  EngineResult result;
  EngineStats stats = {0};
  engine_result_init(&result, &mem);
  engine_pdr.run(ts, &options, &budget, &result, &stats);
  text_printf(out, "%d %s: %llu + %llu questions, %llu ticks\n",
              (int)result.claim, result.reason, (unsigned long long)ai.queries,
              (unsigned long long)stats.queries,
              (unsigned long long)budget.ticks);
  if (result.claim == ENGINE_SAFE) ts_proof_print(out, ts, &result.proof);
  for (uint32_t i = 0; i < result.trace.steps.n; i++)
    text_printf(out, "%u ", result.trace.steps.at[i].edge.id);
  engine_result_done(&result, store);
  VEC_DONE(&mem, &options.seeds);
  ts_free(ts);
  term_store_free(store);
  mem_done(&mem);
}

TEST(engine_pdr_repeat) {
  Rng rng = {77};
  uint32_t rounds = unit_rounds(40);
  for (uint32_t i = 0; i < rounds; i++) {
    Mem mem;
    mem_init(&mem, 0);
    TinyShape shape = {.blocks = 4 + rng_below(&rng, 7), .vars = 3, .bits = 3};
    Program *program = tiny_program(&mem, &rng, shape);
    Text one, two;
    text_init(&one, &mem);
    text_init(&two, &mem);
    tell_run(&one, program);
    tell_run(&two, program);
    CHECK(one.n > 0);
    CHECK_TEXT(text_get(&one), text_get(&two));
    text_done(&one);
    text_done(&two);
    prog_free(program);
    mem_done(&mem);
  }
}
