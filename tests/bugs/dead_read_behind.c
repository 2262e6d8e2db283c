// property: unreach-call
// expect: unknown
// guards: what is read after the address of a local was told may point to it
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct request {
  int state;
  int *done;
};
extern struct request *given(void);
static void wait_for(struct request *r) {
  int done = 1;
  r->done = &done;
  r->state = 1;
}
int main(void) {
  struct request *r = given();
  wait_for(r);
  if (r->state == 1 && *r->done != 1) reach_error();
}
