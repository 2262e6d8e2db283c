// property: valid-deref
// expect: unknown
// guards: an array whose length another file says has elements: an access to one is no violation
extern int table[];
static int *first = table;
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 3) return 0;
  if (i == 3) return *first;
  return table[i];
}
