// property: unreach-call,assertion
// expect: false
// args: --engine=predicate
// guards: what a sliced pointer holds; zero less one leads to the top of memory
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern struct request *next_request(void);
struct place { int minor, other; };
struct request { int state; struct place *top; };
int main(void) {
  struct request *r = next_request();
  if (!r) return 0;
  struct place *below = r->top - 1;
  below->other = 5;
  if (__VERIFIER_nondet_int() == 77) reach_error();
  return 0;
}
