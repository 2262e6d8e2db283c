// property: valid-deref
// expect: unknown
// guards: what a model does not need is read all the same
#include <time.h>
int main(void) {
  char text[9];
  struct tm *date = NULL;
  return (int)strftime(text, sizeof text, "%H", date);
}
