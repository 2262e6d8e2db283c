// property: unreach-call
// expect: unknown
// guards: a freed object of many is written to, where a new one may lie
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct pair {
  int a, b;
};
static struct pair *make(int a, int b) {
  struct pair *made = malloc(sizeof *made);
  if (!made) exit(0);
  made->a = a;
  made->b = b;
  return made;
}
int main(void) {
  struct pair *kept = NULL;
  for (int i = 0; i < 3; i++) {
    struct pair *now = make(i, i);
    if (kept) kept->a = -1;
    if (now->a != now->b) reach_error();
    kept = now;
    free(now);
    if (!__VERIFIER_nondet_int()) kept = NULL;
  }
}
