// property: valid-memsafety
// expect: false
// says: false.valid-deref
// guards: a local read after its function returned
static int *leak(int x) {
  int y = x, *p = &y;
  return p;
}
int main(void) {
  return *leak(3);
}
