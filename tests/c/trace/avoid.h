/* Collision avoidance between two aircraft: from altitudes, rates and what the
 * other one announced, choose to climb, to descend or to do nothing.  Twelve
 * inputs.  The including file says which assertion is checked; -DMUTANT=1 to
 * 41 puts one fault into the program (bench/papers/minimax.py). */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifndef MUTANT
#define MUTANT 0
#endif
#define M(n, right, faulty) (MUTANT == n ? (faulty) : (right))

enum { NOTHING, UP, DOWN };
enum { NO_INTENT, DO_NOT_CLIMB, DO_NOT_DESCEND };
enum { EQUIPPED = 1, OTHER = 2 };

static int own_altitude, other_altitude, own_rate, vertical_separation;
static int high_confidence, report_valid, other_capability, other_intent;
static int layer, up_separation, down_separation, inhibit_climb;
static int threshold[4];

static int limit(void) { return threshold[M(1, layer, 0)]; }
static int below_threat(void) {
  return M(2, own_altitude < other_altitude, own_altitude <= other_altitude);
}
static int above_threat(void) {
  return M(3, other_altitude < own_altitude, other_altitude <= own_altitude);
}
static int biased_climb(void) {
  return M(4, inhibit_climb, !inhibit_climb)
             ? up_separation + M(5, M(6, 100, 0), 300)
             : M(7, up_separation, down_separation);
}

static int climb_is_better(void) {
  int upward = M(8, biased_climb() > down_separation,
                 biased_climb() >= down_separation);
  if (M(9, upward, !upward))
    return M(10, !below_threat(), below_threat()) ||
           (M(11, below_threat(), 1) &&
            M(12, M(13, !(down_separation >= limit()),
                    !(down_separation > limit())),
              down_separation >= limit()));
  return M(14, above_threat(), 1) &&
         M(15, vertical_separation >= 300, vertical_separation > 300) &&
         M(16, M(17, up_separation >= limit(), up_separation > limit()), 1);
}

static int descent_is_better(void) {
  int upward = M(18, biased_climb() > down_separation,
                 biased_climb() >= down_separation);
  if (M(19, upward, !upward))
    return M(20, below_threat(), 1) &&
           M(21, vertical_separation >= 300, vertical_separation > 300) &&
           M(22, M(23, down_separation >= limit(), down_separation > limit()),
             1);
  return M(24, !above_threat(), above_threat()) ||
         (M(25, above_threat(), 1) &&
          M(26, M(27, up_separation >= limit(), up_separation > limit()), 1));
}

static int need_up, need_down;

static int choose(void) {
  int enabled = M(28, high_confidence, 1) &&
                M(29, own_rate <= 600, own_rate < 600) &&
                M(30, M(31, vertical_separation > 600, 1),
                  vertical_separation > 300);
  int equipped = M(32, other_capability == EQUIPPED, 1);
  int intent_unknown = M(33, report_valid, 1) &&
                       M(34, other_intent == NO_INTENT, 1);
  need_up = need_down = 0;
  if (M(35, enabled, 1) &&
      ((equipped && intent_unknown) || M(36, !equipped, 1))) {
    need_up = climb_is_better() && M(37, below_threat(), 1);
    need_down = descent_is_better() && M(38, above_threat(), 1);
    if (M(39, need_up && need_down, need_up)) return NOTHING;
    if (need_up) return M(40, UP, DOWN);
    if (M(41, need_down, !need_down)) return DOWN;
  }
  return NOTHING;
}

int main(void) {
  threshold[0] = 400, threshold[1] = 500, threshold[2] = 640,
  threshold[3] = 740;
  own_altitude = __VERIFIER_nondet_int();
  other_altitude = __VERIFIER_nondet_int();
  own_rate = __VERIFIER_nondet_int();
  vertical_separation = __VERIFIER_nondet_int();
  high_confidence = __VERIFIER_nondet_int();
  report_valid = __VERIFIER_nondet_int();
  other_capability = __VERIFIER_nondet_int();
  other_intent = __VERIFIER_nondet_int();
  layer = __VERIFIER_nondet_int();
  up_separation = __VERIFIER_nondet_int();
  down_separation = __VERIFIER_nondet_int();
  inhibit_climb = __VERIFIER_nondet_int();
  if (layer < 0 || layer > 3) return 0;
  if (up_separation < 0 || up_separation > 100000) return 0;
  if (down_separation < 0 || down_separation > 100000) return 0;
  int advice = choose();
  if (VIOLATION) reach_error();
  return 0;
}
