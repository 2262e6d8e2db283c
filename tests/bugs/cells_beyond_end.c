// property: unreach-call
// expect: unknown
// args: --engine=cells
// guards: an index whose bounds lead behind the array was never that of the cell that is followed
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int a[10];
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 10 || i > 11) return 0;
  int x = a[i];
  if (!(x == 0 && x != 0)) reach_error();
  return 0;
}
