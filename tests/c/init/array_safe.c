// property: valid-init
// expect: true
// guards: every element of an array is written
int main(void) {
  int a[10], sum = 0;
  for (int i = 0; i < 10; i++) a[i] = i;
  for (int i = 0; i < 10; i++) sum += a[i];
  return sum;
}
