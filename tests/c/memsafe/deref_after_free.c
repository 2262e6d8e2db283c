// property: valid-memsafety
// args: --32
// expect: false
// says: false.valid-deref
// guards: a heap object read after its life
void *malloc(__SIZE_TYPE__);
void free(void *);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(sizeof *p), x = 0;
  *p = 1;
  if (__VERIFIER_nondet_int() == 77) {
    free(p);
    x = *p;
    return x;
  }
  free(p);
  return x;
}
