// property: valid-memsafety
// args: --timeout=20
// expect: unknown
// guards: a local of an earlier call is not the one of this call
int *old;
static void step(void) {
  int x = 1;
  if (old) *old = 2;
  old = &x;
}
int main(void) {
  for (int i = 0; i < 3; i++) step();
  return 0;
}
