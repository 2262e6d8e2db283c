// property: valid-free
// args: --engine=pdr
// expect: false
// guards: a word in front of an object says that it lives, not that a pointer into its middle may be freed
extern unsigned __VERIFIER_nondet_uint(void);
extern void *malloc(unsigned long);
extern void free(void *);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
  if (n > 3) return 0;
  for (unsigned i = 0; i < n; i++) {
    char *p = malloc(8);
    if (x * 2654435761u == 12345u && i == 1) free(p + 1);
  }
  return 0;
}
