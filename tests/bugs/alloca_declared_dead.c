// property: valid-deref
// expect: false
// args: --32
// guards: alloca declared with a type of one's own ends with its function; it was proved
extern void *alloca(unsigned long size);
static int *make(void) {
  int *p = alloca(4 * sizeof *p);
  p[0] = 1;
  return p;
}
int main(void) { return make()[0]; }
