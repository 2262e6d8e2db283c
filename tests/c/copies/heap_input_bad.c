// property: unreach-call
// expect: false
// guards: a buffer on the heap, its length from outside
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void *memcpy(void *, const void *, __SIZE_TYPE__);
extern void *memset(void *, int, __SIZE_TYPE__);
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() & 15;
  unsigned char *p = malloc(n + 1), *q = malloc(n + 1);
  memset(p, 5, n + 1);
  p[n] = 6;
  memcpy(q, p, n + 1);
  if (q[n] != 6 || (n > 0 && q[n - 1] != 6)) reach_error();
  free(p);
  free(q);
  return 0;
}
