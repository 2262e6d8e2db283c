/* A state machine: a door with a lock, driven by characters. */
#include <assert.h>
#include <stdio.h>

enum state { OPEN, CLOSED, LOCKED, BROKEN };
static const char *const names[] = {"open", "closed", "locked"};

static enum state next(enum state s, int event) {
  switch (s) {
  case OPEN: return event == 'c' ? CLOSED : OPEN;
  case CLOSED:
    if (event == 'o') return OPEN;
    return event == 'l' ? LOCKED : CLOSED;
  case LOCKED:
    if (event == 'k') return BROKEN;
    return event == 'u' ? CLOSED : LOCKED;
  default: return s;
  }
}

int main(void) {
  enum state s = OPEN;
  int c;
  while ((c = getchar()) != EOF) {
    if (c == '\n') continue;
    s = next(s, c);
    printf("%s\n", names[s]); /* BUG */
  }
  return 0;
}
