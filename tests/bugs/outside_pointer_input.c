// property: unreach-call
// expect: false
// args: --64
// guards: a pointer that is an input may be one that the outside was told
extern void reach_error(void);
extern void tell(void *);
extern void *__VERIFIER_nondet_pointer(void);
static int x;
int main(void) {
  tell(&x);
  int *p = __VERIFIER_nondet_pointer();
  if (p) *p = 1;
  if (x) reach_error();
  return 0;
}
