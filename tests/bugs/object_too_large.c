// property: unreach-call
// expect: unknown
// args: --32
// guards: an object that no address space holds is no internal error
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int rows = 40000, columns = 60000;
  int table[rows][columns];
  int at = __VERIFIER_nondet_int();
  if (at < 0 || at >= rows) return 0;
  table[at][7] = 1;
  if (table[at][7] != 1) reach_error();
  return 0;
}
