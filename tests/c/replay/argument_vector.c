// property: unreach-call,assertion
// expect: false
// guards: an error that needs certain arguments is replayed with them
#include <assert.h>
#include <string.h>
int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++)
    if (!strcmp(argv[i], "-x")) assert(i != 2);
  return 0;
}
