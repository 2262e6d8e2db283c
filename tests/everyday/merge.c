/* Two sorted rows become one. */
#include <assert.h>
#include <stdio.h>

static void merge(const int *a, int n, const int *b, int m, int *out) {
  int i = 0, j = 0;
  while (i < n || j < m)
    if (j == m || (i < n && a[i] <= b[j])) {
      *out++ = a[i++];
    } else {
      *out++ = b[j++];
    }
}

int main(void) {
  int a[] = {1, 4, 9, 16}, b[] = {2, 3, 5, 7, 11}, all[9];
  merge(a, 4, b, 5, all);
  for (int i = 1; i < 9; i++) assert(all[i - 1] <= all[i]);
  printf("%d\n", all[8]);
  return 0;
}
