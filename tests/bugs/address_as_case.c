// property: unreach-call
// args: --64
// expect: unknown
// guards: a switch over an address was not taken for a look at it
extern void reach_error(void);
static int callback(void) {
  return 1;
}
int main(void) {
  int (*volatile f)(void) = callback;
  switch ((unsigned long)f) {
  case 0: return 0;
  case 0x401126: reach_error(); return 1;
  default: return f();
  }
}
