// property: assertion
// expect: false
// guards: vsscanf writes what the arguments in its list lead to
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

static void scan(const char *text, ...) {
  va_list arguments;
  va_start(arguments, text);
  vsscanf(text, "%d", arguments);
  va_end(arguments);
}

int main(void) {
  int x = 1;
  scan("0", &x);
  assert(x == 1);
}
