// property: valid-memcleanup
// args: --32
// expect: false
// says: false.valid-memcleanup
// guards: a global points to it, but it is not freed
void *malloc(__SIZE_TYPE__);
void free(void *);
int *g;
int main(void) {
  g = malloc(4);
  return 0;
}
