// property: unreach-call
// args: --entry=f
// expect: true
// says: starts in f: variables have their first values, and what it is given
// guards: that a caller may hand f the address of a global is told as a premise
extern void reach_error(void);
int g = 1;
int f(int *p) {
  *p = 5;
  if (g == 5) reach_error();
  return 0;
}
