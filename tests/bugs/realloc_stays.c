// property: unreach-call
// expect: unknown
// says: use of an object that is dead
// guards: realloc always moved the object (a wrong true)
#include <stdlib.h>
extern void reach_error(void);
struct buffer {
  char *start;
  size_t size;
} buffer;
static void resize(struct buffer *b, size_t size) {
  char *old = b->start;
  b->start = realloc(old, size);
  b->size = size;
  if (b->start == old) reach_error();
}
int main(void) {
  buffer.start = malloc(64);
  resize(&buffer, 32);
  return 0;
}
