// property: valid-deref
// expect: unknown
// guards: an object is called that is no function, and nothing else
int x;
int main(void) {
  void (*p)(void) = (void (*)(void))&x;
  p();
  return 0;
}
