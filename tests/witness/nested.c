/* SPDX-License-Identifier: MIT
 * A loop in a loop, a global and a relation. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int g;
int main(void) {
  int n = __VERIFIER_nondet_int();
  int x = 0, y = 0;
  if (n < 0 || n > 1000) return 0;
  while (x < n) {
    x++;
    y += 2;
    for (int j = 0; j < 3; j++) {
      g = g + 1;
      if (g > 5) g = 0;
    }
  }
  if (y != 2 * x || g > 5) reach_error();
  return 0;
}
