// property: valid-deref
// expect: false
// guards: functions without a model read their name, too
#include <stdlib.h>
#include <unistd.h>
int main(void) {
  char *name = calloc(4, 1);
  if (!name) return 0;
  free(name);
  return unlink(name);
}
