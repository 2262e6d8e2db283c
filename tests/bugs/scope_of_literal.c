// property: valid-memsafety
// expect: unknown
// guards: a compound literal dies with its block, which the compiler does not mark
int *kept;
int main(void) {
  { kept = (int[]){1, 2, 3}; }
  return kept[1];
}
