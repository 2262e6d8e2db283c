// property: valid-free
// expect: false
// guards: what a loop allocates is freed at its start only, also where no run by chance shows it
extern unsigned __VERIFIER_nondet_uint(void);
extern void *malloc(unsigned long);
extern void free(void *);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
  if (n > 3) return 0;
  for (unsigned i = 0; i < n; i++) {
    char *p = malloc(8);
    if (!p) return 0;
    if (x * 2654435761u == 12345u && i == 1)
      free(p + 1);
    else
      free(p);
  }
  return 0;
}
