// property: unreach-call
// expect: unknown
// guards: a name that is given to getenv as another function is a name
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char name[100] = "HOME";
  char *home = getenv("HOME");
  void *again = ((void *(*)(void *, int))getenv)(name, 0);
  if (name[64] || again != home) reach_error();
}
