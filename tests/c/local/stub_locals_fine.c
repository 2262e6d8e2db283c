// property: unreach-call
// expect: true
// args: --engine=local --timeout=60
// guards: locals that functions which are not followed get and give back while
// they live are no reason to doubt
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void tell(void *);

struct request {
  int size;
  struct request *next;
  char data[64];
};
static int locked;

static void fill(int n, struct request *r) {
  if (n > 0) {
    fill(n - 1, r);
    return;
  }
  r->size = __VERIFIER_nondet_int();
  r->data[r->size & 63] = 1;
}

static int depth(int n) {
  struct request own;
  own.size = n;
  fill(n & 3, &own);
  return n > 0 && own.size ? 1 + depth(n - 1) : own.size;
}

static void lock(void) {
  if (locked) reach_error();
  locked = 1;
}

static void unlock(void) {
  if (!locked) reach_error();
  locked = 0;
}

static int send(int n) {
  struct request r;
  lock();
  tell(&r);
  fill(n, &r);
  unlock();
  return r.size;
}

int main(void) {
  while (__VERIFIER_nondet_int()) {
    struct request r;
    fill(3, &r);
    lock();
    if (send != 0 && r.size > depth(r.size)) tell(&r);
    unlock();
    send(r.size);
    send(2);
  }
  return 0;
}
