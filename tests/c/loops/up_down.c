// property: unreach-call
// expect: true
// args: --engine=pdr --timeout=300
// guards: a counter that another one undoes, in two loops
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), x = n, y = 0;
  while (x > 0) {
    x--;
    y++;
  }
  if (y != n) reach_error();
  while (y > 0) {
    y--;
    x++;
  }
  if (x != n) reach_error();
  return 0;
}
