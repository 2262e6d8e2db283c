// property: unreach-call
// expect: true
// args: --32
// guards: fields of structs in an array of unknown size are arrays that share their indices
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned);
struct pair {
  int low;
  int high;
};
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100000) return 0;
  struct pair *pairs = malloc((unsigned)n * sizeof *pairs);
  for (int i = 0; i < n; i++) {
    int x = __VERIFIER_nondet_int();
    pairs[i].low = x < 0 ? x : 0;
    pairs[i].high = x < 0 ? 0 : x;
  }
  for (int i = 0; i < n; i++)
    if (pairs[i].low > pairs[i].high) reach_error();
  return 0;
}
