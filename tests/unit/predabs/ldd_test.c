/* SPDX-License-Identifier: MIT
 *
 * Abstraction by diagrams against brute force and enumeration. */
#include "predabs/predabs.h"
#include "unit/predabs/random_query.h"
#include "unit/unit.h"

TEST(predabs_ldd_against_brute_force) {
  RandomTally tally = {0};
  for (uint64_t seed = 1; tally.n < unit_rounds(300); seed++)
    CHECK(random_query_check(seed, &tally));
  CHECK(tally.n_exact > tally.n / 3);
  CHECK(tally.n_proper > tally.n / 8);
}
