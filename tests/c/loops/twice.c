// property: unreach-call
// expect: true
// args: --engine=pdr --timeout=300
// guards: y = 2x, whatever the environment does
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  unsigned x = 0, y = 0;
  while (__VERIFIER_nondet_int()) {
    x++;
    y += 2;
    if (y != 2 * x) reach_error();
  }
  return 0;
}
