/* The greatest of positive numbers; where there is none it was never set. */
#include <stdio.h>

static int maximum(const int *at, int n) {
  int best;
  int found = 0;
  for (int i = 0; i < n; i++)
    if (at[i] > 0 && (!found || at[i] > best)) {
      best = at[i];
      found = 1;
    }
  return best + 0; /* BUG */
}

int main(void) {
  static const int data[] = {-3, -1, -4};
  int best = maximum(data, 3);
  if (best > 100) puts("large");
  return 0;
}
