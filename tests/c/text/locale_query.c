// property: unreach-call
// expect: true
#include <locale.h>
extern void reach_error(void);
/* To ask for a locale does not fail (C11 7.11.1.1p6). */
int main(void) {
  if (!setlocale(LC_ALL, NULL)) reach_error();
}
