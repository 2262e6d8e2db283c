// property: valid-init
// expect: false
// guards: what alloca gives was never written
int main(void) {
  int *p = __builtin_alloca(8);
  p[0] = 1;
  return p[1];
}
