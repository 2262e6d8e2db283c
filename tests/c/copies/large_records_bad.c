// property: unreach-call
// expect: false
// guards: an array of structs that is larger than what is followed cell by cell
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void *memcpy(void *, const void *, __SIZE_TYPE__);
extern void *malloc(__SIZE_TYPE__);
struct record { int key; char tag; };
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 1000) return 0;
  struct record *p = malloc((n + 1) * sizeof *p), *q = malloc((n + 1) * sizeof *q);
  p[n].key = 5, p[n].tag = 'x';
  memcpy(q, p, (n + 1) * sizeof *p);
  if (q[n].key == 5 && q[n].tag == 'x') reach_error();
  return 0;
}
