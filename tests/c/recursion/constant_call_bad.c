// property: unreach-call
// expect: false
// guards: the same, with an error behind it
extern void reach_error(void);
static unsigned count(unsigned n) { return n ? count(n - 1) + count(n - 1) + 1 : 0; }
int main(void) {
  if (count(16) == 65535) reach_error();
  return 0;
}
