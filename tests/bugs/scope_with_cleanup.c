// property: valid-memsafety
// expect: unknown
// guards: functions called at the end of a block see its locals alive
extern int __VERIFIER_nondet_int(void);
static int *last;
static void at_end(int *guard) {
  *guard += *last;
}
int main(void) {
  int again = __VERIFIER_nondet_int();
  {
  start:;
    int value = 2;
    int guard __attribute__((cleanup(at_end))) = 1;
    last = &value;
    if (again) {
      again = 0;
      goto start;
    }
  }
  return 0;
}
