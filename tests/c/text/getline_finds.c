// property: unreach-call
// expect: false
// guards: a line of getline may be anything
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
void reach_error(void);
int main(void) {
  char *line = NULL;
  size_t room = 0;
  ssize_t n = getline(&line, &room, stdin);
  if (n > 2 && line[0] == 'o' && line[1] == 'k') reach_error();
  free(line);
  return 0;
}
