/* Fixed-point numbers with two digits, saturating. */
#include <assert.h>
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

typedef struct {
  int cents;
} money;

static money add(money a, money b) {
  if (b.cents > 0 && a.cents > INT_MAX - b.cents) return (money){INT_MAX};
  if (b.cents < 0 && a.cents < INT_MIN - b.cents) return (money){INT_MIN};
  return (money){a.cents + b.cents};
}

int main(void) {
  money a = {__VERIFIER_nondet_int()}, b = {__VERIFIER_nondet_int()};
  money c = add(a, b);
  if (b.cents >= 0) assert(c.cents >= a.cents);
  return 0;
}
