// property: unreach-call
// expect: true
// guards: what was read before a local was made does not point to it
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct request {
  int state;
  int *done;
};
extern struct request *given(void);
static void wait_for(struct request *r) {
  int done = 0;
  r->done = &done;
  r->state = 1;
}
int main(void) {
  struct request *r = given();
  int *first = r->done;
  int count = __VERIFIER_nondet_int();
  if (count > 1000 || count < 0) return 0;
  wait_for(r);
  *first = 3;
  if (*first != 3) reach_error();
  return count;
}
