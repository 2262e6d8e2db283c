// property: unreach-call
// expect: false
// guards: labels were the numbers 1, 2, ...
extern void reach_error(void);
int main(void) {
  void *volatile to = &&there;
  if ((unsigned long)to > 3) reach_error();
  goto *to;
there:
  return 0;
}
