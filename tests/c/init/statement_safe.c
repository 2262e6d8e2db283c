// property: valid-init
// expect: true
// guards: the value of a statement in an expression is the compiler's own
extern int __VERIFIER_nondet_int(void);
struct pair {
  int a, b;
};
int main(void) {
  int r = 0;
  for (int i = 0; i < 3; i++) {
    r += ({
      int x = __VERIFIER_nondet_int() & 7;
      x;
    });
    struct pair p = ({
      struct pair q;
      q.a = i;
      q;
    });
    r += p.a;
  }
  return r;
}
