// An account that checks every withdrawal, but adds fees without looking.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int balance = 100;
  for (int day = 0; day < 3; day++) {
    int amount = __VERIFIER_nondet_int();
    if (amount < 0 || amount > balance) continue;
    balance -= amount;
    if (amount > 30) balance -= 2;
  }
  if (balance < 0) reach_error();
  return 0;
}
