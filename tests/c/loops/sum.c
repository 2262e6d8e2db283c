// property: unreach-call
// expect: true
// args: --engine=pdr --timeout=300
// guards: x + y = n, with either part growing
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), x = n, y = 0;
  while (__VERIFIER_nondet_uint()) {
    if (__VERIFIER_nondet_uint()) {
      x++;
      y--;
    } else {
      x -= 2;
      y += 2;
    }
  }
  if (x + y != n) reach_error();
  return 0;
}
