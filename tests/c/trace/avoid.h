/* Collision avoidance between two aircraft: from altitudes, rates and what the
 * other one announced, choose to climb, to descend or to do nothing.  The
 * including file says which assertion is checked. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum { NOTHING, UP, DOWN };
enum { NO_INTENT, DO_NOT_CLIMB, DO_NOT_DESCEND };
enum { EQUIPPED = 1, OTHER = 2 };

static int own_altitude, other_altitude, own_rate, vertical_separation;
static int high_confidence, report_valid, other_capability, other_intent;
static int layer, up_separation, down_separation, inhibit_climb;
static int threshold[4];

static int limit(void) { return threshold[layer]; }
static int below_threat(void) { return own_altitude < other_altitude; }
static int above_threat(void) { return other_altitude < own_altitude; }
static int biased_climb(void) {
  return inhibit_climb ? up_separation + 100 : up_separation;
}

static int climb_is_better(void) {
  int upward = biased_climb() > down_separation;
  if (upward)
    return !below_threat() || (below_threat() && !(down_separation >= limit()));
  return above_threat() && vertical_separation >= 300 &&
         up_separation >= limit();
}

static int descent_is_better(void) {
  int upward = biased_climb() > down_separation;
  if (upward)
    return below_threat() && vertical_separation >= 300 &&
           down_separation >= limit();
  return !above_threat() || (above_threat() && up_separation >= limit());
}

static int need_up, need_down;

static int choose(void) {
  int enabled = high_confidence && own_rate <= 600 && vertical_separation > 600;
  int equipped = other_capability == EQUIPPED;
  int intent_unknown = report_valid && other_intent == NO_INTENT;
  need_up = need_down = 0;
  if (enabled && ((equipped && intent_unknown) || !equipped)) {
    need_up = climb_is_better() && below_threat();
    need_down = descent_is_better() && above_threat();
    if (need_up && need_down) return NOTHING;
    if (need_up) return UP;
    if (need_down) return DOWN;
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
