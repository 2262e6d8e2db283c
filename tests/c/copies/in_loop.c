// property: unreach-call
// expect: true
// guards: a buffer that is filled again and again
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void *memset(void *, int, __SIZE_TYPE__);
int main(void) {
  char buffer[32];
  unsigned used = 0;
  memset(buffer, 0, sizeof buffer);
  while (__VERIFIER_nondet_uint()) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n >= sizeof buffer - used) break;
    memset(buffer + used, 'x', n);
    used += n;
    if (buffer[31] != 0) reach_error();
  }
  return 0;
}
