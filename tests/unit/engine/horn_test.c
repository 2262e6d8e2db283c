/* SPDX-License-Identifier: MIT
 *
 * The printed Horn clauses against an independent oracle: Z3's Spacer reads
 * the text and must find what visiting every state finds. */
#include "encode/encode.h"
#include "engine/engine.h"
#include "ir/io.h"
#include "unit/engine/tiny.h"
#include "unit/unit.h"

#include <z3.h>

typedef enum Answer { SAYS_SAFE, SAYS_UNSAFE, SAYS_NOTHING } Answer;

static void print_clauses(Text *out, Program *program, EncBlocks blocks) {
  Mem mem;
  mem_init(&mem, 0);
  TermStore *store = term_store_new(&mem);
  EncOptions options = {.blocks = blocks};
  Ts *ts = enc_program(&mem, store, program, &options);
  ts_print(out, ts, TS_HORN);
  ts_free(ts);
  term_store_free(store);
  mem_done(&mem);
}

static Answer ask_spacer(Mem *mem, Program *program, EncBlocks blocks) {
  Text text;
  text_init(&text, mem);
  text_add(&text, "(set-option :fp.xform.slice false)\n"
                  "(set-option :fp.xform.inline_linear false)\n"
                  "(set-option :fp.xform.inline_eager false)\n"
                  "(set-option :fp.spacer.weak_abs false)\n"
                  "(set-option :timeout 4000)\n");
  print_clauses(&text, program, blocks);
  Z3_config config = Z3_mk_config();
  Z3_context context = Z3_mk_context(config);
  const char *said = Z3_eval_smtlib2_string(context, text_get(&text));
  Answer answer = strncmp(said, "sat", 3) == 0     ? SAYS_SAFE
                  : strncmp(said, "unsat", 5) == 0 ? SAYS_UNSAFE
                                                   : SAYS_NOTHING;
  if (answer == SAYS_NOTHING) CHECK_TEXT(said, "unknown\n");
  Z3_del_context(context);
  Z3_del_config(config);
  text_done(&text);
  return answer;
}

static void compare(EncBlocks blocks, uint64_t seed, uint32_t rounds) {
  Rng rng = {seed};
  uint32_t right = 0;
  for (uint32_t i = 0; i < rounds; i++) {
    Mem mem;
    mem_init(&mem, 0);
    TinyShape shape = {.blocks = 4 + rng_below(&rng, 6),
                       .vars = 1 + rng_below(&rng, 2),
                       .bits = 2 + rng_below(&rng, 2)};
    Program *program = tiny_program(&mem, &rng, shape);
    Answer truth =
        tiny_truth(&mem, program, shape) == TINY_SAFE ? SAYS_SAFE : SAYS_UNSAFE;
    Answer spacer = ask_spacer(&mem, program, blocks);
    if (spacer != SAYS_NOTHING) CHECK_INT(spacer, truth);
    right += spacer == truth;
    prog_free(program);
    mem_done(&mem);
  }
  CHECK(right * 10 >= rounds * 9);
}

TEST(engine_horn_single) {
  compare(ENC_SINGLE, 31, 30);
}
TEST(engine_horn_rules) {
  compare(ENC_RULES, 32, 40);
}
TEST(engine_horn_cutset) {
  compare(ENC_CUTSET, 33, 40);
}

/* ---- memory ---- */

/* Three times, the turn's number is stored in one of two cells; afterwards
 * one of them is above %d. */
static const char cells[] = "pointer 32\n"
                            "entry @main\n"
                            "sites 4\n"
                            "type t1 = i32 size=4 align=4\n"
                            "type t2 = i8 size=1 align=1\n"
                            "type t3 = [2 x i8] size=2 align=1\n"
                            "type t4 = ptr size=4 align=4\n"
                            "type t5 = i1 size=1 align=1\n"
                            "define void @main() {\n"
                            "b0:\n"
                            "  %%1 = alloca ptr imm=2 aux=t3 site=1\n"
                            "  memset %%1, i8 0, i32 2\n"
                            "  br b1\n"
                            "b1:\n"
                            "  %%6 = phi i8 [i8 0, b0], [%%32, b5]\n"
                            "  %%9 = ult i1 %%6, i8 3\n"
                            "  condbr %%9, b5, b2\n"
                            "b2:\n"
                            "  %%11 = nondet.verifier i32 name=input site=2\n"
                            "  %%13 = and i32 %%11, i32 1\n"
                            "  %%15 = gep ptr %%1, %%13 stride=1\n"
                            "  %%16 = load i8 %%15\n"
                            "  %%18 = ult i1 i8 %d, %%16\n"
                            "  condbr %%18, b3, b4\n"
                            "b3:\n"
                            "  error\n"
                            "b4:\n"
                            "  stop name=end\n"
                            "b5:\n"
                            "  %%22 = nondet.verifier i32 name=input site=3\n"
                            "  %%24 = and i32 %%22, i32 1\n"
                            "  %%26 = gep ptr %%1, %%24 stride=1\n"
                            "  store %%6, %%26\n"
                            "  %%32 = add i8 %%6, i8 1\n"
                            "  br b1\n"
                            "}\n"
                            "error 0 = \"unreach-call\" \"error\"\n";

static Answer ask_engine(Mem *mem, Program *program, const Engine *engine) {
  TermStore *store = term_store_new(mem);
  EncOptions encoding = {.blocks = ENC_CUTSET};
  Ts *ts = enc_program(mem, store, program, &encoding);
  EngineOptions options = {.most_depth = 20, .smt = {.check = 2}};
  Budget budget = {.tick_limit = 2000000};
  EngineResult result;
  EngineStats stats = {0};
  engine_result_init(&result, mem);
  engine->run(ts, &options, &budget, &result, &stats);
  Answer answer = result.claim == ENGINE_SAFE     ? SAYS_SAFE
                  : result.claim == ENGINE_UNSAFE ? SAYS_UNSAFE
                                                  : SAYS_NOTHING;
  engine_result_done(&result, store);
  ts_free(ts);
  term_store_free(store);
  return answer;
}

TEST(engine_horn_memory) {
  for (int above = 0; above <= 3; above++) {
    Mem mem;
    mem_init(&mem, 0);
    Text text, problems;
    text_init(&text, &mem);
    text_init(&problems, &mem);
    text_printf(&text, cells, above);
    Program *program;
    CHECK(prog_parse(&program, &mem, text_get(&text), &problems));
    CHECK(prog_validate(program, &problems));
    CHECK_TEXT(text_get(&problems), "");
    Answer truth = above < 2 ? SAYS_UNSAFE : SAYS_SAFE;
    Answer spacer = ask_spacer(&mem, program, ENC_CUTSET);
    if (spacer != SAYS_NOTHING) CHECK_INT(spacer, truth);
    CHECK_INT(ask_engine(&mem, program, &engine_bounded), truth);
    Answer pdr = ask_engine(&mem, program, &engine_pdr);
    if (pdr != SAYS_NOTHING) CHECK_INT(pdr, truth);
    prog_free(program);
    text_done(&text);
    text_done(&problems);
    mem_done(&mem);
  }
}
