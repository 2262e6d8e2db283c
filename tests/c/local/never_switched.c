// property: unreach-call
// expect: true
// args: --engine=predicate --preset=cutset --recursion=60
// guards: calls through pointers behind a switch that nobody turns make no recursion
extern int __VERIFIER_nondet_int(void);
extern void *outside(void);
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
  lock = 0;
  return mode;
}

static void start(struct chip *c) {
  filter = 0;
  c->set = dispatch;
  set_mode(c, 3);
}

int main(void) {
  struct chip *c = outside();
  start(c);
  while (__VERIFIER_nondet_int()) dispatch(c, 5);
  return 0;
}
