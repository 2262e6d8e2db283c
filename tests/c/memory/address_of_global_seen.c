// property: unreach-call
// args: --engine=pdr
// expect: true
// The bits of a global's address decide where a count goes; that it is counted
// once in each round holds for any address.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int key;
static int many, few;
int main(void) {
  int rounds = 0;
  while (__VERIFIER_nondet_int() && rounds < 1000) {
    if ((unsigned long)&key >> 4 & 7)
      many++;
    else
      few++;
    rounds++;
  }
  if (many + few != rounds) reach_error();
  return 0;
}
