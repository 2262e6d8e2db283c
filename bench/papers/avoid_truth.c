/* SPDX-License-Identifier: MIT
 *
 * What of the ten assertions each mutant of tests/c/trace/avoid.h violates, by
 * running it natively on a grid of inputs: no solver, no checker.
 *
 * The grid decides: the program only compares.  Truth values take 0 and 1,
 * codes each constant and one more, altitudes each order.  A rate is compared
 * with 600, a vertical separation with 300 and 600.  The separations up and
 * down are compared with the ends of their range, with thresholds (less 0 or
 * 100) and with each other (less 0, 100 or 300); if some order of all these is
 * possible, it is possible with `up` within 1 of a constant less an offset and
 * `down` within 1 of a constant, or of `up` plus an offset (a shortest path
 * of difference constraints has at most these two steps, each of which may be
 * strict).
 *
 * VIOLATIONS is a list: V(0, condition) V(1, condition) ... */
#include <stdio.h>

#define VIOLATION 0
#define main      avoid_main
#include "../../tests/c/trace/avoid.h"
#undef main

int __VERIFIER_nondet_int(void) {
  return 0;
}
void reach_error(void) {}

enum { MOST = 100000 };
static unsigned violated;

static void run_once(void) {
  int advice = choose();
#define V(i, condition) violated |= (condition) ? 1u << i : 0;
  VIOLATIONS
}

static void codes(void) {
  static const int rates[] = {600, 601, 599},
                   heights[] = {601, 600, 301, 300, 299};
  for (int r = 0; r < 3; r++)
    for (int h = 0; h < 5; h++)
      for (int bits = 0; bits < 96; bits++) {
        own_rate = rates[r], vertical_separation = heights[h];
        high_confidence = bits & 1, report_valid = bits >> 1 & 1;
        other_intent = bits >> 2 & 1, inhibit_climb = bits >> 3 & 1;
        other_capability = bits >> 4 & 1;
        other_capability = bits >= 64 ? 2 : other_capability;
        run_once();
      }
}

static void altitudes(void) {
  for (int order = -1; order <= 1; order++) {
    own_altitude = order, other_altitude = 0;
    codes();
  }
}

static void try_pair(int up, int down) {
  if (up < 0 || up > MOST || down < 0 || down > MOST) return;
  up_separation = up, down_separation = down;
  altitudes();
}

static void separations(void) {
  int constants[] = {0, MOST, threshold[0], threshold[layer]};
  static const int offsets[] = {0, 100, -100, 300, -300};
  for (int c = 0; c < 4; c++)
    for (int o = 0; o < 5; o++)
      for (int more = -1; more <= 1; more++) {
        int up = constants[c] + offsets[o] + more;
        for (int d = 0; d < 4; d++)
          for (int e = -1; e <= 1; e++) try_pair(up, constants[d] + e);
        for (int d = 0; d < 5; d++)
          for (int e = -1; e <= 1; e++) try_pair(up, up + offsets[d] + e);
      }
}

int main(void) {
  threshold[0] = 400, threshold[1] = 500, threshold[2] = 640,
  threshold[3] = 740;
  for (layer = 0; layer < 4; layer++) separations();
  printf("%u\n", violated);
  return 0;
}
