// property: valid-memsafety
// expect: false
// says: false.valid-free
// guards: free of a local
void *malloc(__SIZE_TYPE__);
void free(void *);
int main(void) {
  int x, *p = &x;
  free(p);
  return 0;
}
