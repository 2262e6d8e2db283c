/* Functions as values: fold and a table of operations. */
#include <assert.h>
#include <stddef.h>

typedef int operation(int, int);

static int plus(int a, int b) { return a + b; }
static int most(int a, int b) { return a > b ? a : b; }
static int least(int a, int b) { return a < b ? a : b; }

static int fold(const int *at, size_t n, operation *op) {
  int result = at[0];
  for (size_t i = 1; i < n; i++) result = op(result, at[i]);
  return result;
}

int main(void) {
  static const int data[] = {3, -7, 12, 4};
  static const struct {
    operation *op;
    int expected;
  } table[] = {{plus, 12}, {most, 12}, {least, -7}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    assert(fold(data, 4, table[i].op) == table[i].expected);
  return 0;
}
