// property: valid-memsafety
// args: --32
// expect: false
// says: false.valid-free
// guards: an object freed twice
void *malloc(__SIZE_TYPE__);
void free(void *);
int main(void) {
  int *p = malloc(4);
  free(p);
  free(p);
  return 0;
}
