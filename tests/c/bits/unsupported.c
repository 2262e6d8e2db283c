// property: unreach-call
// expect: unknown
// args: --engine=bits
/* States hold an array: nothing for bits. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a[100000], n = __VERIFIER_nondet_int();
  for (int i = 0; i < n && i < 100000; i++) a[i] = i;
  for (int k = 0; k < n && k < 100000; k++)
    if (a[k] < 0) reach_error();
}
