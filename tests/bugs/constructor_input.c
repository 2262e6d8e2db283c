// property: unreach-call
// expect: false
// guards: constructors run in a replay where the program runs them
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int g;
__attribute__((constructor(200))) static void second(void) {
  g = g * 10 + __VERIFIER_nondet_int();
}
__attribute__((constructor(101))) static void first(void) {
  g = 4;
}
int main(void) {
  if (g == 47 && __VERIFIER_nondet_int() == 3) reach_error();
  return 0;
}
