// property: unreach-call
// expect: false
// args: --engine=trace
// guards: collision avoidance, assertion 3a: a climb may be advised far below the separation, even with the bias
#define VIOLATION (advice == UP && up_separation + 100 < limit())
#include "avoid.h"
