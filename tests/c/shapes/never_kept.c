// property: valid-memsafety
// expect: false
// args: --engine=shapes
// guards: an object that nobody ever wanted the address of is lost
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
int main(void) {
  while (__VERIFIER_nondet_int()) malloc(4);
  return 0;
}
