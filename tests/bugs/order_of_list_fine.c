// property: unreach-call
// expect: true
// guards: lists and commas whose order is fixed or does not matter
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int last;
static int next(void) { return ++last; }
static int small(void) { return __VERIFIER_nondet_int() & 7; }
struct pair {
  int one, two;
};
int main(void) {
  struct pair a = {next(), 4}, b = {4, next()}, c = {small(), small()};
  c.one = next();
  c.two = last;
  int d = (next(), last);
  if (a.one != 1 || b.two != 2 || c.two != 3 || d != 4) reach_error();
}
