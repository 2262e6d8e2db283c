// property: valid-memsafety
// expect: unknown
// guards: a local of an earlier round is not the one of this round
int main(void) {
  int *q = 0;
  for (int i = 0; i < 2; i++) {
    int x = i;
    if (q) *q = 1;
    q = &x;
  }
  return 0;
}
