#include <stdlib.h>

struct buffer {
  char *data;
  unsigned size, used;
};

static struct buffer *buffer_new(unsigned size) {
  struct buffer *b = malloc(sizeof *b);
  b->data = malloc(size);
  b->size = size;
  b->used = 0;
  return b;
}

static void append(struct buffer *b, const char *text, unsigned n) {
  for (unsigned i = 0; i <= n; i++)
    b->data[b->used++] = text[i];
}

int main(void) {
  int unrelated = 0;
  struct buffer *b = buffer_new(16);
  for (int i = 0; i < 3; i++) {
    append(b, "hello", 5);
    unrelated += i;
  }
  free(b->data);
  free(b);
  return unrelated;
}
