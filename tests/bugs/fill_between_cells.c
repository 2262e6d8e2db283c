// property: unreach-call
// expect: false
// args: --32
// guards: memset over elements whose field does not lie on multiples of its size wrote beside the field (wrong true)
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
struct item {
  int tag;
  long long amount; /* at offset 4 of 12 */
};
struct item items[2], many[300];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  if (i > 1 || j > 299) return 0;
  items[i].amount = 5;
  many[j].amount = 7;
  __builtin_memset(items, 0, sizeof items);
  __builtin_memset(many, 0, sizeof many);
  if (items[i].amount == 0 && many[j].amount == 0) reach_error();
  return 0;
}
