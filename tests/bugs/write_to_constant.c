// property: valid-memsafety
// expect: false
// guards: a write to a constant is no valid access, though the object lives
extern int __VERIFIER_nondet_int(void);
static const int table[3] = {1, 2, 3};
static void set(int *p) {
  *p = 4;
}
int main(void) {
  int other;
  set(__VERIFIER_nondet_int() ? (int *)&table[1] : &other);
  return 0;
}
