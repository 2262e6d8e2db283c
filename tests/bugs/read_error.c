// property: unreach-call
// expect: false
// guards: after a read error the room has any contents (a wrong true)
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  char line[16] = "nothing";
  if (fgets(line, sizeof line, stdin) == NULL && line[3] == '!') reach_error();
  return 0;
}
