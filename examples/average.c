// An average that nobody asked about an empty list.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int average(const int *a, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) sum += a[i];
  return sum / n;
}

int main(void) {
  int a[4], n = __VERIFIER_nondet_int();
  if (n < 0 || n > 4) return 1;
  for (int i = 0; i < n; i++) a[i] = i;
  assert(average(a, n) >= 0);
  return 0;
}
