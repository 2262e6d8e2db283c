// property: unreach-call
// expect: true
// guards: where only the sign is looked at, also in a function around it, a program without inputs stays one
#include <string.h>
#include <strings.h>
extern void reach_error(void);
static int order(const char *a, const char *b) {
  return *a == '#' ? strcasecmp(a, b) : strcmp(a, b);
}
int main(void) {
  if (order("abc", "abd") >= 0 || order("#B", "#a") <= 0) reach_error();
  if (!strncmp("abc", "abd", 3) || memcmp("b", "a", 1) < 1) reach_error();
  switch (strcmp("x", "x")) {
  case 0: break;
  default: reach_error();
  }
  return 0;
}
