// property: valid-init
// expect: true
// guards: bytes that were never written may be copied
#include <stdlib.h>
struct pair {
  char letter;
  int number;
};
int main(void) {
  struct pair *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  if (!a || !b) abort();
  a->letter = 1;
  *b = *a;
  int letter = b->letter;
  free(a);
  free(b);
  return letter;
}
