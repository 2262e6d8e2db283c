// property: unreach-call
// expect: true
// args: --32
// guards: a copy between elements of one array, of a length computed through NULL, keeps pointers and numbers apart
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void *memmove(void *, const void *, unsigned long);
struct place {
  unsigned code;
  int *owner;
  void (*done)(void);
};
static int me;
static struct place places[3];
int main(void) {
  struct place *at = &places[1 + (__VERIFIER_nondet_uint() & 1)];
  struct place *next = at - 1;
  at->code = __VERIFIER_nondet_uint() & 15;
  at->owner = &me;
  memmove(next, at, (unsigned long)&((struct place *)0)->done);
  if ((next->code | 16) > 31 || next->owner != &me) reach_error();
  return 0;
}
