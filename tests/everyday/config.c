/* Reads a line into a buffer of its own; on a bad line the buffer is lost. */
#include <stdio.h>
#include <stdlib.h>

static int read_config(void) {
  char *line = malloc(128);
  if (!line) return -1;
  if (!fgets(line, 128, stdin)) {
    free(line);
    return -1;
  }
  if (line[0] == '#') return 0; /* BUG */
  int length = 0;
  while (line[length] && line[length] != '\n') length++;
  free(line);
  return length;
}

int main(void) {
  return read_config() < 0;
}
