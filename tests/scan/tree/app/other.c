#include "pick.h"

#include <sched.h>

/* Another program of the same tree. */
int main(int argc, char **argv) {
  (void)argv;
  return sched_yield() + shifted(argc, 3);
}
