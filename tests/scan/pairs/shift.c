/* SPDX-License-Identifier: MIT
 *
 * Pairs for the check 'shift', see bounds.c. */
int constant_bad(void) {
  return 1 << 32;
}
int constant_good(void) {
  return 1 << 30;
}

int wide_bad(int n) {
  if (n < 0 || n > 32) return 0;
  return 1 << n;
}
int wide_good(int n) {
  if (n < 0 || n > 31) return 0;
  return 1u << n;
}

int negative_bad(int n) {
  if (n < -3 || n > 3) return 0;
  return 8 >> n;
}
int negative_good(int n) {
  if (n < 0 || n > 3) return 0;
  return 8 >> n;
}
