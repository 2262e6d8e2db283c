// property: unreach-call,assertion
// expect: true
// guards: an argument is an object of its own: writing to one leaves the rest
#include <assert.h>
int main(int argc, char **argv) {
  if (argc < 3) return 0;
  char c = argv[2][0];
  argv[1][0] = 'x';
  assert(argv[2][0] == c);
  return 0;
}
