// property: unreach-call
// expect: false
// args: --32
// guards: a fold in which a cell's place matters
extern void reach_error(void);
#define N 12
static int largest(const int *x) {
  int r = x[0];
  for (int i = 1; i < N; i++)
    if (x[i] > r) r = x[i] - (i == 7);
  return r;
}
int main(void) {
  int x[N];
  int a = largest(x);
  int first = x[0];
  for (int i = 0; i < N - 1; i++) x[i] = x[i + 1];
  x[N - 1] = first;
  if (a != largest(x)) reach_error();
  return 0;
}
