// property: valid-init
// expect: unknown
// says: jumped.over
// guards: a declaration that is jumped over when the block is entered again
int main(void) {
  int r = 0;
  for (int i = 0; i < 2; i++) {
    if (i == 1) goto in;
    {
      int x;
      x = 1;
    in:
      r += x;
    }
  }
  return r;
}
