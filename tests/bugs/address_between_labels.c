// property: unreach-call
// expect: unknown
// guards: the distance of two labels was ours
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  static const int distance = &&second - &&first;
  int n = __VERIFIER_nondet_int();
first:
  if (n > 0) {
    n = 0;
    goto first;
  }
second:
  if (distance > 2) reach_error();
  return 0;
}
