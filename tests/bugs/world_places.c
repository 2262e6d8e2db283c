// property: unreach-call
// expect: true
// guards: what lseek, dup2 and drand48 give
#include <stdlib.h>
#include <unistd.h>
void reach_error(void);
int main(void) {
  int d = dup2(1, 5);
  double x = drand48();
  if (lseek(0, 0, SEEK_END) < -1) reach_error();
  if (d != 5 && d != -1) reach_error();
  if (x < 0 || x >= 1) reach_error();
  return 0;
}
