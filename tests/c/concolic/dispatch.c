// property: unreach-call
// expect: false
// args: --engine=concolic
// guards: a way through a dispatch loop, structs of the environment and a failing call
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct device {
  int id;
  struct device *next;
};
extern struct device *find(void);
extern int submit(void);
static int lock;

static void take(void) {
  if (lock) reach_error();
  lock = 1;
}

static void give(void) {
  lock = 0;
}

static int work(struct device *d) {
  take();
  if (d->next && d->next->id == 77 && submit() < 0) return -1;
  give();
  return 0;
}

int main(void) {
  int is_open = 0;
  for (;;) {
    int what = __VERIFIER_nondet_int();
    struct device *d;
    switch (what) {
    case 1: is_open = 1; break;
    case 5:
      d = find();
      if (is_open && d) (void)work(d);
      break;
    default: return 0;
    }
  }
}
