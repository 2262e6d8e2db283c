// property: unreach-call
// expect: true
// guards: initial contents of a global that is only ever copied from were lost
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  unsigned char a[4] = {1, 2, 3, 4};
  if (a[__VERIFIER_nondet_uchar() & 3] > 4) reach_error();
  return 0;
}
