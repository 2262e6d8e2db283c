// property: unreach-call
// expect: unknown
// args: --engine=cells
// guards: two cells of an array that has one
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int a[1];
int main(void) {
  int i = __VERIFIER_nondet_int();
  unsigned n = (unsigned)__VERIFIER_nondet_int();
  a[i] = 0;
  for (unsigned j = 0; j < n; j++) a[i]++;
  if (a[i] == 2) reach_error();
}
