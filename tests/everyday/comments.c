/* Removes C comments from its input: a machine with states. */
#include <assert.h>
#include <stdio.h>

enum state { CODE, SLASH, COMMENT, STAR };

int main(void) {
  enum state state = CODE;
  unsigned long comments = 0;
  for (int c = getchar(); c != EOF; c = getchar()) {
    switch (state) {
    case CODE:
      if (c == '/') state = SLASH;
      else putchar(c);
      break;
    case SLASH:
      if (c == '*') {
        state = COMMENT;
        comments++;
      } else {
        putchar('/');
        if (c != '/') {
          putchar(c);
          state = CODE;
        }
      }
      break;
    case COMMENT:
      if (c == '*') state = STAR;
      break;
    case STAR:
      if (c == '/') state = CODE;
      else if (c != '*') state = COMMENT;
      break;
    default: assert(0);
    }
  }
  return state == CODE ? 0 : 1;
}
