// property: valid-deref
// expect: false
// args: --32
// guards: the same, but the second text may lack its zero
#include <alloca.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

static int common(const char *a, const char *b) {
  const char *from = a;
  while (*a && *a == *b) {
    a++;
    b++;
  }
  return (int)(a - from);
}

static char *text(char *room, int n) {
  for (int i = 0; i + 1 < n; i++) room[i] = __VERIFIER_nondet_char();
  if (n != 2) room[n - 1] = 0;
  return room;
}

int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  if (n < 1 || m < 1 || n > 1000 || m > 1000) return 0;
  char *a = text(alloca(n), n);
  char *b = text(alloca(m), m);
  return common(a, b);
}
