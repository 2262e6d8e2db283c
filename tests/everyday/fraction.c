/* Fractions in lowest terms, with Euclid's algorithm. */
#include <assert.h>
#include <stdio.h>

static int gcd(int a, int b) {
  return b == 0 ? a : gcd(b, a % b);
}

struct fraction {
  int top, bottom;
};

static struct fraction make(int top, int bottom) {
  assert(bottom > 0 && top >= 0);
  int g = gcd(top, bottom);
  return (struct fraction){top / g, bottom / g};
}

static struct fraction add(struct fraction a, struct fraction b) {
  return make(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom);
}

int main(void) {
  struct fraction half = make(3, 6), third = make(1, 3);
  struct fraction sum = add(half, third);
  assert(sum.top == 5 && sum.bottom == 6);
  printf("%d/%d\n", sum.top, sum.bottom);
  return 0;
}
