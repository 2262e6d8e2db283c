// property: unreach-call
// expect: false
// args: --engine=trace
// guards: collision avoidance, assertion 5b: nothing may be advised above a threat
#define VIOLATION (advice == NOTHING && high_confidence && own_rate <= 600 && vertical_separation > 600 && other_capability == OTHER && above_threat())
#include "avoid.h"
