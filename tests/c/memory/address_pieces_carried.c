// property: unreach-call
// args: --engine=pdr
// expect: true
// Which of two globals comes first in memory is open; both are reached.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int one, two;
int main(void) {
  int *first = &one < &two ? &one : &two;
  int *second = &one < &two ? &two : &one;
  int value = __VERIFIER_nondet_int();
  if (first == second) return 0;
  *first = value;
  *second = value;
  if (one != value && two != value) reach_error();
  return 0;
}
