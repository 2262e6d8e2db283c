// property: unreach-call
// expect: false
// guards: a pointer to a function from outside may be any whose address is taken
extern void reach_error(void);
int (*find(void))(int);
int f(int x) {
  reach_error();
  return x;
}
int (*keep)(int) = f;
int main(void) {
  int (*p)(int) = find();
  if (p) p(1);
  return 0;
}
