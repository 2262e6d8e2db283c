// property: unreach-call
// expect: false
// guards: bytes that are anything and are copied before they are looked at are inputs
#include <string.h>
extern void reach_error(void);
extern void __VERIFIER_nondet_memory(void *, unsigned long);

struct record {
  int kind;
  char text[12];
};

int main(void) {
  for (int i = 0; i < 3; i++) {
    struct record a, b;
    a.kind = i;
    __VERIFIER_nondet_memory(a.text, sizeof a.text);
    memcpy(&b, &a, sizeof b);
    struct record c = b;
    if (c.kind == 2 && memcmp(c.text, "open", 4) == 0) reach_error();
  }
  return 0;
}
