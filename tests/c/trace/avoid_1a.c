// property: unreach-call
// expect: true
// args: --engine=trace
// guards: collision avoidance, assertion 1a: to climb is advised only below the threat
#define VIOLATION (advice == UP && !below_threat())
#include "avoid.h"
