// property: unreach-call
// expect: true
// args: --timeout=20
// guards: pointers into what realloc returned are compared with each other, not with older ones
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  int n = 0, room = 0, *list = NULL, count = 0;
  for (int i = 0; i < 3; i++) {
    if (n == room) {
      room = room * 2 + 1;
      list = realloc(list, room * sizeof *list);
    }
    list[n++] = i;
  }
  for (int *p = list; p != list + n; p++) count++;
  if (count != 3) reach_error();
  free(list);
  return 0;
}
