// property: valid-memsafety
// args: --32
// expect: true
// guards: an endless loop without objects
void *malloc(__SIZE_TYPE__);
void free(void *);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  for (;;) {
    int *p = malloc(4);
    *p = 1;
    free(p);
  }
}
