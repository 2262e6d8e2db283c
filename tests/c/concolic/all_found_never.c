// property: unreach-call
// expect: unknown
// args: --engine=concolic --cpu-timeout=3
// guards: the twin of all_found.c whose last store is never executed
extern void reach_error(void);
extern void *malloc(unsigned long);
extern int get(void);
struct device {
  int in, out;
};

int main(void) {
  struct device *dev = malloc(sizeof *dev);
  if (!dev) return 0;
  dev->in = dev->out = 0;
  for (int i = get(); i > 0; i--) {
    if (get() == 5) dev->in = 1;
    if (get() == 7 && dev->in == 2) dev->out = 1;
  }
  if (dev->in && dev->out) reach_error();
  return 0;
}
