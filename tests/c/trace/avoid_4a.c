// property: unreach-call
// expect: false
// args: --engine=trace
// guards: collision avoidance, assertion 4a: the worse direction may be taken because of the bias
#define VIOLATION (advice == UP && down_separation > up_separation)
#include "avoid.h"
