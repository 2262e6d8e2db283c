// property: valid-memsafety
// expect: true
// guards: realloc keeps what both objects have
#include <stdlib.h>
#include <string.h>
static char *append(char *text, const char *more) {
  size_t n = text ? strlen(text) : 0;
  text = realloc(text, n + strlen(more) + 1);
  strcpy(text + n, more);
  return text;
}
int main(void) {
  char *text = append(append(NULL, "usr"), "/share");
  if (strcmp(text, "usr/share") != 0) *(volatile char *)0 = 0;
  free(text);
  return 0;
}
