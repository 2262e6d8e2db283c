/* SPDX-License-Identifier: MIT
 *
 * What both test programs of the models count and draw: checks, failures, and
 * numbers that are the same in each run. */
#ifndef TESTS_MODELS_RANDOM_H
#define TESTS_MODELS_RANDOM_H

#include <stdint.h>

static unsigned failures, checks;

static uint64_t rng_state = 88172645463325252u;
static uint64_t random64(void) {
  rng_state ^= rng_state << 13;
  rng_state ^= rng_state >> 7;
  rng_state ^= rng_state << 17;
  return rng_state * 2685821657736338717u;
}
static unsigned below(unsigned n) {
  return (unsigned)((random64() >> 20) % n);
}

#endif
