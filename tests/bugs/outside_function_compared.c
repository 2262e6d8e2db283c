// property: unreach-call
// expect: false
// guards: a pointer to a function from outside that equals one of this program
extern void reach_error(void);
int (*find(void))(int);
int f(int x) {
  reach_error();
  return x;
}
int main(void) {
  int (*p)(int) = find();
  if (p == f) p(1);
  return 0;
}
