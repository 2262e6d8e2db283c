// property: unreach-call
// expect: unknown
// args: --64
// guards: a write to a dead local may change a local of another call whose value was known
extern void reach_error(void);
static int *kept;
static void keep(void) {
  int a = 1;
  kept = &a;
}
static void use(void) {
  int b = 0;
  *kept = 5;
  if (b == 5) reach_error();
}
int main(void) {
  keep();
  use();
  return 0;
}
