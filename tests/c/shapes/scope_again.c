// property: valid-memsafety
// expect: unknown
// args: --engine=shapes
// guards: a local of an inner block is another one in the next round
int main(void) {
  int *kept = 0;
  for (int i = 0; i < 2; i++) {
    int here[4];
    if (i == 0)
      kept = here;
    else
      *kept = 1;
  }
  return 0;
}
