// property: unreach-call
// expect: false
// guards: a switch that is turned in one place is no constant
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct chip {
  int (*mode)(struct chip *c, unsigned char mode);
  int (*set)(struct chip *c, unsigned char mode);
  int now;
};

static int filter = 0;
static int lock;

static int set_mode(struct chip *c, unsigned char mode) {
  if (filter) return c->mode(c, mode) + c->mode(c, 1) + c->mode(c, 2);
  c->now = mode;
  return 0;
}

static int dispatch(struct chip *c, unsigned char mode) {
  if (lock) reach_error();
  lock = 1;
  if (__VERIFIER_nondet_int()) set_mode(c, mode);
  lock = filter;
  return mode;
}

static int nothing(struct chip *c, unsigned char mode) {
  c->now = mode;
  return 0;
}

static void start(struct chip *c) {
  filter = 0;
  if (__VERIFIER_nondet_int() == 7) filter = 1;
  set_mode(c, 3);
}

int main(void) {
  struct chip here = {nothing, set_mode, 0}, *c = &here;
  start(c);
  while (__VERIFIER_nondet_int()) dispatch(c, 5);
  return 0;
}
