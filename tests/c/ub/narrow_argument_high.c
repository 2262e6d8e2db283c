// property: unreach-call
// expect: unknown
// args: --64
// guards: a call with a narrower argument than the function has: what is above
// the bits that it has is not known, whatever the compiled program does
extern void reach_error(void);
int is_small();
int main(void) {
  if (!is_small(7)) reach_error();
  return 0;
}
int is_small(long n) { return n < 100 && n >= 0; }
