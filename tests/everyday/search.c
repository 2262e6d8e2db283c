/* Binary search that never looks at the last element. */
#include <assert.h>

static int find(const int *at, int n, int key) {
  int low = 0, high = n - 1;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (at[middle] == key) return middle;
    if (at[middle] < key)
      low = middle + 1;
    else
      high = middle - 1;
  }
  return -1;
}

int main(void) {
  static const int data[] = {1, 3, 4, 7, 9, 11};
  for (int i = 0; i < 6; i++)
    assert(find(data, 6, data[i]) == i); /* BUG */
  return 0;
}
