// property: unreach-call
// expect: true
// args: --32
// says: 0 queries
// guards: folds of the same cells in another order have the same form
extern void reach_error(void);
#define N 40
static int largest(const int *x) {
  int r = x[0];
  for (int i = 1; i < N; i++)
    if (x[i] > r) r = x[i];
  return r;
}
static int balance(const int *x) {
  int r = 0;
  for (int i = 0; i < N; i++)
    if (x[i] % 2 == 0)
      r++;
    else
      r--;
  return r;
}
static long long positive(const int *x) {
  long long r = 0;
  for (int i = 0; i < N; i++)
    if (x[i] > 0) r += x[i];
  return r;
}
int main(void) {
  int x[N];
  int a = largest(x), b = balance(x);
  long long c = positive(x);
  int first = x[0];
  for (int i = 0; i < N - 1; i++) x[i] = x[i + 1];
  x[N - 1] = first;
  if (a != largest(x) || b != balance(x) || c != positive(x)) reach_error();
  return 0;
}
