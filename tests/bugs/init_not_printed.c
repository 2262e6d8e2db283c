// property: valid-init
// expect: true
// guards: what is not taken is no read, and fwrite copies padding
#include <stdio.h>
struct pair {
  char a;
  int b;
};
int main(void) {
  int x, y;
  struct pair pair = {1, 2};
  (void)x;
  fwrite(&pair, sizeof pair, 1, stdout);
  if (scanf("%d", &y) == 1) printf("%d\n", y);
  return 0;
}
