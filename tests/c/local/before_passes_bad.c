// property: unreach-call
// expect: false
// args: --timeout=60
// guards: what is looked at first in a large program is not all there is
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
  struct node *next;
  int a, b, c;
};
extern struct node *outside(int);

#define ONE(k) n->a = n->next->b * k + n->c - (n->next->c >> 2);
#define TEN(k) ONE(k) ONE(k + 1) ONE(k + 2) ONE(k + 3) ONE(k + 4)
#define HUNDRED(k) TEN(k) TEN(k) TEN(k) TEN(k) TEN(k) TEN(k) TEN(k) TEN(k)

static void move(struct node *n) {
  HUNDRED(1) HUNDRED(2) HUNDRED(3) HUNDRED(4) HUNDRED(5)
  HUNDRED(6) HUNDRED(7) HUNDRED(8) HUNDRED(9) HUNDRED(10)
}

static int locked;

static void lock(void) {
  if (locked) reach_error();
  locked = 1;
}

int main(void) {
  while (__VERIFIER_nondet_int()) {
    lock();
    move(outside(1));
    if (__VERIFIER_nondet_int()) move(outside(2));
    if (__VERIFIER_nondet_int() == 12) continue;
    locked = 0;
  }
  return 0;
}
