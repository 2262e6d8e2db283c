// property: unreach-call
// expect: false
// guards: assembly that takes addresses for numbers of 32 bits, or calls what is not there, does not keep the program from being run
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int cell;

static long where(void) {
  long at;
  __asm__("movq $%c1, %0" : "=r"(at) : "i"(&cell));
  return at;
}

static int weight(int x) {
  int bits;
  __asm__("call function_that_is_not_there" : "=a"(bits) : "D"(x));
  return bits;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n == 3) return where() == 0;
  if (n == 4) return weight(n);
  if (n == 12345) reach_error();
  return 0;
}
