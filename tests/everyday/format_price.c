/* Gives back a local buffer. */
#include <stdio.h>

static const char *format(int cents) {
  char text[16];
  char *at = text + sizeof text - 1;
  *at = 0;
  do {
    *--at = (char)('0' + cents % 10);
    cents /= 10;
  } while (cents > 0);
  const char *result = at;
  return result;
}

int main(void) {
  const char *price = format(1250);
  while (*price) putchar(*price++); /* BUG */
  return 0;
}
