// property: unreach-call
// expect: false
// guards: a call that begins a block and is not the last thing of its function is no tail call
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned deep, behind;

static void down(void) {
  deep++;
  if (deep < 4) {
    down();
    behind++;
  }
}

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  deep = x % 4;
  down();
  if (behind == 3 && x * 2654435761u == 1974765916u) reach_error();
  return 0;
}
