// property: unreach-call
// expect: false
// args: --32
// guards: an int for a long long: what follows arrives elsewhere; it was proved
extern void reach_error(void);
int second();
int main(void) {
  if (second(1, 2) != 2) reach_error();
  return 0;
}
int second(long long a, int b) { (void)a; return b; }
