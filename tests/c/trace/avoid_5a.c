// property: unreach-call
// expect: true
// args: --engine=trace
// guards: collision avoidance, assertion 5a: a climb with a safe descent below is never preferred
#define VIOLATION (advice == UP && biased_climb() > down_separation && down_separation >= limit())
#include "avoid.h"
