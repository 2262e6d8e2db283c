/* SPDX-License-Identifier: MIT
 *
 * Claims of an engine against the truth about tiny programs. */
#include "unit/engine/against.h"
#include "unit/engine/tiny.h"
#include "unit/unit.h"
#include "engine/absint/absint.h"
#include "evidence/evidence.h"
#include "ir/io.h"

typedef struct Count {
  uint32_t right, unknown;
} Count;

static void judge(Program *program, TinyTruth truth, const Against *against,
                  Count *count) {
  Mem mem;
  mem_init(&mem, 0);
  TermStore *store = term_store_new(&mem);
  EncOptions encoding = {.blocks = against->blocks};
  Ts *ts = enc_program(&mem, store, program, &encoding);
  Text problems;
  text_init(&problems, &mem);
  CHECK(ts_validate(ts, &problems));
  CHECK_TEXT(text_get(&problems), "");
  EngineOptions options = {
      .most_depth = 40, .smt = {.check = 2}, .predicate = against->predicate};
  Budget budget = {.tick_limit = 2000000};
  EngineResult result;
  EngineStats stats = {0};
  engine_result_init(&result, &mem);
  Budget cheap = {.tick_limit = 100000};
  AiStats ai = {0};
  if (against->help == WITH_ABSINT)
    CHECK(ai_invariants(ts, &options, &cheap, &options.seeds, &ai));
  against->engine->run(ts, &options, &budget, &result, &stats);
  if (result.claim == ENGINE_UNKNOWN) {
    count->unknown++;
  } else {
    CHECK_INT(result.claim == ENGINE_SAFE, truth == TINY_SAFE);
    count->right++;
  }
  if (result.claim == ENGINE_SAFE) {
    EvOptions checking = {.smt = {.check = 1}};
    Budget more = {.tick_limit = 2000000};
    EvCheck check = ev_check_proof(&mem, program, &encoding, ts, &result.proof,
                                   &checking, &more);
    CHECK_TEXT(check.problem, "");
    CHECK_INT(check.status, EV_CONFIRMED);
  }
  engine_result_done(&result, store);
  VEC_DONE(&mem, &options.seeds);
  text_done(&problems);
  ts_free(ts);
  term_store_free(store);
  mem_done(&mem);
}

void against_truth(const Against *against) {
  uint32_t rounds = unit_rounds(against->rounds);
  Rng rng = {against->seed};
  Count count = {0};
  for (uint32_t i = 0; i < rounds; i++) {
    Mem mem;
    mem_init(&mem, 0);
    TinyShape shape = {.blocks = 4 + rng_below(&rng, 7),
                       .vars = 1 + rng_below(&rng, 3),
                       .bits = 2 + rng_below(&rng, 2)};
    Program *program = tiny_program(&mem, &rng, shape);
    Text problems;
    text_init(&problems, &mem);
    CHECK(prog_validate(program, &problems));
    CHECK_TEXT(text_get(&problems), "");
    text_done(&problems);
    judge(program, tiny_truth(&mem, program, shape), against, &count);
    prog_free(program);
    mem_done(&mem);
  }
  CHECK(count.right * 10 >= rounds * 6);
}
