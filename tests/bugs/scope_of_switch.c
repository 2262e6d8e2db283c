// property: valid-memsafety
// expect: unknown
// guards: a local declared in front of the first case dies with the switch, unmarked
extern int __VERIFIER_nondet_int(void);
static int *last;
static void remember(int *count) {
  last = count;
}
int main(void) {
  switch (__VERIFIER_nondet_int()) {
    int count;
  case 3: count = 1; remember(&count); break;
  default: return 0;
  }
  return *last;
}
