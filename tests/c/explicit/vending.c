// property: unreach-call
// expect: true
// args: --engine=explicit
/* A machine that sells for coins: it never gives two goods for one price. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum { COIN = 1, BIG_COIN = 2, BUTTON = 3, RETURN = 4 };
enum { PRICE = 3 };

static int paid, stock = 5, open, given;

static int react(int symbol) {
  if (open && symbol != BUTTON) {
    open = 0;
    return 0;
  }
  if (symbol == COIN && paid < PRICE) {
    paid = paid + 1;
    return 1;
  }
  if (symbol == BIG_COIN && paid + 2 <= PRICE) {
    paid = paid + 2;
    return 2;
  }
  if (symbol == BUTTON && paid == PRICE && stock > 0) {
    paid = 0;
    stock--;
    given++;
    open = 1;
    return 3;
  }
  if (symbol == RETURN && paid > 0) {
    int back = paid;
    paid = 0;
    return -back;
  }
  return 0;
}

int main(void) {
  int money = 0;
  for (;;) {
    int symbol = __VERIFIER_nondet_int();
    if (symbol < COIN || symbol > RETURN) return 0;
    int answer = react(symbol);
    if (answer == 1 || answer == 2) money += answer;
    if (answer < 0) money += answer;
    if (money != given * PRICE + paid) reach_error();
    if (given > 5) reach_error();
  }
}
