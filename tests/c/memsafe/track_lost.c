// property: valid-memsafety
// args: --32
// expect: false
// says: false.valid-memtrack
// guards: the only pointer is overwritten
void *malloc(__SIZE_TYPE__);
void free(void *);
extern int __VERIFIER_nondet_int(void);
int *g;
int main(void) {
  g = malloc(4);
  if (__VERIFIER_nondet_int() == 9) g = 0;
  else free(g);
  return 0;
}
