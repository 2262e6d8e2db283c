// property: unreach-call
// expect: false
// guards: a copy goes to one of several objects
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void *memcpy(void *, const void *, __SIZE_TYPE__);
static char a[4] = "abc", b[6] = "uvwxy";
int main(void) {
  char *to = __VERIFIER_nondet_uint() & 1 ? a + 1 : b + 2;
  unsigned n = __VERIFIER_nondet_uint() & 3;
  memcpy(to, "123", n);
  if (a[0] != 'a' || b[1] != 'v' || (b[2] == '1') + (a[1] == '1') > 0) reach_error();
  return 0;
}
