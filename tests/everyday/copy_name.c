/* A copy of a string: there is no room for the terminator. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *copy(const char *text) {
  char *made = malloc(strlen(text));
  if (!made) exit(1);
  strcpy(made, text); /* BUG */
  return made;
}

int main(void) {
  char *name = copy("gnomon");
  puts(name);
  free(name);
  return 0;
}
