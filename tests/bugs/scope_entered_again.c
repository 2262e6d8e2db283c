// property: valid-memsafety
// expect: unknown
// guards: a pointer to the local of an earlier round was taken for one to this round's
int main(void) {
  int *at, n = 0;
  goto inside;
  do {
    int round;
    *at = 1;
  inside:
    round = n;
    at = &round;
  } while (n++ < 3);
  return 0;
}
