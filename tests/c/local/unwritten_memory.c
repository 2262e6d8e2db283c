// property: unreach-call
// expect: false
// args: --engine=local
// guards: what was never written holds what the way to the error reads, and
// pointers that are followed there lead to objects
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *__VERIFIER_nondet_pointer(void);
extern void *malloc(unsigned long);
extern void *calloc(unsigned long, unsigned long);

struct device {
  struct device *parent;
  int irq;
  char name[16];
};
struct card {
  struct device *dev;
  int state;
  int (*check)(struct card *);
};

static int locked;

static void *maybe_zero(unsigned long size) {
  return __VERIFIER_nondet_int() ? 0 : calloc(1, size);
}

static void take(void) {
  if (locked) reach_error();
  locked = 1;
}

static int probe(struct card *card, struct device *dev) {
  card->dev = dev;
  card->dev->name[0] = 'c';
  if (dev->parent->irq != 77) return -1;
  if (card->state != 3 && card->dev->parent->name[2] == 'x') take();
  return 0;
}

int main(void) {
  struct card *card = maybe_zero(sizeof *card);
  struct device *dev = malloc(sizeof *dev);
  struct device *other = __VERIFIER_nondet_pointer();
  for (;;) {
    switch (__VERIFIER_nondet_int()) {
    case 0: probe(card, dev); break;
    case 1: probe(card, other); break;
    default: break;
    }
  }
}
