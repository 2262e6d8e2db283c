// property: valid-deref
// expect: false
// guards: a table that is written to by another name is no constant one
#include <string.h>
static const char *names[] = {"open", "closed"};
int main(int argc, char **argv) {
  const char **at = names;
  if (argc > 3) at++;
  *at = "";
  return names[0][2] == 'e';
}
