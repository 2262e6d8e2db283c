// property: unreach-call
// expect: false
// guards: locals of activations that call last are not one
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int walk(int n, int *last) {
  int mine = n;
  if (n <= 0) return *last;
  return walk(n - 1, n == 4 ? &mine : last);
}
int main(void) {
  int n = __VERIFIER_nondet_int(), none = 9;
  if (n < 3 || n > 6) return 0;
  if (walk(n, &none) == 4) reach_error();
  return 0;
}
