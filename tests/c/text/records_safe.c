// property: valid-memsafety
// expect: true
// guards: texts in an array of records
#include <stdio.h>
struct rec {
  int id;
  char name[8];
};
int main(void) {
  struct rec r[3];
  for (int i = 0; i < 3; i++) {
    r[i].id = i;
    snprintf(r[i].name, sizeof r[i].name, "n%d", i);
  }
  for (int i = 0; i < 3; i++) printf("%d %s\n", r[i].id, r[i].name);
  return 0;
}
