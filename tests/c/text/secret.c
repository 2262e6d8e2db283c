// property: assertion
// expect: unknown
// args: --engine=texts
// guards: any text may be any other
#include <assert.h>
#include <string.h>
int main(int argc, char **argv) {
  if (argc > 1) assert(strcmp(argv[1], "secret") != 0);
  return 0;
}
