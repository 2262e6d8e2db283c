/* A calculator with a stack, for "3 4 + 2 *". */
#include <assert.h>
#include <ctype.h>
#include <stdbool.h>

enum { DEPTH = 8 };

static bool evaluate(const char *text, long *result) {
  long stack[DEPTH];
  int n = 0;
  for (; *text; text++) {
    if (*text == ' ') continue;
    if (isdigit((unsigned char)*text)) {
      if (n == DEPTH) return false;
      stack[n++] = *text - '0';
      continue;
    }
    if (n < 2) return false;
    long b = stack[--n], a = stack[--n];
    switch (*text) {
    case '+': stack[n++] = a + b; break;
    case '-': stack[n++] = a - b; break;
    case '*': stack[n++] = a * b; break;
    case '/':
      if (b == 0) return false;
      stack[n++] = a / b;
      break;
    default: return false;
    }
  }
  if (n != 1) return false;
  *result = stack[0];
  return true;
}

int main(void) {
  long value = 0;
  bool good = evaluate("3 4 + 2 *", &value);
  assert(good && value == 14);
  assert(!evaluate("1 0 /", &value));
  assert(!evaluate("+", &value));
  return 0;
}
