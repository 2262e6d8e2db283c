// property: unreach-call
// expect: true
// guards: getline gives a line of at least one byte, with a NUL behind it
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
void reach_error(void);
int main(void) {
  char *line = NULL;
  size_t room = 0;
  ssize_t n = getline(&line, &room, stdin);
  if (n == 0 || (n > 0 && line[n] != 0)) reach_error();
  free(line);
  return 0;
}
