// property: unreach-call
// expect: true
// guards: What printf returns is how much it wrote, or negative.
#include <stdio.h>
void reach_error(void);
int main(int argc, char **argv) {
  int n = printf("abc\n"), m = fprintf(stderr, "%d%s", argc, "xy");
  if (n >= 0 && n != 4) reach_error();
  if (m >= 0 && m < 3) reach_error();
  if (puts("a") < EOF || fputs("b", stdout) < EOF) reach_error();
  return 0;
}
