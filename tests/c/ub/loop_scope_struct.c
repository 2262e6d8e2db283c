// property: unreach-call
// expect: false
// args: --32
// guards: a struct whose address is taken, declared in a loop made by goto
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct pair {
  int a;
  short b;
};
static void set(struct pair *p) {
  p->a = 1;
  p->b = 2;
}
int main(void) {
  int i = 0;
again: {
  struct pair p, *q = __VERIFIER_nondet_int() ? &p : (struct pair *)0;
  if (i++ == 0) {
    set(&p);
    goto again;
  }
  if (q && q->b != 2) reach_error();
}
  return 0;
}
