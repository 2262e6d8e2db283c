// property: valid-memcleanup
// expect: true
// guards: everything is freed
void *malloc(__SIZE_TYPE__);
void free(void *);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(4), *q = 0;
  if (__VERIFIER_nondet_int()) q = malloc(8);
  free(p);
  free(q);
  return 0;
}
