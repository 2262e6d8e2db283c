/* A decimal number with sign, as strtol would read it, without overflow. */
#include <assert.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

static bool parse(const char *text, int *out) {
  bool negative = false;
  if (*text == '-' || *text == '+') negative = *text++ == '-';
  if (*text < '0' || *text > '9') return false;
  int value = 0;
  for (; *text >= '0' && *text <= '9'; text++) {
    int digit = *text - '0';
    if (value > (INT_MAX - digit) / 10) return false;
    value = value * 10 + digit;
  }
  *out = negative ? -value : value;
  return *text == 0;
}

int main(void) {
  int value = 0;
  assert(parse("-120", &value) && value == -120);
  assert(parse("2147483647", &value) && value == INT_MAX);
  assert(!parse("2147483648", &value));
  assert(!parse("12x", &value));
  assert(!parse("", &value));
  printf("%d\n", value);
  return 0;
}
