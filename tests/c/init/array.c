// property: valid-init
// expect: false
// guards: the last element of an array is never written
int main(void) {
  int a[10], sum = 0;
  for (int i = 0; i < 9; i++) a[i] = i;
  for (int i = 0; i < 10; i++) sum += a[i];
  return sum;
}
