// property: unreach-call
// expect: true
// args: --engine=local
// guards: memory that was written holds what was written, whatever the way to
// an error in the localised program wants to read there
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
  struct device *other = calloc(1, sizeof *other);
  dev->parent = other;
  other->parent = dev;
  dev->irq = 5;
  for (;;) {
    switch (__VERIFIER_nondet_int()) {
    case 0: probe(card, dev); break;
    case 1: probe(card, other); break;
    default: break;
    }
  }
}
