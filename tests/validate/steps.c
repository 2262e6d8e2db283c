// No error: j is twice i at every head of the first loop.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int table[4];

int main(void) {
  int n = __VERIFIER_nondet_int();
  int i = 0, j = 0, *p = table;
  if (n < 0 || n > 1000) return 0;
  while (i < n) {
    i++;
    j += 2;
  }
  do
    j--;
  while (j > i);
  for (int k = 0;; k++)
    if (k >= i) break;
again:
  if (j > i || p != table) reach_error();
  if (j > 2000) goto again;
  return 0;
}
