// property: unreach-call
// expect: true
// args: --engine=trace
// guards: collision avoidance, assertion 1b: to descend is advised only above the threat
#define VIOLATION (advice == DOWN && !above_threat())
#include "avoid.h"
