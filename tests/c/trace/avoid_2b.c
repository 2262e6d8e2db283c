// property: unreach-call
// expect: false
// args: --engine=trace
// guards: collision avoidance, assertion 2b: a climb may be advised although the separation is too small
#define VIOLATION (advice == UP && up_separation < limit())
#include "avoid.h"
