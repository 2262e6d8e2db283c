// property: unreach-call
// expect: true
// args: --engine=local --timeout=60
// guards: a lock is proved without the bytes that the driver moves, and without the tree it walks
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long);

struct node {
  struct node *left, *right;
  unsigned char bytes[32];
};

static int locked;

static void lock(void) {
  if (locked) reach_error();
  locked = 1;
}

static void unlock(void) {
  if (!locked) reach_error();
  locked = 0;
}

static int walk(struct node *at) {
  if (!at) return 0;
  at->bytes[3]++;
  return at->bytes[3] + walk(at->left) + walk(at->right);
}

static struct node *grow(struct node *at) {
  struct node *one = malloc(sizeof *one);
  if (!one) return at;
  one->left = at;
  one->right = 0;
  return one;
}

int main(void) {
  struct node *tree = 0;
  while (__VERIFIER_nondet_int()) {
    lock();
    tree = grow(tree);
    if (walk(tree) > 7) tree->bytes[1] = 0;
    unlock();
  }
  return 0;
}
