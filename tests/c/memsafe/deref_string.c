// property: valid-memsafety
// expect: false
// says: false.valid-deref
// guards: a string function that reads too far
__SIZE_TYPE__ strlen(const char *);
int main(void) {
  char s[3] = {'a', 'b', 'c'}, t[2] = {0};
  return (int)strlen(s) + t[0];
}
