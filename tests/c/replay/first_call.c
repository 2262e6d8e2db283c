// property: valid-deref
// expect: false
// says: make\(size = 3\)
// guards: what is done inside of a call stands below the call
#include <stdlib.h>
struct box {
  int size;
  char *at;
};
static struct box *make(int size) {
  struct box *b = malloc(sizeof *b);
  b->size = size;
  b->at = malloc((size_t)size);
  return b;
}
int main(void) {
  struct box *b = make(3);
  for (int i = 0; i <= b->size; i++) b->at[i] = 0;
  return 0;
}
