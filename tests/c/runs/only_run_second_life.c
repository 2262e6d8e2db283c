// property: valid-deref
// expect: unknown
// guards: a pointer to an earlier life of a local is not valid in the next
int *p;
int main(void) {
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    int x = i;
    if (i) sum += *p;
    p = &x;
    sum += x;
  }
  return sum;
}
