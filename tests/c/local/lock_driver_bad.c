// property: unreach-call
// expect: false
// args: --engine=local --timeout=60
// guards: an error of the localised program that the user's program has, too
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int locked;
static int bytes[16];

static void lock(void) {
  if (locked) reach_error();
  locked = 1;
}

static int walk(int n) {
  return n > 0 ? bytes[n & 15]++ + walk(n - 1) : 0;
}

int main(void) {
  while (__VERIFIER_nondet_int()) {
    lock();
    if (walk(3) < 0) return 1;
    if (__VERIFIER_nondet_int()) continue;
    locked = 0;
  }
  return 0;
}
