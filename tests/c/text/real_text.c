// property: unreach-call
// expect: false
// guards: a counterexample has the text that the real functions make and read
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  char b[20], word[8];
  int d;
  int n = sprintf(b, "%s-%d", "ab", 7);
  int m = sscanf("12 xy", "%d %7s", &d, word);
  if (n == 4 && b[2] == '-' && m == 2 && d == 12 && word[0] == 'x')
    reach_error();
  return 0;
}
