// property: unreach-call
// expect: false
// args: --64
// guards: a double for an int: what follows arrives elsewhere; it was proved
extern void reach_error(void);
int second();
int main(void) {
  if (second(1.0, 2) != 2) reach_error();
  return 0;
}
int second(int a, int b) { (void)a; return b; }
