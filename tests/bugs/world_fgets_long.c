// property: unreach-call
// expect: false
// guards: A line may fill its room.
#include <stdio.h>
#include <string.h>
void reach_error(void);
int main(void) {
  char b[5];
  if (fgets(b, 5, stdin) && strlen(b) == 4 && b[3] == 'x') reach_error();
  return 0;
}
