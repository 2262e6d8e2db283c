/* A table of temperatures. */
#include <stdio.h>

static int celsius(int fahrenheit) {
  return 5 * (fahrenheit - 32) / 9;
}

int main(void) {
  for (int f = 0; f <= 300; f += 20) printf("%3d %4d\n", f, celsius(f));
  return 0;
}
