// property: unreach-call,assertion
// expect: true
// guards: counted loops are written out; what is left are sums of forty variables in three orders
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
enum { N = 40 };
static int total(int values[N]) {
  int sum = 0;
  for (int i = 0; i < N; i++) sum += values[i];
  return sum;
}
int main(void) {
  int values[N];
  for (int i = 0; i < N; i++) values[i] = __VERIFIER_nondet_int();
  int first = total(values), kept = values[0];
  for (int i = 0; i + 1 < N; i++) values[i] = values[i + 1];
  values[N - 1] = kept;
  int second = total(values);
  for (int i = 0, k = N - 1; i < k; i++, k--) {
    kept = values[i];
    values[i] = values[k];
    values[k] = kept;
  }
  if (first != second || second != total(values)) reach_error();
  return 0;
}
