/* A set of small numbers, one bit each. */
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define LIMIT 200
#define WORDS ((LIMIT + 31) / 32)

struct set {
  uint32_t bits[WORDS];
  unsigned count;
};

static void set_clear(struct set *s) {
  for (int i = 0; i < WORDS; i++)
    s->bits[i] = 0;
  s->count = 0;
}

static bool set_has(const struct set *s, unsigned n) {
  return s->bits[n / 32] >> (n % 32) & 1u;
}

static void set_add(struct set *s, unsigned n) {
  if (!set_has(s, n)) {
    s->bits[n / 32] |= 1 << (n % 32); /* BUG */
    s->count++;
  }
}

static void set_remove(struct set *s, unsigned n) {
  if (set_has(s, n)) {
    s->bits[n / 32] &= ~(1u << (n % 32));
    s->count--;
  }
}

int main(void) {
  struct set s;
  unsigned n;
  char op;
  set_clear(&s);
  while (scanf(" %c%u", &op, &n) == 2) {
    if (n >= LIMIT)
      continue;
    if (op == '+')
      set_add(&s, n);
    else if (op == '-')
      set_remove(&s, n);
  }
  printf("%u members\n", s.count);
  return 0;
}
