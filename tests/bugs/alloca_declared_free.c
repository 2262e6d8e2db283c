// property: valid-free
// expect: false
// args: --32
// guards: alloca declared with a type of one's own is the stack's; it was proved
extern void *alloca(unsigned long size);
extern void free(void *object);
int main(void) {
  int *p = alloca(4 * sizeof *p);
  p[0] = 1;
  free(p);
  return 0;
}
