#include "pick.h"

/* Another program of the same tree. */
int main(int argc, char **argv) {
  (void)argv;
  return shifted(argc, 3);
}
