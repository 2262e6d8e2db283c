// property: unreach-call
// expect: unknown
// guards: a run does not say what a locale is called, nor that there is one
#include <locale.h>
extern void reach_error(void);
int main(void) {
  if (!setlocale(1000, NULL)) reach_error();
  if (setlocale(LC_ALL, NULL)[0] != 'x') reach_error();
}
