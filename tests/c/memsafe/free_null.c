// property: valid-memsafety
// args: --32
// expect: true
// guards: free of NULL is nothing
void *malloc(__SIZE_TYPE__);
void free(void *);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = 0;
  if (__VERIFIER_nondet_int()) p = malloc(4);
  free(p);
  return 0;
}
