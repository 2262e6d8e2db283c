// property: assertion
// expect: unknown
// guards: at the end of its input scanf stores nothing, so no run that it does is believed
#include <assert.h>
#include <stdio.h>
int main(void) {
  int x = 5;
  if (getchar() == EOF && feof(stdin)) {
    scanf("%d", &x);
    assert(x == 5);
  }
  return 0;
}
