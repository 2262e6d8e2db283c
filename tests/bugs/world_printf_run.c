// property: unreach-call
// expect: unknown
// guards: The length of a text with a float is known to a run.
#include <stdio.h>
void reach_error(void);
int main(int argc, char **argv) {
  int n = printf("%.2f\n", 1.5);
  if (n >= 0 && n != 5) reach_error();
  n = printf(argv[0] ? "ab" : "cd");
  if (n >= 0 && n != 2) reach_error();
  return 0;
}
