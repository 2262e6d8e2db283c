/* map, filter and fold over an array of integers, by callbacks. */
#include <stdio.h>

typedef int (*Predicate)(int);
typedef int (*Fold)(int, int);

static int is_even(int x) { return x % 2 == 0; }
static int is_big(int x) { return x > 100; }
static int add(int a, int b) { return a + b; }

static int filter(const int *in, int n, int *out, Predicate keep) {
  int i, k = 0;
  for (i = 0; i < n; i++)
    if (keep(in[i]))
      out[k++] = in[i];
  return k;
}

static int fold(const int *in, int n, int start, Fold f) {
  int i, result = start;
  for (i = 0; i < n; i++)
    result = f(result, in[i]);
  return result;
}

static int average(const int *in, int n) {
  return fold(in, n, 0, add) / n; /* BUG */
}

int main(void) {
  int data[] = {3, 14, 15, 92, 65, 35, 89, 79};
  int kept[8];
  int n = (int)(sizeof data / sizeof data[0]);
  int k;

  k = filter(data, n, kept, is_even);
  printf("even: %d, average %d\n", k, average(kept, k));
  k = filter(data, n, kept, is_big);
  printf("big: %d, average %d\n", k, average(kept, k));
  return 0;
}
