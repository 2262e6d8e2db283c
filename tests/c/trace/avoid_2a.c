// property: unreach-call
// expect: true
// args: --engine=trace
// guards: collision avoidance, assertion 2a: nothing is advised at a high rate
#define VIOLATION (advice != NOTHING && own_rate > 600)
#include "avoid.h"
