// property: valid-memsafety
// args: --32
// expect: true
// guards: a heap object of a size that is not known, inside of it
void *malloc(__SIZE_TYPE__);
void free(void *);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned n = (unsigned)__VERIFIER_nondet_int() % 8;
  unsigned i = (unsigned)__VERIFIER_nondet_int();
  char *p = malloc(n);
  if (i < n) p[i] = 0;
  free(p);
  return 0;
}
