/* A string that grows. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct builder {
  char *text;
  size_t length, room;
};

static void append(struct builder *b, const char *more) {
  size_t n = strlen(more);
  if (b->length + n + 1 > b->room) {
    size_t room = 2 * (b->length + n + 1);
    char *text = realloc(b->text, room);
    if (!text) exit(1);
    b->text = text;
    b->room = room;
  }
  memcpy(b->text + b->length, more, n + 1);
  b->length += n;
}

int main(void) {
  struct builder b = {NULL, 0, 0};
  append(&b, "usr");
  append(&b, "/");
  append(&b, "share");
  assert(b.length == 9);
  assert(strcmp(b.text, "usr/share") == 0);
  puts(b.text);
  free(b.text);
  return 0;
}
