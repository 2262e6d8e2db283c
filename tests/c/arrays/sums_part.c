// property: unreach-call
// expect: unknown
// args: --32 --engine=sums
// guards: no proof where the loops add up different cells
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 5000) return 0;
  int cost[n], sum = 0;
  for (int i = 0; i < n; i++) cost[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) sum += cost[i];
  for (int i = 1; i < n; i++) sum -= cost[i];
  if (sum != 0) reach_error();
  return 0;
}
