// property: unreach-call,assertion
// expect: false
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct big { int a[6]; int n; };
static struct big step(struct big b, int i) {
  b.a[i] += 5;
  b.n++;
  return b;
}
int main(void) {
  struct big b = {{0}, 0};
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 5) return 0;
  struct big c = step(step(b, i), 2);
  if (c.a[2] == 10 && b.n == 0 && c.n == 2) reach_error();
  return 0;
}
