// property: no-div-by-zero
// expect: false
// says: false.no-div-by-zero
// guards: a division nobody uses is still executed
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int y = __VERIFIER_nondet_int();
  int unused = 7 / (y - 3);
  return 0;
}
