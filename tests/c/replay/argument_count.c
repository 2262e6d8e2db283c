// property: unreach-call,assertion
// expect: true
// guards: arguments that do not matter are no burden to a proof
#include <assert.h>
int main(int argc, char **argv) {
  int options = 0;
  for (int i = 1; i < argc; i++) options += argv[i][0] == '-';
  assert(options >= 0 && (options == 0 || options < argc));
  return 0;
}
