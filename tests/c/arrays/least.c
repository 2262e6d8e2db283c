// property: unreach-call
// expect: true
// args: --32
// guards: a cell loaded twice without a store between is the same value twice
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int heights[70000];
int main(void) {
  for (int i = 0; i < 70000; i++) heights[i] = __VERIFIER_nondet_int();
  int least = heights[0];
  for (int i = 1; i < 70000; i++)
    if (heights[i] < least) least = heights[i];
  for (int i = 0; i < 70000; i++)
    if (heights[i] < least) reach_error();
  return 0;
}
