// property: valid-deref
// expect: unknown
// args: --engine=cells
// guards: the word in front of an object says that it was freed; it is no cell that can be out of reach of the index followed
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int rounds = __VERIFIER_nondet_uchar() & 3 ? 2 : 5;
  int sum = 1;
  for (int i = 0; i < (rounds & 3); i++) {
    int *cell = malloc(sizeof *cell);
    *cell = i;
    if (rounds == 5) free(cell);
    sum += *cell;
  }
  return sum;
}
