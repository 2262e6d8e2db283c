// property: unreach-call
// expect: false
// args: --32
// guards: the same, but a cell changes in between
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 5000) return 0;
  short cost[n];
  long long paid = 0, owed = 100;
  for (int i = 0; i < n; i++) cost[i] = (short)__VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) owed -= cost[i];
  if (n == 2) cost[1]++;
  for (int i = 0; i < n; i++) paid += cost[i];
  if (owed + paid != 100) reach_error();
  return 0;
}
