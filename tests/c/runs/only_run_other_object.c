// property: valid-deref
// expect: unknown
// guards: a pointer that arithmetic led from one object into another is no proof by a run
int *q, a[4], b[400000];
int main(void) {
  q = a;
  q += 200000;
  *q = 1;
  return b[0];
}
