// property: valid-memsafety
// expect: false
// says: false.valid-deref
// guards: the end of an inner array of variable length right before the return was ignored
static int sum(int n) {
  char *first;
  {
    char digits[n];
    digits[0] = (char)n;
    first = digits;
  }
  return *first;
}
int main(void) {
  return sum(4);
}
