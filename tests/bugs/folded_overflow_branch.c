// property: no-overflow
// expect: false
// guards: the same where clang does not warn, and for a division
int main(void) {
  int a = 1 ? 2147483647 + 1 : 0;
  int b = (-2147483647 - 1) / -1;
  return a == b;
}
