// property: unreach-call
// expect: unknown
// guards: a line ends with its first newline: no error is told behind one
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
void reach_error(void);
int main(void) {
  char *line = NULL;
  size_t room = 0;
  ssize_t n = getline(&line, &room, stdin);
  if (n > 1 && line[0] == '\n') reach_error();
  free(line);
  return 0;
}
