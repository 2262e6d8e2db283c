/* SPDX-License-Identifier: MIT
 *
 * The predicate engine in every configuration against the truth, and its
 * tree and precision on a system made by hand. */
#include "unit/engine/against.h"
#include "unit/unit.h"

static void compare(EncBlocks blocks, EnginePredicate predicate, uint64_t seed,
                    uint32_t rounds) {
  against_truth(&(Against){.engine = &engine_predicate,
                           .blocks = blocks,
                           .predicate = predicate,
                           .seed = seed,
                           .rounds = rounds});
}

TEST(predicate_cutset) {
  compare(ENC_CUTSET, (EnginePredicate){0}, 51, 40);
}
TEST(predicate_rules_dfs) {
  compare(ENC_RULES, (EnginePredicate){.search = ENGINE_SEARCH_DFS}, 52, 40);
}
TEST(predicate_single_cartesian) {
  compare(ENC_SINGLE,
          (EnginePredicate){.abstraction = ENGINE_ABSTRACT_CARTESIAN,
                            .search = ENGINE_SEARCH_DFS},
          53, 30);
}
TEST(predicate_cutset_cartesian) {
  compare(ENC_CUTSET,
          (EnginePredicate){.abstraction = ENGINE_ABSTRACT_CARTESIAN}, 54, 40);
}
TEST(predicate_single_global) {
  compare(ENC_SINGLE,
          (EnginePredicate){.scope = ENGINE_SCOPE_GLOBAL,
                            .search = ENGINE_SEARCH_PRIORITY},
          55, 25);
}
TEST(predicate_relation) {
  compare(ENC_CUTSET, (EnginePredicate){.post = ENGINE_POST_RELATION}, 56, 25);
}
TEST(predicate_absint) {
  against_truth(&(Against){.engine = &engine_predicate,
                           .blocks = ENC_CUTSET,
                           .help = WITH_ABSINT,
                           .seed = 57,
                           .rounds = 40});
}
