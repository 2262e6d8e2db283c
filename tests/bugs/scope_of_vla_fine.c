// property: valid-memsafety
// expect: true
// guards: arrays of variable length are given to functions and live until their block is left
extern int __VERIFIER_nondet_int(void);
static void fill(int *a, int n) {
  for (int i = 0; i < n; i++) a[i] = i;
}
int main(void) {
  int n = __VERIFIER_nondet_int(), sum = 0;
  if (n < 1 || n > 3) return 0;
  int outer[n];
  fill(outer, n);
  for (int i = 0; i < n; i++) {
    int inner[i + 1];
    fill(inner, i + 1);
    if (outer[i] == 2) break;
    sum += inner[i];
  }
  return sum + outer[n - 1];
}
