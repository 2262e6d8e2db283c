// property: unreach-call
// expect: true
// args: --32
// guards: the cell stored last is followed where the one loaded last does not suffice
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int box[9000], at = __VERIFIER_nondet_int(), i = 0;
  if (at < 0 || at >= 9000) return 0;
  box[at] = 77;
  while (i < 9000 && box[i] != 77) i++;
  if (i >= 9000) reach_error();
  return 0;
}
