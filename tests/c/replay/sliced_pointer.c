// property: unreach-call
// expect: false
// guards: code that cannot matter follows a pointer nobody set; the run gets one
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long);
struct table {
  int *slots;
  int n;
};
int main(void) {
  struct table *t = malloc(sizeof *t);
  int x = __VERIFIER_nondet_int();
  *t->slots = 7;
  t->slots[t->n & 3] = x;
  if (x == 12345) reach_error();
  return 0;
}
