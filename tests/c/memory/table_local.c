// property: unreach-call
// expect: true
// guards: a local table copied from its initialiser keeps its contents
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct row {
  unsigned short key;
  unsigned value;
};
int main(void) {
  const struct row table[40] = {{7, 1}, {8, 2}, {9, 3}, {7, 4}, {0, 0}};
  unsigned k = 0, sum = 0, ask = __VERIFIER_nondet_uint();
  while (table[k].key != 0) {
    if (table[k].key == ask) sum += table[k].value;
    k++;
  }
  if (k > 39 || sum > 5) reach_error();
  return 0;
}
