// property: unreach-call
// expect: true
// guards: locals that are given to functions and freed memory that is not used
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct pair {
  int a, b;
  struct pair *other;
};
static void set(struct pair *p, int v) {
  p->a = p->b = v;
  p->other = p;
}
static int difference(const struct pair *p) { return p->other->a - p->b; }
int main(void) {
  struct pair *kept = NULL;
  for (int i = 0; i < 5; i++) {
    struct pair local, *made = malloc(sizeof *made);
    if (!made) return 0;
    set(&local, i);
    set(made, __VERIFIER_nondet_int());
    if (difference(&local) + difference(made)) reach_error();
    free(kept);
    kept = made;
  }
  if (kept->a != kept->b) reach_error();
  free(kept);
}
