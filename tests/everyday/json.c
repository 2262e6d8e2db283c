/* A checker for nested brackets and strings. */
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

enum { DEEPEST = 16 };

static bool is_balanced(const char *text) {
  char open[DEEPEST];
  size_t n = 0;
  bool quoted = false;
  for (; *text; text++) {
    if (quoted) {
      if (*text == '\\' && text[1])
        text++;
      else if (*text == '"')
        quoted = false;
      continue;
    }
    switch (*text) {
    case '"': quoted = true; break;
    case '{':
    case '[':
      if (n == DEEPEST) return false;
      open[n++] = *text;
      break;
    case '}':
    case ']':
      if (n == 0 || open[n - 1] != (*text == '}' ? '{' : '[')) return false;
      n--;
      break;
    }
  }
  return n == 0 && !quoted;
}

int main(void) {
  assert(is_balanced("{\"a\": [1, 2, {\"b\": \"]\"}]}"));
  assert(!is_balanced("[1, 2}"));
  assert(!is_balanced("\"open"));
  return 0;
}
