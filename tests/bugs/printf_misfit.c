// property: valid-deref
// expect: unknown
// guards: a format that does not fit its arguments is no reason for a proof
int printf(const char *, ...);
int main(void) {
  printf("%s\n", 5);
  return 0;
}
