/* Insertion sort. */
#include <assert.h>
#include <stdio.h>

enum { N = 5 };

static void sort(int *a, int n) {
  for (int i = 1; i < n; i++) {
    int x = a[i], j = i;
    while (j > 0 && a[j - 1] > x) {
      a[j] = a[j - 1];
      j--;
    }
    a[j] = x;
  }
}

int main(void) {
  int a[N];
  for (int i = 0; i < N; i++) a[i] = getchar();
  sort(a, N);
  for (int i = 1; i < N; i++) assert(a[i - 1] <= a[i]);
  return 0;
}
