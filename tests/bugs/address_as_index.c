// property: unreach-call
// args: --engine=pdr
// expect: false
// guards: an index made from the bits of a global's address is left open where
// it is used, but two uses may agree
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int key;
int main(void) {
  int table[8] = {0};
  if (__VERIFIER_nondet_int() != 123456) return 0;
  table[(unsigned long)&key >> 4 & 7] = 1;
  if (table[(unsigned long)&key >> 4 & 7] == 1) reach_error();
  return 0;
}
