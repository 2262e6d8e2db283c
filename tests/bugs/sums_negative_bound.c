// property: unreach-call
// expect: unknown
// args: --engine=sums
// guards: one of two sums up to the same bound is guarded; the bound may be negative where the other one is
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < -200 || n > 200) return 0;
  int cells[n + 201];
  int all = 0, some = 0;
  for (int i = 0; i < n; i++) all += cells[i];
  if (n > 0)
    for (int i = 0; i < n; i++) some += cells[i];
  if (n < 0 && some == all) reach_error();
  return 0;
}
