// property: unreach-call
// expect: unknown
// guards: swprintf stores no more than its text (a wrong false)
#include <wchar.h>
extern void reach_error(void);
int main(void) {
  wchar_t b[20] = {1, 1, 1, 1, 1, 1, 1, 1};
  swprintf(b, 20, L"a");
  if (b[6] != 1) reach_error();
  return 0;
}
