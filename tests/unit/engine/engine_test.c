/* SPDX-License-Identifier: MIT
 *
 * Every engine on tiny random programs, over every way to cut the control
 * flow, against the truth found by visiting every state; every proof goes
 * through the proof checker. */
#include "unit/engine/against.h"
#include "unit/unit.h"

static void compare(const Engine *engine, EncBlocks blocks, AgainstHelp help,
                    uint64_t seed, uint32_t most) {
  against_truth(&(Against){.engine = engine,
                           .blocks = blocks,
                           .help = help,
                           .seed = seed,
                           .rounds = most});
}

TEST(engine_bounded_single) {
  compare(&engine_bounded, ENC_SINGLE, ALONE, 11, 150);
}
TEST(engine_bounded_rules) {
  compare(&engine_bounded, ENC_RULES, ALONE, 12, 200);
}
TEST(engine_bounded_cutset) {
  compare(&engine_bounded, ENC_CUTSET, ALONE, 13, 200);
}
TEST(engine_pdr_single) {
  compare(&engine_pdr, ENC_SINGLE, ALONE, 21, 150);
}
TEST(engine_pdr_rules) {
  compare(&engine_pdr, ENC_RULES, ALONE, 22, 200);
}
TEST(engine_pdr_cutset) {
  compare(&engine_pdr, ENC_CUTSET, ALONE, 23, 200);
}
TEST(engine_bounded_absint) {
  compare(&engine_bounded, ENC_CUTSET, WITH_ABSINT, 31, 120);
}
TEST(engine_pdr_absint) {
  compare(&engine_pdr, ENC_CUTSET, WITH_ABSINT, 32, 120);
}
TEST(engine_trace_single) {
  compare(&engine_trace, ENC_SINGLE, ALONE, 41, 60);
}
TEST(engine_trace_rules) {
  compare(&engine_trace, ENC_RULES, ALONE, 42, 60);
}
TEST(engine_trace_cutset) {
  compare(&engine_trace, ENC_CUTSET, ALONE, 43, 80);
}
TEST(engine_trace_absint) {
  compare(&engine_trace, ENC_CUTSET, WITH_ABSINT, 44, 60);
}
TEST(engine_structural_cutset) {
  compare(&engine_structural, ENC_CUTSET, WITH_ABSINT, 61, 40);
}
TEST(engine_explicit_single) {
  compare(&engine_explicit, ENC_SINGLE, ALONE, 71, 150);
}
TEST(engine_explicit_rules) {
  compare(&engine_explicit, ENC_RULES, ALONE, 72, 200);
}
TEST(engine_explicit_cutset) {
  compare(&engine_explicit, ENC_CUTSET, ALONE, 73, 200);
}
TEST(engine_bits_single) {
  compare(&engine_bits, ENC_SINGLE, ALONE, 81, 150);
}
TEST(engine_bits_rules) {
  compare(&engine_bits, ENC_RULES, ALONE, 82, 300);
}
TEST(engine_bits_cutset) {
  compare(&engine_bits, ENC_CUTSET, ALONE, 83, 300);
}
TEST(engine_bits_absint) {
  compare(&engine_bits, ENC_CUTSET, WITH_ABSINT, 84, 120);
}
