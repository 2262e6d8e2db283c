// property: unreach-call
// expect: true
// timeout: 200
// guards: a buffer on the heap of any size is filled and copied
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void *memcpy(void *, const void *, __SIZE_TYPE__);
extern void *memset(void *, int, __SIZE_TYPE__);
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint();
  if (n == 0 || n > 1000000 || i >= n) return 0;
  char *p = malloc(n), *q = malloc(n);
  memset(p, 'x', n);
  memcpy(q, p, n);
  if (q[i] != 'x') reach_error();
  free(p);
  free(q);
  return 0;
}
