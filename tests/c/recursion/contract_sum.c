// property: unreach-call
// expect: true
// guards: a contract relates result and arguments, however deep the recursion
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
typedef unsigned short word;
static word move(word from, word to) {
  if (from == 0) return to;
  return move((word)(from - 1), (word)(to + 1));
}
int main(void) {
  word a = (word)__VERIFIER_nondet_int(), b = (word)__VERIFIER_nondet_int();
  if (move(a, b) != (word)(a + b)) reach_error();
  return 0;
}
