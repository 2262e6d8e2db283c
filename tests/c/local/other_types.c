// property: unreach-call
// expect: true
// args: --assumptions --timeout=60
// says: reaches no function of another type
// guards: a pointer from unknown memory calls no function of another type, and that is a premise
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct operations {
  int (*open)(long, double);
};

extern struct operations *find(int);

static int depth;

/* Its address goes to unknown memory; called from open it would recur. */
static void timer(char *what) {
  struct operations *o = find(depth);
  if (o && o->open) depth = o->open(1, 2.0) ? depth : 0;
  if (what) depth = 0;
}

struct clock {
  void (*tick)(char *);
};
extern struct clock *the_clock(void);

int main(void) {
  int n = 0;
  struct clock *c = the_clock();
  if (c) c->tick = timer;
  while (__VERIFIER_nondet_int()) {
    timer(0);
    n = !n;
    if (n != 0 && n != 1) reach_error();
  }
  return 0;
}
