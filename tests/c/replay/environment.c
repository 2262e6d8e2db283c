// property: unreach-call,assertion
// expect: true
// guards: the third argument of main is a vector of strings, too
#include <assert.h>
int main(int argc, char **argv, char **environment) {
  (void)argc, (void)argv;
  assert(environment != 0);
  return 0;
}
