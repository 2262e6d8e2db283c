// property: unreach-call
// expect: unknown
// guards: a run does not say what a locale is called
#include <locale.h>
extern void reach_error(void);
int main(void) {
  if (!setlocale(LC_ALL, NULL)) reach_error();
}
