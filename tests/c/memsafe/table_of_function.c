// property: valid-deref
// expect: false
// guards: a table whose first cell is a function's address is no table of data
extern int __VERIFIER_nondet_int(void);
static int value;
static void run(void) {}
static void *table[2] = {(void *)run, &value};
int main(void) {
  int i = __VERIFIER_nondet_int() & 1;
  *(int *)table[i] = 1;
  return 0;
}
