// property: valid-deref
// expect: unknown
// args: --engine=cells --timeout=2
// guards: the account of an object lies in front of it, where the one cell that is followed never was
typedef __SIZE_TYPE__ size_t;
extern void *malloc(size_t);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), sum = 0;
  for (int i = 0; i < (x & 3); i++) {
    int *p = malloc(sizeof *p);
    *p = 1;
    if (x == 5) free(p);
    sum += *p;
  }
  return sum;
}
