// property: unreach-call
// expect: true
// args: --engine=trace
// guards: collision avoidance, assertion 3b: never both
#define VIOLATION (need_up && need_down)
#include "avoid.h"
