// property: valid-deref
// expect: false
// guards: memory of alloca() in a function that is called dies with it
#include <alloca.h>
extern int __VERIFIER_nondet_int(void);
static int *kept;
static void make(void) {
  kept = alloca(4 * sizeof *kept);
  for (int i = 0; i < 4; i++) kept[i] = i;
}
int main(void) {
  make();
  return kept[2];
}
