// property: unreach-call
// expect: unknown
// guards: a line without its delimiter is the last one
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
void reach_error(void);
int main(void) {
  char *line = NULL;
  size_t room = 0;
  ssize_t n = getline(&line, &room, stdin);
  if (n > 0 && line[n - 1] != '\n' && !feof(stdin) && !ferror(stdin))
    reach_error();
  free(line);
  return 0;
}
