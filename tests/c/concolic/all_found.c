// property: unreach-call
// expect: false
// args: --engine=concolic --cpu-timeout=20
// guards: no input stands in the last condition: what counts is which of the
// stores in the loop were executed before, one in each round
extern void reach_error(void);
extern void *malloc(unsigned long);
struct endpoint {
  unsigned char address, kind;
};
struct interface {
  unsigned char n;
  struct endpoint *endpoints;
};
extern struct interface *get_interface(void);
struct device {
  unsigned char in, out, in2, out2;
};

static int probe(struct interface *face, struct device *dev) {
  dev->in = dev->out = dev->in2 = dev->out2 = 0;
  for (int i = 0; i < face->n; i++) {
    struct endpoint *e = &face->endpoints[i];
    if (e->kind != 2) continue;
    if (e->address & 0x80) {
      if (!dev->in)
        dev->in = e->address;
      else if (!dev->in2)
        dev->in2 = e->address;
    } else if (e->address) {
      if (!dev->out)
        dev->out = e->address;
      else if (!dev->out2)
        dev->out2 = e->address;
    }
  }
  return dev->in && dev->out && dev->in2 && dev->out2;
}

int main(void) {
  struct interface *face = get_interface();
  struct device *dev = malloc(sizeof *dev);
  if (!face || !face->endpoints || !dev) return 0;
  if (probe(face, dev)) reach_error();
  return 0;
}
