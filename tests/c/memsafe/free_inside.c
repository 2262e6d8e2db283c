// property: valid-memsafety
// expect: false
// says: false.valid-free
// guards: free of an address inside of a heap object
void *malloc(__SIZE_TYPE__);
void free(void *);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *p = malloc(4);
  if (__VERIFIER_nondet_int() == 5) p++;
  free(p);
  return 0;
}
