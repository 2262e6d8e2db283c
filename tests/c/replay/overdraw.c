// property: unreach-call,assertion
// expect: false
// Plain inputs: a withdrawal that the balance does not cover.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int balance = 70, amount = __VERIFIER_nondet_int();
  if (amount < 0 || amount > 100) return 0;
  balance -= amount;
  if (balance < 0) reach_error();
  return 0;
}
