// property: no-overflow
// expect: true
// says: the only run ends without the error
// guards: a division by zero ends the only run, whatever else is checked
static int average(const int *at, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) sum += at[i];
  return sum / n;
}
int main(void) {
  int numbers[] = {2147483647, 3, 5};
  int first = average(numbers, 1), none = average(numbers, 0);
  return first + none + average(numbers, 3);
}
