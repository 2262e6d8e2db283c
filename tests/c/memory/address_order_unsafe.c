// property: unreach-call
// expect: unknown
// guards: no proof because our own heap addresses grow

extern void reach_error(void);
extern void *malloc(unsigned long size);

int main(void) {
  char *a = malloc(16), *b = malloc(16);
  if (a > b) reach_error();
  return 0;
}
