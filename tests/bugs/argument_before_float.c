// property: unreach-call
// expect: true
// args: --32
// guards: a double for an int is unknown, what comes before it is not
extern void reach_error(void);
int first();
int main(void) {
  if (first(1, 2.0) != 1) reach_error();
  return 0;
}
int first(int a, int b) { (void)b; return a; }
