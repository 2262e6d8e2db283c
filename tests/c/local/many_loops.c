// property: unreach-call
// expect: true
// args: --timeout=100
// says: predicate on solver
// guards: a large program of many loops, one behind the other, is proved without its memory
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
extern void reach_error(void);

struct device {
  struct device *next;
  int *registers;
  int n, mode;
};

static int lock, inner, level;

static void take(void) {
  if (lock != 0) reach_error();
  lock = 1;
}

static void give(void) {
  if (lock != 1) reach_error();
  lock = 0;
}

static void take_inner(void) {
  if (lock != 1 || inner != 0) reach_error();
  inner = 1;
}

static void give_inner(void) {
  if (lock != 1 || inner != 1) reach_error();
  inner = 0;
}

static void wait(struct device *d) {
  while (d->registers[0] & d->mode) d->registers[1] += d->n;
}

/* Each holds the lock from its first loop to its last. */
#define STEP(name)                                                             \
  static int name(struct device *d) {                                          \
    take();                                                                    \
    for (int i = 0; i < d->n; i++) {                                           \
      if (d->registers[i] == d->mode) {                                        \
        give();                                                                \
        wait(d);                                                               \
        take();                                                                \
      } else if (d->next->mode > d->registers[i]) {                            \
        take_inner();                                                          \
        while (d->registers[i] < d->next->n) d->registers[i] += d->mode;       \
        if (d->next->registers[i]) wait(d->next);                              \
        give_inner();                                                          \
      }                                                                        \
    }                                                                          \
    if (d->mode & 1) {                                                         \
      wait(d);                                                                 \
      give();                                                                  \
      for (int i = 0; i < d->n; i++) d->registers[i] ^= d->next->mode;         \
      return d->registers[2];                                                  \
    }                                                                          \
    while (d->next->mode < d->mode) {                                          \
      d->mode -= d->next->registers[3];                                        \
      if (d->mode == 7) {                                                      \
        give();                                                                \
        return -1;                                                             \
      }                                                                        \
    }                                                                          \
    give();                                                                    \
    return d->registers[4];                                                    \
  }

#define STEPS(a) STEP(a##0) STEP(a##1) STEP(a##2) STEP(a##3)
STEPS(a)
STEPS(b)
STEPS(c)
STEPS(d)
STEPS(e)
STEPS(f)
STEPS(g)
STEPS(h)

#define DO(a) a##0(d) || a##1(d) || a##2(d) || a##3(d)

int main(void) {
  struct device *d = malloc(sizeof *d);
  d->next = malloc(sizeof *d);
  while (__VERIFIER_nondet_int()) {
    switch (__VERIFIER_nondet_int()) {
    case 0: level = DO(a) || DO(b) || DO(c) || DO(d); break;
    case 1: level = DO(e) || DO(f) || DO(g) || DO(h); break;
    case 2: level = DO(h) && (DO(a)); break;
    default: level = DO(b);
    }
    if (level) wait(d->next);
  }
  free(d);
  return 0;
}
