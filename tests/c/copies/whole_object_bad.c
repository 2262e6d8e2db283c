// property: unreach-call
// expect: false
// guards: a copy may be as long as its object
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void *memcpy(void *, const void *, __SIZE_TYPE__);
struct pair { int a, b; };
int main(void) {
  struct pair from[3] = {{1, 2}, {3, 4}, {5, 6}}, to[3] = {{0, 0}};
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 3) return 0;
  memcpy(to, from, n * sizeof *to);
  if (to[2].b != 0 && n == 3) reach_error();
  return 0;
}
