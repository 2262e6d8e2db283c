// property: unreach-call
// expect: unknown
// guards: behind the end of an object another one may begin
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int first, second, third;
int main(void) {
  int *p = __VERIFIER_nondet_int() ? &second : &third;
  if (&first + 1 == p) reach_error();
}
