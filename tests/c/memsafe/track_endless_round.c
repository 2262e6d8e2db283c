// property: valid-memsafety
// expect: false
// says: false.valid-memtrack
// guards: objects lost in an endless loop are lost
void *malloc(__SIZE_TYPE__);
void free(void *);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  while (__VERIFIER_nondet_int() >= 0 || __VERIFIER_nondet_int() < 0) {
    int *p = malloc(4);
    *p = 1;
  }
  return 0;
}
