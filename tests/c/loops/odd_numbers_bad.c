// property: unreach-call
// expect: false
// args: --engine=auto --timeout=300
// guards: the same, wrong for three rounds and more
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned count = 0, odd = 1, sum = 0;
  while (__VERIFIER_nondet_uint()) {
    sum += odd;
    odd += count < 2 ? 2 : 4;
    count++;
  }
  if (sum != count * count) reach_error();
  return 0;
}
