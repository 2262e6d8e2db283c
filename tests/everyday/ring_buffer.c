/* A queue of bytes in a ring; what goes in comes out in order. */
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>

enum { SIZE = 16 };

struct ring {
  unsigned char data[SIZE];
  unsigned head, count;
};

static bool put(struct ring *r, unsigned char byte) {
  if (r->count == SIZE) return false;
  r->data[(r->head + r->count) % SIZE] = byte;
  r->count++;
  return true;
}

static bool get(struct ring *r, unsigned char *byte) {
  if (r->count == 0) return false;
  *byte = r->data[r->head];
  r->head = (r->head + 1) % SIZE;
  r->count--;
  return true;
}

int main(void) {
  struct ring ring = {.head = 0, .count = 0};
  int c;
  while ((c = getchar()) != EOF) {
    if (!put(&ring, (unsigned char)c)) {
      unsigned char oldest;
      bool any = get(&ring, &oldest);
      assert(any);
      put(&ring, (unsigned char)c);
    }
    assert(ring.count <= SIZE);
  }
  return 0;
}
