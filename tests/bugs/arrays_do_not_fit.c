// property: unreach-call
// args: --32
// expect: unknown
// guards: arrays that fill more than the address space ended in an internal error
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct large {
  char bytes[1500000000];
} first, second, third;
int main(void) {
  unsigned i = __VERIFIER_nondet_uint() % 1000;
  char *p = i > 5 ? first.bytes : i > 3 ? second.bytes : third.bytes;
  p[i] = 1;
  first.bytes[3] = 2;
  if (first.bytes[3] != 2) reach_error();
  return p[i];
}
