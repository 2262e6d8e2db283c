// property: unreach-call
// expect: false
// args: --32
// guards: a loop that comes back to a cell behind it
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a[40];
int main(void) {
  int n = __VERIFIER_nondet_int(), once = 0;
  if (n < 0 || n >= 40) return 0;
  for (int i = 0; i < 40; i++) {
    a[i] = once;
    if (i == n && !once) {
      once = 1;
      i = n / 2;
    }
  }
  for (int i = 0; i < 40; i++)
    if (i < n / 2 && a[i] == 1) reach_error();
  if (a[n] != 0) reach_error();
  return 0;
}
