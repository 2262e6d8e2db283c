// property: valid-deref
// expect: false
// guards: a local that is used behind its block, where nothing else is used
int main(void) {
  int *kept;
  {
    int inner = 1;
    kept = &inner;
  }
  return *kept;
}
