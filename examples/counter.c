// Two counters that stay in step, whatever the input and however they wrap.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned i = 0, sum = 0;
  while (i < n) {
    i++;
    sum += 3;
  }
  assert(sum == 3 * i);
  return 0;
}
