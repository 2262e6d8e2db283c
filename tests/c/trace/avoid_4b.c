// property: unreach-call
// expect: false
// args: --engine=trace
// guards: collision avoidance, assertion 4b: a descent may be advised although a climb would do
#define VIOLATION (advice == DOWN && up_separation >= limit())
#include "avoid.h"
