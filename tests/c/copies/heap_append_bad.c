// property: unreach-call
// expect: false
// guards: text is appended to a buffer that grows
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void *memcpy(void *, const void *, __SIZE_TYPE__);
extern void *memset(void *, int, __SIZE_TYPE__);
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
  if (n > 4000 || m > 4000) return 0;
  char *p = malloc(n + 1), *q = malloc(n + m + 1);
  memset(p, 'a', n + 1);
  p[n] = 0;
  memcpy(q, p, n + 1);
  memset(q + n, 'b', m);
  q[n + m] = 0;
  if (m > 0 && q[n] == 'b') reach_error();
  free(p);
  free(q);
  return 0;
}
