// property: unreach-call
// expect: unknown
// guards: behind a call that is not supported nothing is shown by a run
#include <wchar.h>
#include <wctype.h>
extern void reach_error(void);
int main(void) {
  if (!iswalpha(L'a')) reach_error();
  if (wcstol(L"12", 0, 10) != 12) reach_error();
}
