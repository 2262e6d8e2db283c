// property: no-overflow
// expect: false
// guards: what the only run does before it divides by zero counts
static int average(const int *at, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) sum += at[i];
  return sum / n;
}
int main(void) {
  int numbers[] = {2147483647, 3, 5};
  int first = average(numbers, 1), all = average(numbers, 3);
  return first + all + average(numbers, 0);
}
