// property: unreach-call,assertion
// expect: true
// guards: argv was any memory: NULL among the arguments was reported
#include <assert.h>
int main(int argc, char **argv) {
  assert(argv[argc] == 0);
  if (argc > 1) assert(argv[1] != 0);
  return 0;
}
