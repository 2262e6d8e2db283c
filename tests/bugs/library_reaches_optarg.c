// property: unreach-call
// expect: unknown
// guards: getopt sets variables of the library
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  char name[] = "a", option[] = "-n", value[] = "3";
  char *argv[] = {name, option, value, 0};
  getopt(3, argv, "n:");
  if (optarg == value) reach_error();
  return 0;
}
