// property: valid-memsafety
// args: --32
// expect: false
// says: false.valid-deref
// guards: a heap object of a size that is not known
void *malloc(__SIZE_TYPE__);
void free(void *);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned n = (unsigned)__VERIFIER_nondet_int() % 8;
  char *p = malloc(n);
  for (unsigned i = 0; i <= n; i++) p[i] = 0;
  free(p);
  return 0;
}
