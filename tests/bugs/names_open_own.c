// property: valid-deref
// expect: true
// guards: a function of the program's own, named open, is not given a path
extern void *malloc(unsigned long);
extern void free(void *);
struct dev { char kind; };
struct file { int mode; };
int open(struct dev *d, struct file *f);
int main(void) {
  struct dev *d = malloc(1);
  struct file f = {1};
  if (!d) return 0;
  d->kind = 'x';
  f.mode = open(d, &f);
  free(d);
  return 0;
}
