// property: valid-memsafety
// expect: unknown
// guards: a global still points to it: not lost, but no proof
void *malloc(__SIZE_TYPE__);
void free(void *);
int *g;
int main(void) {
  g = malloc(4);
  *g = 1;
  return 0;
}
