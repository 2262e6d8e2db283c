// property: valid-memsafety
// expect: true
// guards: a contract bounds an index where memory is asked about
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int half(int n) { return n <= 1 ? 0 : 1 + half(n - 2); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000) return 0;
  int *a = malloc(sizeof *a * 1001);
  if (!a) return 0;
  a[half(n)] = 1;
  free(a);
  return 0;
}
