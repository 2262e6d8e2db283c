// property: all
// expect: true
// guards: parameters of a function that clang put in the place of its call keep their values where they are declared; such calls in inner blocks followed NULL
#include <assert.h>

struct pair {
  long a, b;
};

static inline __attribute__((always_inline)) int first(const char *p, int *n,
                                                       struct pair q) {
  int local;
  local = p[0];
  (*n)++;
  if (q.b != 2) return 0;
  return local;
}

int main(void) {
  const char text[] = "abc";
  int n = 0, sum = 0;
  for (int i = 0; i < 3; i++) {
    struct pair q = {i, 2};
    sum += first(text + i, &n, q);
  }
  assert(sum == 'a' + 'b' + 'c' && n == 3);
  return 0;
}
