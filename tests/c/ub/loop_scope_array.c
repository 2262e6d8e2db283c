// property: unreach-call
// expect: false
// guards: an array declared in a loop body is new in each iteration (C11
// 6.2.4p6), though its bytes survive in compiled code
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  for (int i = 0; i < 3; i++) {
    int a[4];
    unsigned k = __VERIFIER_nondet_uint() & 3;
    if (i == 0)
      for (int j = 0; j < 4; j++) a[j] = 5;
    else if (a[k] != 5)
      reach_error();
  }
  return 0;
}
