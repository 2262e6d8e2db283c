// property: valid-memsafety
// expect: false
// guards: a contract does not hide an index behind the end
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int half(int n) { return n <= 1 ? 0 : 1 + half(n - 2); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 10) return 0;
  int *a = malloc(sizeof *a * 5);
  if (!a) return 0;
  a[half(n)] = 1;
  free(a);
  return 0;
}
