// property: valid-deref
// expect: false
// guards: a copy to memory that was freed is an access
extern unsigned __VERIFIER_nondet_uint(void);
extern void *memcpy(void *, const void *, __SIZE_TYPE__);
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);
int main(void) {
  char *p = malloc(8), text[8] = "freed";
  unsigned n = __VERIFIER_nondet_uint() & 7;
  if (n > 3) free(p);
  memcpy(p, text, n);
  if (n <= 3) free(p);
  return 0;
}
