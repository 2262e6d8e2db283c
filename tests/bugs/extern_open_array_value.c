// property: assertion
// expect: true
// guards: where accesses are not the property an array whose length another file says is memory like other
#include <assert.h>
extern int table[];
static int *first = table;
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 1 || i > 3) return 0;
  *first = 4;
  table[i] = 5;
  assert(table[i] == 5);
  assert(*first == 4);
  return 0;
}
