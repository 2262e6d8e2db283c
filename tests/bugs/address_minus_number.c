// property: unreach-call
// expect: unknown
// guards: what is left of an address when a number is taken away was compared like NULL
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
char variable;
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  if (n != 0x404000 && n != 0x555555558000) return 0;
  if ((unsigned long)&variable - n < 4096) reach_error();
  return 0;
}
