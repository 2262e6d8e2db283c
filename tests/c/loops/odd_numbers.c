// property: unreach-call
// expect: true
// args: --engine=equations --timeout=300
// guards: an equation with a square, kept modulo 2^32: the sum of odd numbers
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned count = 0, odd = 1, sum = 0;
  while (__VERIFIER_nondet_uint()) {
    sum += odd;
    odd += 2;
    count++;
  }
  if (sum != count * count) reach_error();
  return 0;
}
