// property: valid-memsafety
// expect: false
// args: --engine=shapes
// guards: the last car keeps its link to one that is gone
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct car {
  struct car *before, *behind;
};
int main(void) {
  struct car *first = 0, *last = 0;
  while (__VERIFIER_nondet_int()) {
    struct car *car = malloc(sizeof *car);
    car->before = last;
    car->behind = 0;
    if (last)
      last->behind = car;
    else
      first = car;
    last = car;
  }
  while (first) {
    struct car *car;
    if (__VERIFIER_nondet_int()) {
      car = first;
      first = car->behind;
      if (first)
        first->before = 0;
      else
        last = 0;
    } else {
      car = last;
      last = car->before;
      if (last)
        last->behind = car;
      else
        first = 0;
    }
    free(car);
  }
  return 0;
}
