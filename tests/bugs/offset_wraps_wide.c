// property: valid-memsafety
// expect: unknown
// args: --64
// guards: offsets of 64 bits are compared without wrapping, too, also when they are the sum of two
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void *malloc(unsigned long);
extern void free(void *);
static int get(int (*table)[4], unsigned long i, unsigned long j) { return table[i][j]; }
int main(void) {
  int(*table)[4] = malloc(sizeof *table * 3);
  unsigned long i = __VERIFIER_nondet_ulong(), j = __VERIFIER_nondet_ulong();
  for (int k = 0; k < 12; k++) table[0][k] = k;
  int got = i == 0x0800000000000000ul && j == 0x2000000000000002ul ? get(table, i, j) : 0;
  free(table);
  return got & 1;
}
