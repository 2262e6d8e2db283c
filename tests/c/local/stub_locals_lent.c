// property: unreach-call
// expect: true
// args: --engine=local --timeout=60
// guards: a local whose address is neither stored nor returned is known to
// nobody when it is dead, whatever the functions it is lent to return
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *outside(void);

struct device {
  int size;
  struct device *next;
};
static struct device *all;
static int locked;

static struct device *skip(int n, struct device *d) {
  return n > 0 ? skip(n - 1, d) : d + 1;
}

static int measure(int n) {
  struct device own;
  own.size = n;
  struct device *other = skip(n & 3, &own) - 1;
  return n > 0 && other->size ? 1 + measure(n - 1) : other->size;
}

static void walk(int n) {
  struct device *d = skip(0, all);
  d->size = measure(n);
  all = d->next;
  if (n > 0) walk(n - 1);
}

static void lock(void) {
  if (locked) reach_error();
  locked = 1;
}

static void unlock(void) {
  if (!locked) reach_error();
  locked = 0;
}

int main(void) {
  all = outside();
  while (__VERIFIER_nondet_int()) {
    lock();
    walk(__VERIFIER_nondet_int() & 7);
    unlock();
  }
  return 0;
}
