// property: no-overflow
// expect: false
// guards: the overflow of a signed left shift was not looked at (a wrong true)
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  return x << 1;
}
