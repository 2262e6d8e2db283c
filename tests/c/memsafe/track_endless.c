// property: valid-memsafety
// expect: unknown
// guards: an object lost in front of an endless loop is lost
void *malloc(__SIZE_TYPE__);
void free(void *);
int main(void) {
  int *p = malloc(4);
  p = 0;
  for (;;) {
  }
}
