// property: unreach-call
// expect: false
// guards: a function that was given to one without a body comes back
extern void reach_error(void);
int (*find(void))(int);
void give(int (*)(int));
int f(int x) {
  reach_error();
  return x;
}
int main(void) {
  give(f);
  int (*p)(int) = find();
  p(1);
  return 0;
}
